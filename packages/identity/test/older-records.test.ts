import { expect, test } from "vitest";
import { createBrowser, KEY } from "./support/browser.ts";
import { settle } from "./support/clock.ts";
import { google } from "./support/google.ts";
import { identity } from "./support/secrets.ts";
import { idToken, session } from "./support/tokens.ts";

/** A session as versions without generations store it. */
const storedOf = (authTime: number) => {
  const { generation: _, ...older } = session({ idToken: idToken({ auth_time: authTime }) });
  return { version: 1, session: older };
};

test("after a sign-out, a newer sign-in that an older version of the client stores is kept", async () => {
  const browser = createBrowser({ server: google() });
  browser.values.set(KEY, storedOf(1_767_225_600));
  const { client } = browser.open();
  await settle();
  expect(client.getState()).toMatchObject({ status: "signed-in" });
  await identity.signOut(client);
  browser.values.set(KEY, storedOf(1_767_229_200));
  const next = browser.open();
  await settle();
  expect(next.client.getState()).toMatchObject({ status: "signed-in", user: { uid: "alice" } });
});

test("a session stored by an older version of the client stays the same session for all tabs after a refresh", async () => {
  const browser = createBrowser({ server: google() });
  browser.values.set(KEY, storedOf(1_767_225_600));
  const [one, two] = [browser.open(), browser.open()];
  await settle();
  browser.values.set(KEY, storedOf(1_767_225_600));
  for (const { client, wake } of [one, two]) {
    wake("visible");
    await settle();
    expect(client.getState()).toMatchObject({ status: "signed-in" });
  }
  await identity.signOut(one.client);
  await settle();
  expect(two.client.getState()).toMatchObject({ status: "signed-out" });
});

test("users with records of an older version stay signed in, and a refresh adds a generation to the record", async () => {
  const browser = createBrowser({ server: google() });
  const { generation, ...old } = session();
  expect(generation).toBeTypeOf("string");
  browser.values.set(KEY, { version: 1, session: old });
  const tabs = [browser.open(), browser.open()];
  await browser.clock.advance(56 * 60_000);
  for (const { client } of tabs) {
    expect(client.getState()).toMatchObject({ status: "signed-in", connection: "online" });
  }
  expect(browser.calls.filter(({ path }) => path === "/v1/token")).toHaveLength(1);
  expect(browser.values.get(KEY)).toMatchObject({ version: 1, session: { generation: "of:alice" } });
});
