import { describe, expect, test } from "vitest";
import type { Persistence } from "../src/persistence/persistence.ts";
import { type Browser, createBrowser } from "./support/browser.ts";
import { settle } from "./support/clock.ts";
import { google } from "./support/google.ts";
import { identity } from "./support/secrets.ts";
import { session } from "./support/tokens.ts";

const KEY = "identity-client:demo-tallybin";
const credential = { email: "alice@example.com", password: "correct-horse" };

/** Storage whose writes fail while `how.writes` is true, and removals while `how.removals` is true. */
const unreliable = (browser: Browser, how: { writes: boolean; removals?: boolean }): Persistence => ({
  ...browser.persistence,
  update: (key, change) =>
    how.writes ? Promise.reject(new Error("busy")) : browser.persistence.update(key, change),
  remove: (key, isExpected) =>
    how.removals ? Promise.reject(new Error("busy")) : browser.persistence.remove(key, isExpected),
});

const createTabStorage = () => {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, String(value)),
    removeItem: (key: string) => void values.delete(key),
  };
};

/** Two tabs of one session. A failed write has just made the first one fall back to memory. */
async function oneDegraded() {
  const browser = createBrowser();
  browser.answerWith(google());
  browser.values.set(KEY, { version: 1, session: session() });
  const how = { writes: false };
  const one = browser.open({ persistence: unreliable(browser, how) });
  const two = browser.open();
  await settle();
  how.writes = true;
  await identity.updateProfile(one.client, { displayName: "A" });
  how.writes = false;
  await settle();
  expect(one.client.getPersistence()).toBe("none");
  return { browser, one, two };
}

describe("a tab whose last write failed", () => {
  test("a tab whose last write failed still receives the sign-out of another tab", async () => {
    const { one, two } = await oneDegraded();
    await identity.signOut(two.client);
    await settle();
    expect(one.client.getState()).toMatchObject({ status: "signed-out" });
    one.wake("visible");
    await settle();
    expect(one.client.getState()).toMatchObject({ status: "signed-out" });
  });

  test("a tab whose last write failed reports its own sign-out to other tabs", async () => {
    const { browser, one, two } = await oneDegraded();
    await identity.signOut(one.client);
    await settle();
    expect(two.client.getState()).toMatchObject({ status: "signed-out" });
    expect(JSON.stringify(browser.values.get(KEY) ?? null)).not.toContain("idToken");
  });
});

test("a tab whose profile write failed does not restore a session that a newly opened tab has ended", async () => {
  const browser = createBrowser();
  browser.answerWith(google());
  const { persistence, clock } = browser;
  let writes = 0;
  const one = browser.open({
    persistence: {
      ...persistence,
      // The lookup is answered while the first write stores the sign-in. The second write is the profile's.
      update: async (key, change) => {
        writes += 1;
        if (writes === 2) throw new Error("busy");
        await new Promise<void>((resolve) => clock.setTimeout(resolve, 1000));
        return persistence.update(key, change);
      },
    },
  });
  await settle();
  const signedIn = identity.signInWithPassword(one.client, credential);
  await clock.advance(2000);
  await signedIn;
  expect(writes).toBe(2);
  expect(one.client.getPersistence()).toBe("none");
  const two = browser.open();
  await identity.signOut(two.client);
  await clock.advance(2000);
  expect(JSON.stringify(browser.values.get(KEY) ?? null)).not.toContain("idToken");
  for (const { client } of [one, two]) expect(client.getState().status).toBe("signed-out");
});

describe("once storage works again", () => {
  test("once storage works again, a tab that was signed out does not remove the newer sign-in of another tab", async () => {
    const { browser, one, two } = await oneDegraded();
    await identity.signOut(two.client);
    await settle();
    await identity.signInWithPassword(two.client, credential);
    await settle();
    two.wake("visible");
    await settle();
    expect(JSON.stringify(browser.values.get(KEY))).toContain("idToken");
    for (const { client } of [one, two]) expect(client.getState()).toMatchObject({ status: "signed-in" });
    expect(one.client.getPersistence()).toBe("local");
  });

  test("once storage works again, the sign-in of another user is stored and survives a reload", async () => {
    const { browser, one } = await oneDegraded();
    browser.answerWith(google({ sub: "bob" }));
    await identity.signInWithPassword(one.client, credential);
    one.crash();
    const next = browser.open();
    await settle();
    expect(next.client.getState()).toMatchObject({ user: { uid: "bob" } });
  });

  test("once storage works again, it loses a session that has moved to another persistence", async () => {
    const { browser, one, two } = await oneDegraded();
    two.crash();
    await identity.setPersistence(one.client, identity.sessionStoragePersistence(createTabStorage()));
    await identity.signOut(one.client);
    expect(browser.values.has(KEY)).toBe(false);
  });
});

test("setPersistence rejects if the session cannot be removed from the current persistence", async () => {
  const browser = createBrowser();
  browser.answerWith(google());
  const { client } = browser.open({ persistence: unreliable(browser, { writes: false, removals: true }) });
  await identity.signInWithPassword(client, credential);
  const tab = identity.sessionStoragePersistence(createTabStorage());
  await expect(identity.setPersistence(client, tab)).rejects.toMatchObject({ code: "storage-unavailable" });
  expect(await tab.read(KEY)).toEqual({ version: 1 });
  expect(client.getPersistence()).toBe("local");
  await identity.signOut(client);
  expect(JSON.stringify(browser.values.get(KEY))).not.toContain("idToken");
});

describe("a sign-out while storage refuses writes", () => {
  test("a sign-out while storage refuses writes removes the stored session", async () => {
    const browser = createBrowser();
    browser.answerWith(google());
    browser.values.set(KEY, { version: 1, session: session() });
    const { client } = browser.open({ persistence: unreliable(browser, { writes: true }) });
    await settle();
    await identity.signOut(client);
    const next = browser.open();
    await settle();
    expect(next.client.getState()).toEqual({ status: "signed-out" });
  });

  test("if storage refuses even the removal, signOut() rejects, no user is shown, and the removal is retried", async () => {
    const browser = createBrowser();
    browser.answerWith(google());
    browser.values.set(KEY, { version: 1, session: session() });
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
});

describe("switching to the persistence that is already in use", () => {
  test("switching to the persistence that is already in use keeps the session", async () => {
    const browser = createBrowser();
    browser.answerWith(google());
    const { client } = browser.open();
    await identity.signInWithPassword(client, credential);
    // A second persistence object for the same database, like that of a second call of indexedDbPersistence().
    await identity.setPersistence(client, { ...browser.persistence });
    expect(browser.values.get(KEY)).toMatchObject({ session: { user: { uid: "alice" } } });
  });

  test("switching a signed-out tab to the shared persistence keeps the other tabs' session and shows the session's user", async () => {
    const browser = createBrowser();
    browser.answerWith(google());
    const [one, two] = [browser.open(), browser.open({ persistence: identity.memoryPersistence() })];
    await identity.signInWithPassword(one.client, credential);
    await identity.setPersistence(two.client, { ...browser.persistence });
    await settle();
    for (const { client } of [one, two]) expect(client.getState()).toMatchObject({ status: "signed-in" });
  });
});

test("updating a tab's storage with an unchanged record writes nothing", async () => {
  const storage = identity.sessionStoragePersistence(createTabStorage());
  await storage.update(KEY, (current) => current);
  expect(await storage.read(KEY)).toBeUndefined();
});

test("a pending write never overwrites a stored value of another version", async () => {
  const browser = createBrowser();
  browser.values.set(KEY, { version: 1, session: session() });
  const answer: { give?: () => void } = {};
  browser.answerWith((call) =>
    call.path === "/v1/token"
      ? new Promise((resolve) => {
          answer.give = () => resolve(google()(call) as never);
        })
      : google()(call),
  );
  const { client } = browser.open();
  await settle();
  const asked = identity.getIdToken(client, { forceRefresh: true }).catch(() => undefined);
  await settle();
  const newer = { version: 2, session: { everything: "new" } };
  browser.values.set(KEY, newer);
  answer.give?.();
  await asked;
  await settle();
  expect(browser.values.get(KEY)).toEqual(newer);
});

describe("a tab that cannot read storage", () => {
  /** A tab with Alice's second session. Her first one ended earlier. */
  async function signedInAgain() {
    const browser = createBrowser();
    browser.values.set(KEY, { version: 1, session: session({ generation: "second" }) });
    const how: { reads: boolean } = { reads: true };
    const { client } = browser.open({
      persistence: {
        ...browser.persistence,
        read: (key) => (how.reads ? browser.persistence.read(key) : Promise.reject(new Error("busy"))),
      },
    });
    await settle();
    how.reads = false;
    const tellEndOf = async (generation: string) => {
      browser.channel(KEY).postMessage(`signed-out ${generation}`);
      await settle();
    };
    return { client, tellEndOf };
  }

  test("a tab that cannot read storage signs out when another tab reports the end of the same session", async () => {
    const { client, tellEndOf } = await signedInAgain();
    await tellEndOf("second");
    expect(client.getState()).toMatchObject({ status: "signed-out" });
  });

  test("a tab that cannot read storage ignores a late report that an earlier session was signed out", async () => {
    const { client, tellEndOf } = await signedInAgain();
    await tellEndOf("first");
    expect(client.getState()).toMatchObject({ status: "signed-in" });
  });
});
