import { expect, test } from "vitest";
import { type Browser, createBrowser, KEY } from "../support/browser.ts";
import { settle } from "../support/clock.ts";
import { createGate } from "../support/gate.ts";
import { google } from "../support/google.ts";
import { identity } from "../support/secrets.ts";
import { session } from "../support/tokens.ts";

const MINUTE = 60_000;

/** A browser whose stored session has expired. */
const setUp = async () => {
  const browser = createBrowser({ server: google(), stored: session() });
  await browser.clock.advance(61 * MINUTE);
  return browser;
};
const storedIn = ({ values }: Browser) =>
  (values.get(KEY) as { session: { idToken: string; user: { uid: string } } }).session;

test.each([
  { how: "make one exchange together", options: {}, most: 1 },
  { how: "make at most one exchange each without Web Locks", options: { locks: undefined }, most: 25 },
])("25 tabs with one expired session $how, and share the new token", async ({ options, most }) => {
  const browser = await setUp();
  const tabs = Array.from({ length: 25 }, () => browser.open(options));
  await browser.clock.advance(MINUTE);
  const exchanges = browser.calls.filter(({ path }) => path === "/v1/token");
  expect(exchanges.length).toBeLessThanOrEqual(most);
  const tokens = await Promise.all(tabs.map(({ client }) => identity.getIdToken(client)));
  expect(new Set(tokens)).toEqual(new Set([storedIn(browser).idToken]));
});

test("a storage read that began before a sign-in does not undo the sign-in", async () => {
  const browser = createBrowser({ server: google({ sub: "bob" }), stored: session() });
  let isSlow = false as boolean;
  const reading = createGate();
  const read = async (key: string) => {
    const stored = await browser.persistence.read(key);
    if (isSlow) await reading.opened;
    return stored;
  };
  const { client, wake } = browser.open({ persistence: { ...browser.persistence, read } });
  await settle();
  isSlow = true;
  wake("visible");
  await settle();
  const signedIn = identity.signInWithPassword(client, {
    email: "bob@example.com",
    password: "correct-horse",
  });
  await settle();
  reading.open();
  await signedIn;
  expect(client.getState()).toMatchObject({ user: { uid: "bob" } });
  expect(storedIn(browser).user.uid).toBe("bob");
});

test("a tab exchanges a stored token that was received in the future, because the token's age is unknown", async () => {
  const browser = createBrowser({ server: google(), stored: session() });
  browser.clock.setWall(-60 * MINUTE);
  browser.open();
  await settle();
  expect(browser.calls.filter(({ path }) => path === "/v1/token")).toHaveLength(1);
});

test("sixty clients of one process, which share its locks, do not wait for each other's exchanges", async () => {
  const browser = createBrowser();
  browser.answerWith(async (call) => {
    await new Promise<void>((resolve) => browser.clock.setTimeout(resolve, 2000));
    return google()(call);
  });
  const { manager } = browser.locks.forTab();
  const calls = await Promise.all(
    Array.from({ length: 60 }, async () => {
      const persistence = identity.memoryPersistence();
      await persistence.update(KEY, () => ({ version: 1, session: session() }));
      const { client } = browser.open({ persistence, locks: manager });
      await client.ready();
      return identity.getIdToken(client, { forceRefresh: true }).catch(({ code }) => String(code));
    }).map((call) => ({ call })),
  );
  const outcomes = Promise.all(calls.map(({ call }) => call));
  await browser.clock.advance(10_000);
  const codes = (await outcomes).filter((outcome) => !outcome.includes("."));
  expect(codes).toEqual([]);
});
