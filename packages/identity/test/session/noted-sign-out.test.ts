import { expect, test } from "vitest";
import type { Persistence } from "../../src/persistence/persistence.ts";
import { createBrowser } from "../support/browser.ts";
import { settle } from "../support/clock.ts";
import { google } from "../support/google.ts";
import { identity } from "../support/secrets.ts";
import { session } from "../support/tokens.ts";

const KEY = "identity-client:demo-tallybin";
const HOUR = 3_600_000;

/** Two tabs with Alice's session. The first one's changes of storage never finish, and no message reaches the second. */
async function twoTabs(second: Partial<Persistence> = {}) {
  const browser = createBrowser();
  browser.answerWith(google());
  browser.values.set(KEY, { version: 1, session: session() });
  const one = browser.open({
    persistence: { ...browser.persistence, update: () => new Promise(() => {}) },
    channel: undefined,
  });
  const two = browser.open({
    persistence: { ...browser.persistence, ...second },
    channel: () => ({
      postMessage: () => {},
      addEventListener: () => {},
      close: () => {},
    }),
  });
  await settle();
  return { browser, one, two };
}
const dyingStorage = () => {
  const storage = {
    isDead: false as boolean,
    read: async () => (storage.isDead ? Promise.reject(new Error("lost")) : { version: 1, session: stored }),
  };
  const stored = session();
  return storage;
};
const exchanges = ({ calls }: { calls: { path: string }[] }) =>
  calls.filter(({ path }) => path === "/v1/token").length;

test("an exchange ends a session whose sign-out another tab has noted", async () => {
  const { browser, one, two } = await twoTabs();
  void identity.signOut(one.client);
  one.crash();
  await browser.clock.advance(HOUR);
  expect(two.client.getState()).toMatchObject({ status: "signed-out" });
  expect(exchanges(browser)).toBe(0);
  expect(JSON.stringify(browser.values.get(KEY))).not.toContain("idToken");
});

test("an exchange ends a session with a noted sign-out although storage can no longer be read", async () => {
  const storage = dyingStorage();
  const { browser, one, two } = await twoTabs(storage);
  storage.isDead = true;
  void identity.signOut(one.client);
  one.crash();
  await browser.clock.advance(HOUR);
  expect(two.client.getState()).toMatchObject({ status: "signed-out" });
  expect(exchanges(browser)).toBe(0);
});

test("a page that wakes up ends a session with a noted sign-out although storage can no longer be read", async () => {
  const storage = dyingStorage();
  const { one, two } = await twoTabs(storage);
  storage.isDead = true;
  void identity.signOut(one.client);
  one.crash();
  two.wake("visible");
  await settle();
  expect(two.client.getState()).toMatchObject({ status: "signed-out" });
});

test("an exchange ends the session if a sign-out was noted before the exchange's response arrived", async () => {
  const { browser, one, two } = await twoTabs();
  let answer = () => {};
  browser.answerWith((call) =>
    call.path === "/v1/token"
      ? new Promise((resolve) => {
          answer = () => resolve(google()(call));
        })
      : google()(call),
  );
  const asked = identity.getIdToken(two.client, { forceRefresh: true }).catch(({ code }) => code);
  await settle();
  void identity.signOut(one.client);
  one.crash();
  answer();
  expect(await asked).toBe("signed-out");
  expect(two.client.getState()).toMatchObject({ status: "signed-out" });
});
