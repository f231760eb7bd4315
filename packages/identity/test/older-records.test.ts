import { expect, test } from "vitest";
import { createBrowser } from "./support/browser.ts";
import { settle } from "./support/clock.ts";
import { google } from "./support/google.ts";
import { identity } from "./support/secrets.ts";
import { idToken, session } from "./support/tokens.ts";

const KEY = "identity-client:demo-tallybin";

/** A session as versions without generations store it. */
const storedOf = (authTime: number) => {
  const { generation: _, ...older } = session({ idToken: idToken({ auth_time: authTime }) });
  return { version: 1, session: older };
};

test("after a sign-out, a newer sign-in that an older version of the client stores is kept", async () => {
  const browser = createBrowser();
  browser.answerWith(google());
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
  const browser = createBrowser();
  browser.answerWith(google());
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
