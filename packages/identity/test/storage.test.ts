import { IDBFactory } from "fake-indexeddb";
import { describe, expect, test, vi } from "vitest";
import type { Persistence } from "../src/persistence/persistence.ts";
import { createBrowser } from "./support/browser.ts";
import { settle } from "./support/clock.ts";
import { google } from "./support/google.ts";
import { identity } from "./support/secrets.ts";
import { SECRET, session } from "./support/tokens.ts";

const KEY = "identity-client:demo-tallybin";
const credential = { email: "alice@example.com", password: "correct-horse" };
const EMPTY = { version: 1 };

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

const openWith = (persistence: Persistence) => {
  const browser = createBrowser();
  browser.answerWith(google());
  return { browser, ...browser.open({ persistence }) };
};

/** IndexedDB schedules by itself, so tests wait for its results instead of stepping. */
const until = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 5 });

describe("storage that does not respond", () => {
  test("storage that does not respond within three seconds leaves the state unknown, with the reason", async () => {
    const { browser, client } = openWith(failing(hangs));
    await browser.clock.advance(2999);
    expect(client.getState()).toEqual({ status: "unknown" });
    await browser.clock.advance(1);
    expect(client.getState()).toEqual({ status: "unknown", reason: "storage-unavailable" });
    await expect(identity.getIdToken(client)).rejects.toMatchObject({ code: "storage-unavailable" });
  });

  test("storage that does not respond is read again when the page becomes visible, and the session appears", async () => {
    const good = createBrowser().persistence;
    await good.update(KEY, () => ({ version: 1, session: session() }));
    const storage: { isBack: boolean } = { isBack: false };
    const { browser, client, wake } = openWith({
      kind: "local",
      read: (key) => (storage.isBack ? good.read(key) : hangs()),
      update: good.update,
      remove: good.remove,
    });
    await browser.clock.advance(3000);
    storage.isBack = true;
    wake("visible");
    await settle();
    expect(client.getState()).toMatchObject({ status: "signed-in", user: { uid: "alice" } });
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
      expect(events).toContainEqual({ type: "persistence-degraded", kind: "none" });
    },
  );
});

test("the client keeps its user signed in and refreshes the session although storage stops responding", async () => {
  const good = createBrowser().persistence;
  await good.update(KEY, () => ({ version: 1, session: session() }));
  const storage: { isLost: boolean } = { isLost: false };
  const { browser, client } = openWith({
    kind: "local",
    read: (key) => (storage.isLost ? hangs() : good.read(key)),
    update: (key, change) => (storage.isLost ? hangs() : good.update(key, change)),
    remove: good.remove,
  });
  await settle();
  storage.isLost = true;
  await browser.clock.advance(3 * 3_600_000);
  expect(client.getState()).toMatchObject({ status: "signed-in", connection: "online" });
  expect(browser.calls.filter(({ path }) => path === "/v1/token").length).toBeGreaterThanOrEqual(3);
  await expect(identity.getIdToken(client)).resolves.toEqual(expect.any(String));
});

test("a sign-out removes the session from storage that had failed and works again", async () => {
  const good = createBrowser().persistence;
  await good.update(KEY, () => ({ version: 1, session: session() }));
  const storage: { isFull: boolean } = { isFull: false };
  const { browser, client } = openWith({
    kind: "local",
    read: good.read,
    update: (key, change) => (storage.isFull ? quota() : good.update(key, change)),
    remove: good.remove,
  });
  await settle();
  storage.isFull = true;
  await browser.clock.advance(56 * 60_000);
  expect(client.getPersistence()).toBe("none");
  storage.isFull = false;
  await identity.signOut(client);
  expect(await good.read(KEY)).toEqual({ version: 1, signedOut: undefined });
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
      const browser = createBrowser();
      browser.answerWith(google());
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

  test("IndexedDB keeps written values for the next connection", async () => {
    const factory = new IDBFactory();
    await open(factory).update("a", () => 1);
    await open(factory).update("a", (value) => Number(value) + 1);
    expect(await open(factory).read("a")).toBe(2);
    expect(await open(factory).read("b")).toBeUndefined();
  });

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

  test("the IndexedDB persistence reopens a lost connection", async () => {
    const factory = new IDBFactory();
    const databases: IDBDatabase[] = [];
    const spied: IDBFactory = Object.assign(Object.create(factory), {
      open: (name: string, version: number) => {
        const request = factory.open(name, version);
        request.addEventListener("success", () => databases.push(request.result));
        return request;
      },
    });
    const persistence = open(spied);
    await persistence.update("a", () => 1);
    databases[0]?.close(); // as Safari does, without an event
    expect(await persistence.read("a")).toBe(1);
    expect(databases).toHaveLength(2);
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

  test("forbidden IndexedDB leaves the state unknown and allows a sign-in", async () => {
    const forbidden: IDBFactory = Object.assign(Object.create(new IDBFactory()), {
      open: () => {
        throw new DOMException("not allowed", "SecurityError");
      },
    });
    const { client } = openWith(open(forbidden));
    await until(() => expect(client.getState()).toMatchObject({ reason: "storage-unavailable" }));
    await identity.signInWithPassword(client, credential);
    expect(client.getState()).toMatchObject({ status: "signed-in" });
    expect(client.getPersistence()).toBe("none");
  });

  test("IndexedDB holds a client's session until its sign-out", async () => {
    const factory = new IDBFactory();
    const { client } = openWith(open(factory));
    await until(() => expect(client.getState()).toEqual({ status: "signed-out" }));
    await identity.signInWithPassword(client, credential);
    expect(JSON.stringify(await open(factory).read(KEY))).toContain(SECRET);
    await identity.signOut(client);
    expect(await open(factory).read(KEY)).toEqual(EMPTY);
  });
});

describe("switching persistence", () => {
  const tabStorage = () => {
    const values = new Map<string, string>();
    return {
      values,
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => void values.set(key, value),
      removeItem: (key: string) => void values.delete(key),
    };
  };

  test("switching persistence moves the session and leaves nothing in the previous storage", async () => {
    const browser = createBrowser();
    browser.answerWith(google());
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

  test("switching from memory to storage stores the session, so that a new tab finds the session", async () => {
    const browser = createBrowser();
    browser.answerWith(google());
    const { client } = browser.open({ persistence: identity.memoryPersistence() });
    await identity.signInWithPassword(client, credential);
    await identity.setPersistence(client, browser.persistence);
    const next = browser.open();
    await settle();
    expect(next.client.getState()).toMatchObject({ status: "signed-in" });
  });

  test("a tab whose session is in memory ignores sign-ins and sign-outs of other tabs", async () => {
    const browser = createBrowser();
    browser.answerWith(google());
    const own = browser.open({ persistence: identity.memoryPersistence() });
    const other = browser.open();
    await identity.signInWithPassword(own.client, credential);
    await identity.signUp(other.client, credential);
    await identity.signOut(other.client);
    await settle();
    expect(own.client.getState()).toMatchObject({ status: "signed-in" });
  });
});

test("without a broadcast channel, the client polls storage each second", async () => {
  const browser = createBrowser();
  browser.answerWith(google());
  const [one, two] = [browser.open({ channel: undefined }), browser.open({ channel: undefined })];
  await identity.signInWithPassword(one.client, credential);
  await browser.clock.advance(1000);
  expect(two.client.getState()).toMatchObject({ status: "signed-in" });
  await identity.signOut(two.client);
  await browser.clock.advance(1000);
  expect(one.client.getState()).toEqual({ status: "signed-out" });
});
