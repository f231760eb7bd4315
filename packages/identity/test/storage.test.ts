import { IDBFactory } from "fake-indexeddb";
import { describe, expect, test } from "vitest";
import type { Persistence } from "../src/persistence/persistence.ts";
import { type Browser, createBrowser, credential, KEY } from "./support/browser.ts";
import { settle } from "./support/clock.ts";
import { google } from "./support/google.ts";
import { identity } from "./support/secrets.ts";
import { SECRET, session } from "./support/tokens.ts";

const failing = (how: () => Promise<never>): Persistence => ({
  kind: "local",
  read: how,
  update: how,
  remove: how,
});
const hangs = () => new Promise<never>(() => undefined);
const quota = async () => {
  throw new DOMException("full", "QuotaExceededError");
};

const tabStorage = () => {
  const values = new Map<string, string>();
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
};

/** Storage whose writes fail while `how.writes` is true, and removals while `how.removals` is true. */
const unreliable = ({ persistence }: Browser, how: { writes: boolean; removals: boolean }): Persistence => ({
  ...persistence,
  update: (key, change) => (how.writes ? quota() : persistence.update(key, change)),
  remove: (key, isExpected) => (how.removals ? quota() : persistence.remove(key, isExpected)),
});

const openWith = (persistence: Persistence) => {
  const browser = createBrowser({ server: google() });
  return { browser, ...browser.open({ persistence }) };
};

describe("storage that does not respond", () => {
  test("storage that does not respond within three seconds leaves the state unknown, with the reason", async () => {
    const { browser, client } = openWith(failing(hangs));
    await browser.clock.advance(2999);
    expect(client.getState()).toEqual({ status: "unknown" });
    await browser.clock.advance(1);
    expect(client.getState()).toEqual({ status: "unknown", reason: "storage-unavailable" });
    await expect(identity.getIdToken(client)).rejects.toMatchObject({ code: "storage-unavailable" });
  });

  test.each([
    ["hangs", hangs],
    ["is full", quota],
  ])(
    "a sign-in succeeds in memory if storage %s, and an event reports the degraded persistence",
    async (_, how) => {
      const { browser, client, events } = openWith(failing(how));
      await browser.clock.advance(3000);
      const signedIn = identity.signInWithPassword(client, credential);
      await browser.clock.advance(3000);
      await signedIn;
      expect(client.getState()).toMatchObject({ status: "signed-in" });
      expect(client.getPersistence()).toBe("none");
      expect(events).toContainEqual({ type: "persistence-degraded" });
    },
  );
});

test("the client uses the result of a first read that takes longer than three seconds", async () => {
  const browser = createBrowser({ server: google(), stored: session() });
  const read = async (key: string) => {
    await new Promise<void>((resolve) => browser.clock.setTimeout(resolve, 5000));
    return browser.persistence.read(key);
  };
  const { client } = browser.open({ persistence: { ...browser.persistence, read } });
  await browser.clock.advance(3000);
  expect(client.getState()).toEqual({ status: "unknown", reason: "storage-unavailable" });
  await browser.clock.advance(2000);
  expect(client.getState()).toMatchObject({ status: "signed-in", user: { uid: "alice" } });
});

test("if storage refuses even the removal, signOut() rejects, no user is shown, and the removal is retried", async () => {
  const browser = createBrowser({ server: google(), stored: session() });
  const how = { writes: true, removals: true };
  const { client, wake } = browser.open({ persistence: unreliable(browser, how) });
  await settle();
  await expect(identity.signOut(client)).rejects.toMatchObject({ code: "storage-unavailable" });
  expect(client.getState()).toEqual({ status: "signed-out" });
  how.removals = false;
  wake("visible");
  await settle();
  expect(browser.values.has(KEY)).toBe(false);
  await identity.signInWithPassword(client, credential);
  expect(client.getState()).toMatchObject({ status: "signed-in" });
});

test("a tab that cannot read storage ignores a late report that an earlier session was signed out", async () => {
  const browser = createBrowser({ stored: session({ generation: "second" }) });
  const how: { reads: boolean } = { reads: true };
  const read = (key: string) => (how.reads ? browser.persistence.read(key) : quota());
  const { client } = browser.open({ persistence: { ...browser.persistence, read } });
  await settle();
  how.reads = false;
  browser.channel(KEY).postMessage("signed-out first");
  await settle();
  expect(client.getState()).toMatchObject({ status: "signed-in" });
});

describe("a stored value that cannot be read", () => {
  test.each([
    ["text", "🙈"],
    ["a number", 7],
    ["a value of another version", { version: 2, session: { everything: "new" } }],
    ["half a session", { version: 1, session: { idToken: "a" } }],
    ["a user without an ID", { version: 1, session: { ...session(), user: { email: "a@example.com" } } }],
  ])(
    "a stored value that cannot be read (%s) is set aside, reported once, and does not prevent a sign-in",
    async (_, value) => {
      const browser = createBrowser({ server: google() });
      browser.values.set(KEY, value);
      const { client, events } = browser.open();
      await settle();
      expect(client.getState()).toEqual({ status: "signed-out" });
      expect(events.filter(({ type }) => type === "stored-value-set-aside")).toHaveLength(1);
      expect(browser.values.get(KEY), "a read changes nothing").toEqual(value);
      await identity.signInWithPassword(client, credential);
      expect(client.getState()).toMatchObject({ status: "signed-in" });
      expect(browser.values.get(KEY)).not.toHaveProperty("setAside");
    },
  );
});

describe("IndexedDB", () => {
  const open = (factory: IDBFactory) => identity.indexedDbPersistence(factory);

  test("IndexedDB applies concurrent updates from two tabs", async () => {
    const factory = new IDBFactory();
    const [one, two] = [open(factory), open(factory)];
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 ? one : two).update("count", (value) => Number(value ?? 0) + 1),
      ),
    );
    expect(await one.read("count")).toBe(20);
  });

  test("the IndexedDB persistence closes its connection when the database is deleted, and opens a new database", async () => {
    const factory = new IDBFactory();
    const persistence = open(factory);
    await persistence.update("a", () => 1);
    await new Promise((resolve, reject) => {
      const request = factory.deleteDatabase("identity-client");
      request.onsuccess = resolve;
      request.onblocked = reject;
    });
    expect(await persistence.read("a")).toBeUndefined();
  });

  test("the client adds its object store to another program's IndexedDB database of the same name", async () => {
    const factory = new IDBFactory();
    await new Promise<void>((resolve) => {
      const request = factory.open("identity-client", 3);
      request.onupgradeneeded = () => request.result.createObjectStore("of another program");
      request.onsuccess = () => {
        request.result.close();
        resolve();
      };
    });
    await open(factory).update(KEY, () => "stored");
    await expect(open(factory).read(KEY)).resolves.toBe("stored");
  });
});

describe("switching persistence", () => {
  test("switching persistence moves the session and leaves nothing in the previous storage", async () => {
    const browser = createBrowser({ server: google() });
    const { client, events } = browser.open();
    await identity.signInWithPassword(client, credential);
    const storage = tabStorage();
    await identity.setPersistence(client, identity.sessionStoragePersistence(storage));
    expect(client.getPersistence()).toBe("session");
    expect(client.getState()).toMatchObject({ status: "signed-in" });
    expect(browser.values.get(KEY)).toBeUndefined();
    expect(storage.values.get(KEY)).toContain(SECRET);
    expect(events).toContainEqual({ type: "persistence-changed", kind: "session" });

    await browser.clock.advance(56 * 60_000);
    expect(client.getState()).toMatchObject({ status: "signed-in", connection: "online" });
    await identity.setPersistence(client, identity.memoryPersistence());
    expect(storage.values.size).toBe(0);
    expect(client.getPersistence()).toBe("none");
    await expect(identity.getIdToken(client)).resolves.toContain(SECRET);
  });

  test("switching a signed-out tab to the shared persistence keeps the other tabs' session and shows the session's user", async () => {
    const browser = createBrowser({ server: google() });
    const [one, two] = [browser.open(), browser.open({ persistence: identity.memoryPersistence() })];
    await identity.signInWithPassword(one.client, credential);
    await settle();
    await identity.setPersistence(two.client, { ...browser.persistence });
    for (const { client } of [one, two]) expect(client.getState()).toMatchObject({ status: "signed-in" });
  });

  test("setPersistence rejects if the session cannot be removed from the current persistence", async () => {
    const browser = createBrowser({ server: google() });
    const { client } = browser.open({ persistence: unreliable(browser, { writes: false, removals: true }) });
    await identity.signInWithPassword(client, credential);
    const tab = identity.sessionStoragePersistence(tabStorage());
    await expect(identity.setPersistence(client, tab)).rejects.toMatchObject({ code: "storage-unavailable" });
    expect(await tab.read(KEY)).toBeUndefined();
    expect(client.getPersistence()).toBe("local");
    await identity.signOut(client);
    expect(JSON.stringify(browser.values.get(KEY))).not.toContain("idToken");
  });
});

test("updating a tab's storage with an unchanged record writes nothing", async () => {
  const storage = identity.sessionStoragePersistence(tabStorage());
  await storage.update(KEY, (current) => current);
  expect(await storage.read(KEY)).toBeUndefined();
});
