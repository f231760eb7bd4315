import { expect, test } from "vitest";
import { parseRecord } from "../src/session/record.ts";
import { createBrowser, KEY } from "./support/browser.ts";
import { START, settle } from "./support/clock.ts";
import { google } from "./support/google.ts";
import { identity } from "./support/secrets.ts";
import { idToken, session } from "./support/tokens.ts";

/** A session as the release before stores it, with tokens received at that time in milliseconds. */
const storedOf = (receivedAt = START) => {
  const claims = { auth_time: receivedAt / 1000 };
  const {
    stamp: _,
    change: __,
    turn: ___,
    profileAt: ____,
    ...older
  } = session({ idToken: idToken(claims) });
  const generation = `sign-in-at-${receivedAt}`;
  return { version: 1, session: { ...older, generation, receivedAt, expiresAt: receivedAt + 3_600_000 } };
};

test("after a sign-out, a newer sign-in that an older version of the client stores is kept", async () => {
  const browser = createBrowser({ server: google() });
  browser.values.set(KEY, storedOf());
  const { client } = browser.open();
  await settle();
  expect(client.getState()).toMatchObject({ status: "signed-in" });
  await identity.signOut(client);
  await browser.clock.advance(60_000);
  browser.values.set(KEY, storedOf(browser.clock.now()));
  const next = browser.open();
  await settle();
  expect(next.client.getState()).toMatchObject({ status: "signed-in", user: { uid: "alice" } });
});

test("a session stored by an older version of the client stays the same session for all tabs after a refresh", async () => {
  const browser = createBrowser({ server: google() });
  browser.values.set(KEY, storedOf());
  const [one, two] = [browser.open(), browser.open()];
  await settle();
  browser.values.set(KEY, storedOf());
  for (const { client, wake } of [one, two]) {
    wake("visible");
    await settle();
    expect(client.getState()).toMatchObject({ status: "signed-in" });
  }
  await identity.signOut(one.client);
  await settle();
  expect(two.client.getState()).toMatchObject({ status: "signed-out" });
});

test("users with records of an older version stay signed in, and a refresh adds a stamp to the record", async () => {
  const browser = createBrowser({ server: google() });
  browser.values.set(KEY, storedOf());
  const tabs = [browser.open(), browser.open()];
  await browser.clock.advance(56 * 60_000);
  for (const { client } of tabs) {
    expect(client.getState()).toMatchObject({ status: "signed-in", connection: "online" });
  }
  expect(browser.calls.filter(({ path }) => path === "/v1/token")).toHaveLength(1);
  expect(browser.values.get(KEY)).toMatchObject({ version: 1, session: { stamp: START } });
});

test("the profile in a record of an older version counts as read when its tokens were received", () => {
  expect(parseRecord(storedOf())?.session?.profileAt).toBe(START);
});
