import { describe, expect, test, vi } from "vitest";
import { adoptFirebaseSession } from "../../src/adoption/index.ts";
import { indexedDbPersistence, type Persistence } from "../../src/persistence/persistence.ts";
import { createBrowser } from "../support/browser.ts";
import { until } from "../support/local.ts";
import { identity } from "../support/secrets.ts";
import { session } from "../support/tokens.ts";
import { APP, generation, KEY, openClient, sdkBrowser, sdkRecord, storedSession } from "./sdk.ts";

const sdk = sdkBrowser();

describe("storage that fails", () => {
  const full = (inner: Persistence): Persistence => ({
    ...inner,
    update: () => Promise.reject(new DOMException("full", "QuotaExceededError")),
  });

  test("an adopted session that cannot be stored is kept in memory, and the SDK's record stays for the next start", async () => {
    await sdk.write(sdkRecord());
    const { client } = openClient(adoptFirebaseSession(APP, full(indexedDbPersistence())));
    await until(() => expect(client.getState()).toMatchObject({ status: "signed-in" }));
    expect(await sdk.stored()).toMatchObject({ uid: "alice" });
    await adoptFirebaseSession(APP).read(KEY);
    expect(await storedSession()).toMatchObject({ generation: generation() });
  });

  test("signing out of an adopted session that cannot be stored removes the SDK's record", async () => {
    await sdk.write(sdkRecord());
    const { client } = openClient(adoptFirebaseSession(APP, full(indexedDbPersistence())));
    await until(() => expect(client.getState()).toMatchObject({ status: "signed-in" }));
    await identity.signOut(client);
    await until(async () => expect(await sdk.stored()).toBeUndefined());
  });

  test("a write that fails in its transaction leaves no channel open", async () => {
    await sdk.write(sdkRecord());
    const open = vi.fn();
    vi.stubGlobal("BroadcastChannel", open);
    const adopting = adoptFirebaseSession(APP, {
      ...indexedDbPersistence(),
      update: async (_, change) => {
        change(undefined);
        throw new DOMException("full", "QuotaExceededError");
      },
    });
    await expect(adopting.update(KEY, (stored) => stored)).rejects.toThrow("full");
    expect(open).not.toHaveBeenCalled();
  });

  test("a change after a failed read begins with the session of Google's SDK, and stores it", async () => {
    await sdk.write(sdkRecord());
    const adopting = adoptFirebaseSession(APP, { ...indexedDbPersistence(), read: () => Promise.reject() });
    await expect(adopting.read(KEY)).rejects.toBeUndefined();
    const change = vi.fn((stored: unknown) => stored);
    await adopting.update(KEY, change);
    expect(change).toHaveBeenCalledWith(
      expect.objectContaining({ session: expect.objectContaining({ generation: generation() }) }),
    );
    expect(await storedSession()).toMatchObject({ generation: generation() });
    expect(await sdk.stored()).toBeUndefined();
  });

  test("a change after a failed read leaves the SDK's record in place if the client has a session of its own", async () => {
    await sdk.write(sdkRecord());
    await indexedDbPersistence().update(KEY, () => ({ version: 1, session: session() }));
    const adopting = adoptFirebaseSession(APP, { ...indexedDbPersistence(), read: () => Promise.reject() });
    await expect(adopting.read(KEY)).rejects.toBeUndefined();
    await adopting.update(KEY, (stored) => stored);
    expect(await storedSession()).toMatchObject({ generation: session().generation });
    await adopting.remove(KEY, () => true);
    expect(await sdk.stored()).toMatchObject({ uid: "alice" });
  });

  test("if the SDK's database hangs, the first call is delayed by two seconds, and later ones are not", async () => {
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

  test("if the SDK's database hangs when its record is removed, the session counts as stored after two seconds", async () => {
    await sdk.write(sdkRecord());
    const inner = sdkInner();
    const { open } = indexedDB;
    vi.spyOn(indexedDB, "open")
      .mockImplementationOnce((...request) => open.apply(indexedDB, request))
      .mockReturnValue({} as IDBOpenDBRequest);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const read = adoptFirebaseSession(APP, inner).read(KEY);
    await until(async () => expect(await storedSession(inner)).toMatchObject({ generation: generation() }));
    await vi.advanceTimersByTimeAsync(2000);
    expect(await read).toMatchObject({ session: { generation: generation() } });
  });

  test("looking for a session of Google's SDK creates no database", async () => {
    await adoptFirebaseSession(APP, sdkInner()).read(KEY);
    expect(await indexedDB.databases()).toEqual([]);
  });

  /** A storage that is not IndexedDB. */
  function sdkInner(): Persistence {
    return createBrowser().persistence;
  }
});
