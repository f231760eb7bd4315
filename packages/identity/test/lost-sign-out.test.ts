import { expect, test } from "vitest";
import type { Persistence } from "../src/persistence/persistence.ts";
import { createBrowser, credential, KEY } from "./support/browser.ts";
import { settle } from "./support/clock.ts";
import { google } from "./support/google.ts";
import { identity } from "./support/secrets.ts";
import { session } from "./support/tokens.ts";

/** Alice's session in two tabs. The first one's changes of storage never finish. */
async function twoTabs(ofSecond: Partial<Persistence> = {}) {
  const browser = createBrowser({ server: google(), stored: session() });
  const unfinished: Persistence = { ...browser.persistence, update: () => new Promise(() => {}) };
  const one = browser.open({ persistence: unfinished, channel: undefined });
  const two = browser.open({ persistence: { ...browser.persistence, ...ofSecond } });
  await settle();
  return { browser, one, two };
}

test("watchStoredSession reports a sign-out that storage has not received, and tells the other tabs", async () => {
  const { browser, one, two } = await twoTabs();
  void identity.signOut(one.client);
  one.crash();
  const states: string[] = [];
  const { stop } = identity.watchStoredSession(
    { ...two.options, persistence: browser.persistence },
    ({ status }) => states.push(status),
  );
  await settle();
  stop();
  expect(states).toEqual(["signed-out"]);
  expect(two.client.getState().status).toBe("signed-out");
});

test("an exchange ends a session with a noted sign-out although storage can no longer be read", async () => {
  const stored = { version: 1, session: session() };
  let isLost = false as boolean;
  const read = async () => (isLost ? Promise.reject(new Error("lost")) : stored);
  const { browser, one, two } = await twoTabs({ read });
  isLost = true;
  void identity.signOut(one.client);
  one.crash();
  await browser.clock.advance(3_600_000);
  expect(two.client.getState()).toMatchObject({ status: "signed-out" });
  expect(browser.calls.filter(({ path }) => path === "/v1/token")).toHaveLength(0);
});

test("a sign-out before the first storage read holds for the next page once storage has been read", async () => {
  const browser = createBrowser({ stored: session() });
  const refusing: Persistence = {
    ...browser.persistence,
    update: () => Promise.reject(new Error("busy")),
    remove: () => Promise.reject(new Error("busy")),
  };
  const tab = browser.open({ persistence: refusing });
  identity.signOut(tab.client).catch(() => undefined);
  await settle();
  tab.wake("visible");
  await settle();
  tab.crash();
  const again = browser.open();
  await settle();
  expect(again.client.getState().status).toBe("signed-out");
});

test("the note of a sign-out is one stamp, however many there were", async () => {
  const browser = createBrowser({ server: google() });
  const tab = browser.open();
  for (let time = 0; time < 25; time += 1) {
    await identity.signInWithPassword(tab.client, credential);
    await identity.signOut(tab.client);
  }
  expect(browser.persistence.signOutNotes?.getItem(`${KEY}:left`)).toMatch(/^\d+$/);
});
