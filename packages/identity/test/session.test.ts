import { expect, test } from "vitest";
import { createBrowser, credential, KEY } from "./support/browser.ts";
import { settle } from "./support/clock.ts";
import { google } from "./support/google.ts";
import { identity } from "./support/secrets.ts";
import { session } from "./support/tokens.ts";

const { getIdToken, signInWithPassword, signOut, signUp } = identity;

test("a password sign-in resolves after one request, and the lookup completes the user in the background", async () => {
  const browser = createBrowser({ server: google() });
  const { client } = browser.open();
  await settle();
  expect(client.getState()).toEqual({ status: "signed-out" });

  const user = await signInWithPassword(client, credential);
  expect(user).toMatchObject({ uid: "alice", email: "alice@example.com" });
  expect(browser.calls.filter(({ path }) => path !== "/v1/accounts:lookup")).toHaveLength(1);

  await settle();
  expect(client.getState()).toMatchObject({
    status: "signed-in",
    connection: "online",
    user: { displayName: "From the lookup" },
  });
});

test("a sign-in or sign-out in one tab is shown in every tab", async () => {
  const browser = createBrowser({ server: google() });
  const [one, two] = [browser.open(), browser.open()];
  await signUp(one.client, credential);
  await settle();
  expect(two.client.getState()).toMatchObject({ status: "signed-in", user: { uid: "alice" } });

  await signOut(two.client);
  await settle();
  expect(one.client.getState()).toEqual({ status: "signed-out" });
  expect(JSON.stringify(browser.values.get(KEY))).not.toContain("idToken");
});

test("during an outage, all tabs together make one attempt per step of the back-off", async () => {
  const browser = createBrowser({
    server: () => ({ status: 503, body: "<html>down</html>" }),
    stored: session({ lifetimeMs: 1000 }),
  });
  await browser.clock.advance(10_000);
  const tabs = Array.from({ length: 10 }, () => browser.open());
  await browser.clock.advance(10 * 60_000);
  // 0, 30, 90, 210, 450 s after the start; the next would be at 930 s.
  expect(browser.calls.filter(({ path }) => path === "/v1/token")).toHaveLength(5);
  for (const { client } of tabs) {
    expect(client.getState()).toMatchObject({ status: "signed-in", connection: "reconnecting" });
    await expect(getIdToken(client)).rejects.toMatchObject({
      code: "internal-error",
      retryAt: expect.any(Number),
    });
  }
  browser.answerWith(google());
  tabs[0]?.client.retryNow();
  await settle();
  for (const { client } of tabs) expect(client.getState()).toMatchObject({ connection: "online" });
});
