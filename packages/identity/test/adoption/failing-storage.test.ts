import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { adoptFirebaseSession, returnFirebaseSession } from "../../src/adoption/index.ts";
import { indexedDbPersistence, type Persistence } from "../../src/persistence/persistence.ts";
import { createBrowser } from "../support/browser.ts";
import { identity } from "../support/secrets.ts";
import { session } from "../support/tokens.ts";
import { APP, GENERATION, KEY, openClient, SDK_KEY, sdkBrowser, sdkRecord, storedSession } from "./sdk.ts";

let sdk: ReturnType<typeof sdkBrowser>;
beforeEach(() => {
  sdk = sdkBrowser();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("storage that fails", () => {
  const full = (inner: Persistence): Persistence => ({
    ...inner,
    update: () => Promise.reject(new DOMException("full", "QuotaExceededError")),
  });

  test("a session that can't be stored is used from memory, and the record stays for the next start", async () => {
    await sdk.write(sdkRecord());
    const { client } = openClient(adoptFirebaseSession(APP, full(indexedDbPersistence())));
    await vi.waitFor(() => expect(client.getState()).toMatchObject({ status: "signed-in" }));
    expect(await sdk.stored()).toMatchObject({ uid: "alice" });
    await adoptFirebaseSession(APP).read(KEY);
    expect(await storedSession()).toMatchObject({ generation: GENERATION });
  });

  test("a sign-out of a session that can't be stored removes the record", async () => {
    await sdk.write(sdkRecord());
    const { client } = openClient(adoptFirebaseSession(APP, full(indexedDbPersistence())));
    await vi.waitFor(() => expect(client.getState()).toMatchObject({ status: "signed-in" }));
    await identity.signOut(client);
    await vi.waitFor(async () => expect(await sdk.stored()).toBeUndefined());
  });

  test("a database of the SDK that hangs delays the first read by two seconds, once", async () => {
    const open = vi.fn(() => ({}) as IDBOpenDBRequest);
    const inner = sdkInner();
    vi.stubGlobal("indexedDB", { open });
    vi.useFakeTimers();
    const adopting = adoptFirebaseSession(APP, inner);
    const read = adopting.read(KEY);
    let isDone = false;
    void read.then(() => {
      isDone = true;
    });
    await vi.advanceTimersByTimeAsync(1999);
    expect(isDone).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await read).toBeUndefined();
    expect(await adopting.read(KEY)).toBeUndefined();
    expect(open).toHaveBeenCalledTimes(1);
  });

  test("the search for a session of the SDK creates no database", async () => {
    await adoptFirebaseSession(APP, sdkInner()).read(KEY);
    expect(await indexedDB.databases()).toEqual([]);
  });

  test("a database without the SDK's store is left alone", async () => {
    await new Promise((resolve) => {
      indexedDB.open("firebaseLocalStorageDb", 1).onsuccess = ({ target }) => {
        (target as IDBOpenDBRequest).result.close();
        resolve(undefined);
      };
    });
    localStorage.setItem(SDK_KEY, JSON.stringify(sdkRecord()));
    await adoptFirebaseSession(APP).read(KEY);
    expect(await storedSession()).toMatchObject({ generation: GENERATION });
  });

  /** A storage that is not IndexedDB. */
  function sdkInner(): Persistence {
    return createBrowser().persistence;
  }
});

describe("the way back", () => {
  test("the session returns to the SDK in the form that the SDK writes", async () => {
    const before = sdkRecord();
    await sdk.write(before);
    await adoptFirebaseSession(APP).read(KEY);
    expect(await returnFirebaseSession(APP)).toBe(true);
    const without = (record: object) =>
      JSON.parse(JSON.stringify(record, (_, value) => (value === null ? undefined : value)));
    expect(without(await sdk.stored())).toEqual(without(before));
    expect(await storedSession()).toBeUndefined();
  });

  test("a session is not returned to the SDK if the SDK has stored one since", async () => {
    await indexedDbPersistence().update(KEY, () => ({ version: 1, session: session() }));
    await sdk.write(sdkRecord({ uid: "bob" }));
    expect(await returnFirebaseSession(APP)).toBe(false);
    expect(await sdk.stored()).toMatchObject({ uid: "bob" });
    expect(await storedSession()).toBeDefined();
  });

  test("a session that a server holds, or that was signed out, is not returned", async () => {
    const inner = indexedDbPersistence();
    await inner.update(KEY, () => ({
      version: 2,
      session: { ...session(), refreshToken: undefined, handle: "h" },
    }));
    expect(await returnFirebaseSession(APP)).toBe(false);
    await inner.update(KEY, () => ({ version: 1, session: session() }));
    localStorage.setItem(`${KEY}:left`, "alice-1");
    expect(await returnFirebaseSession(APP)).toBe(false);
    expect(await sdk.stored()).toBeUndefined();
  });
});
