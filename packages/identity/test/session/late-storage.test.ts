import { describe, expect, test } from "vitest";
import type { Persistence } from "../../src/persistence/persistence.ts";
import { type Browser, createBrowser } from "../support/browser.ts";
import { settle } from "../support/clock.ts";
import { google } from "../support/google.ts";
import { identity } from "../support/secrets.ts";
import { session } from "../support/tokens.ts";

const KEY = "identity-client:demo-tallybin";
const MINUTE = 60_000;
const credential = { email: "bob@example.com", password: "correct-horse" };

/** Storage whose next read, update or removal takes the given time and takes effect at its end. */
function slowStorage(browser: Browser) {
  const delays = { read: 0, update: 0, remove: 0 };
  const after = async <T>(kind: keyof typeof delays, work: () => Promise<T>): Promise<T> => {
    const ms = delays[kind];
    delays[kind] = 0;
    if (ms) await new Promise<void>((resolve) => browser.clock.setTimeout(resolve, ms));
    return work();
  };
  const { persistence } = browser;
  const slow: Persistence = {
    kind: "local",
    read: (key) => after("read", () => persistence.read(key)),
    update: (key, change) => after("update", () => persistence.update(key, change)),
    remove: (key, isExpected) => after("remove", () => persistence.remove(key, isExpected)),
  };
  return { slow, delays };
}

const uidIn = (browser: Browser) =>
  (browser.values.get(KEY) as { session?: { user: { uid: string } } } | undefined)?.session?.user.uid;
const exchanges = (browser: Browser) => browser.calls.filter(({ path }) => path === "/v1/token").length;

/** Alice is signed in, in two tabs. The storage of the first tab can be slow. */
async function setUp() {
  const browser = createBrowser();
  browser.answerWith(google());
  browser.values.set(KEY, { version: 1, session: session() });
  const { slow, delays } = slowStorage(browser);
  const one = browser.open({ persistence: slow });
  const two = browser.open();
  await settle();
  return { browser, delays, one, two };
}

describe("the refresh's write hangs and completes after its deadline", () => {
  test("after a sign-out in this tab, a late write of a refresh leaves the user signed out", async () => {
    const { browser, delays, one, two } = await setUp();
    delays.update = 5000;
    void identity.getIdToken(one.client, { forceRefresh: true });
    await settle();
    const signedOut = identity.signOut(one.client);
    await browser.clock.advance(10_000);
    await signedOut;
    for (const { client, wake } of [one, two]) {
      wake("visible");
      await settle();
      expect(client.getState().status).toBe("signed-out");
    }
    expect(uidIn(browser)).toBeUndefined();
  });

  test("after a sign-out in another tab, a late write of a refresh leaves the user signed out", async () => {
    const { browser, delays, one, two } = await setUp();
    delays.update = 5000;
    void identity.getIdToken(one.client, { forceRefresh: true }).catch(() => undefined);
    await browser.clock.advance(1000);
    await identity.signOut(two.client);
    await browser.clock.advance(10_000);
    for (const { client, wake } of [one, two]) {
      wake("visible");
      await settle();
      expect(client.getState().status).toBe("signed-out");
    }
    expect(uidIn(browser)).toBeUndefined();
  });

  test("after another user's sign-in in this tab, a late write of a refresh does not restore the first user", async () => {
    const { browser, delays, one } = await setUp();
    delays.update = 5000;
    void identity.getIdToken(one.client, { forceRefresh: true }).catch(() => undefined);
    await settle();
    browser.answerWith(google({ sub: "bob" }));
    const signedIn = identity.signInWithPassword(one.client, credential);
    await browser.clock.advance(10_000);
    await signedIn;
    one.wake("visible");
    await settle();
    expect(one.client.getState()).toMatchObject({ user: { uid: "bob" } });
    expect(uidIn(browser)).toBe("bob");
  });

  test("after another user's sign-in in another tab, a late write of a refresh does not restore the first user", async () => {
    const { browser, delays, one, two } = await setUp();
    delays.update = 5000;
    void identity.getIdToken(one.client, { forceRefresh: true }).catch(() => undefined);
    await browser.clock.advance(1000);
    browser.answerWith(google({ sub: "bob" }));
    await identity.signInWithPassword(two.client, credential);
    await browser.clock.advance(10_000);
    for (const { client, wake } of [one, two]) {
      wake("visible");
      await settle();
      expect(client.getState()).toMatchObject({ user: { uid: "bob" } });
    }
    expect(uidIn(browser)).toBe("bob");
  });
});

test("a retried removal does not remove the next user's session", async () => {
  const browser = createBrowser();
  browser.answerWith(google());
  browser.values.set(KEY, { version: 1, session: session() });
  const how: { isBroken: boolean } = { isBroken: false };
  const broken = () => Promise.reject(new Error("busy"));
  const { persistence } = browser;
  const one = browser.open({
    persistence: {
      kind: "local",
      read: persistence.read,
      update: (key, change) => (how.isBroken ? broken() : persistence.update(key, change)),
      remove: (key, isExpected) => (how.isBroken ? broken() : persistence.remove(key, isExpected)),
    },
  });
  const two = browser.open();
  await settle();
  how.isBroken = true;
  await expect(identity.signOut(one.client)).rejects.toMatchObject({ code: "storage-unavailable" });
  how.isBroken = false;
  browser.answerWith(google({ sub: "bob" }));
  await identity.signInWithPassword(two.client, credential);
  await settle();
  expect(uidIn(browser)).toBe("bob");
  for (const { client } of [one, two]) expect(client.getState()).toMatchObject({ user: { uid: "bob" } });
});

test("a record in an unknown format does not end the session of an open tab", async () => {
  const { browser, one, two } = await setUp();
  const newer = { version: 2, session: { everything: "new" } };
  browser.values.set(KEY, newer);
  for (const { client, wake } of [one, two]) {
    wake("visible");
    await settle();
    expect(client.getState()).toMatchObject({ status: "signed-in", user: { uid: "alice" } });
  }
  await browser.clock.advance(3 * 60 * MINUTE);
  expect(one.client.getState()).toMatchObject({ status: "signed-in", connection: "online" });
  expect(browser.values.get(KEY)).toEqual(newer);
});

test("after a slow write succeeds, storage holds the session again and all tabs share one refresh", async () => {
  const { browser, delays, one } = await setUp();
  delays.update = 4000;
  const refreshed = identity.getIdToken(one.client, { forceRefresh: true });
  await browser.clock.advance(3500);
  await refreshed;
  expect(one.client.getPersistence()).toBe("none");
  await browser.clock.advance(1000);
  expect(one.client.getPersistence()).toBe("local");
  const before = exchanges(browser);
  await browser.clock.advance(4 * 60 * MINUTE);
  expect(exchanges(browser) - before).toBeLessThanOrEqual(5);
});

test("a sign-in whose write is slow becomes durable once storage has accepted the write", async () => {
  const browser = createBrowser();
  browser.answerWith((call) => (call.path.endsWith("lookup") ? "hang" : google()(call)));
  const { slow, delays } = slowStorage(browser);
  const { client } = browser.open({ persistence: slow });
  await settle();
  delays.update = 4000;
  const signedIn = identity.signInWithPassword(client, credential);
  await browser.clock.advance(3500);
  await signedIn;
  expect(client.getPersistence()).toBe("none");
  await browser.clock.advance(1000);
  expect(client.getPersistence()).toBe("local");
});

test("the client uses the result of a first read that takes longer than three seconds", async () => {
  const browser = createBrowser();
  browser.answerWith(google());
  browser.values.set(KEY, { version: 1, session: session() });
  const { slow, delays } = slowStorage(browser);
  delays.read = 5000;
  const { client } = browser.open({ persistence: slow });
  await browser.clock.advance(3000);
  expect(client.getState()).toEqual({ status: "unknown", reason: "storage-unavailable" });
  await browser.clock.advance(2000);
  expect(client.getState()).toMatchObject({ status: "signed-in", user: { uid: "alice" } });
});

test("moving one tab's session to that tab's own storage leaves other open tabs signed in", async () => {
  const { browser, one, two } = await setUp();
  await identity.setPersistence(one.client, identity.memoryPersistence());
  await settle();
  two.wake("visible");
  await settle();
  for (const { client } of [one, two]) expect(client.getState()).toMatchObject({ status: "signed-in" });
  expect(two.client.getPersistence()).toBe("local");
  expect(uidIn(browser)).toBe("alice");
});

test("signing out of a session in memory succeeds while site data is blocked", async () => {
  const browser = createBrowser();
  browser.answerWith(google());
  const denied = () => Promise.reject(new DOMException("Access is denied.", "SecurityError"));
  const { client } = browser.open({
    persistence: { kind: "local", read: denied, update: denied, remove: denied },
  });
  await identity.signInWithPassword(client, credential);
  await expect(identity.signOut(client)).resolves.toBeUndefined();
  expect(client.getState()).toEqual({ status: "signed-out" });
});

describe("records of an older version without a generation", () => {
  test("users with records of an older version stay signed in, and a refresh adds a generation to the record", async () => {
    const browser = createBrowser();
    browser.answerWith(google());
    const { generation, ...old } = session();
    expect(generation).toBeTypeOf("string");
    browser.values.set(KEY, { version: 1, session: old });
    const tabs = [browser.open(), browser.open()];
    await browser.clock.advance(56 * MINUTE);
    for (const { client } of tabs) {
      expect(client.getState()).toMatchObject({ status: "signed-in", connection: "online" });
    }
    expect(exchanges(browser)).toBe(1);
    expect(browser.values.get(KEY)).toMatchObject({ version: 1, session: { generation: "of:alice" } });
  });
});

describe("the refresh budget", () => {
  test("repeated forced refreshes cost one exchange per step of the back-off", async () => {
    const { browser, one } = await setUp();
    for (let call = 0; call < 50; call += 1) await identity.getIdToken(one.client, { forceRefresh: true });
    expect(exchanges(browser)).toBe(1);
    for (let second = 0; second < 600; second += 1) {
      await browser.clock.advance(1000);
      await identity.getIdToken(one.client, { forceRefresh: true });
    }
    // The exchanges are at 0, 30, 90, 210 and 450 s.
    expect(exchanges(browser)).toBe(5);
  });

  test("after a quarter of an hour without a forced refresh, the next forced refresh is immediate", async () => {
    const { browser, one } = await setUp();
    await identity.getIdToken(one.client, { forceRefresh: true });
    await browser.clock.advance(17 * MINUTE);
    await identity.getIdToken(one.client, { forceRefresh: true });
    await browser.clock.advance(31_000);
    await identity.getIdToken(one.client, { forceRefresh: true });
    expect(exchanges(browser)).toBe(3);
  });
});
