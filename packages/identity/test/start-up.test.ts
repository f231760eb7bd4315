import { describe, expect, test } from "vitest";
import { createBrowser, KEY, refusal, type Server } from "./support/browser.ts";
import { settle } from "./support/clock.ts";
import { google } from "./support/google.ts";
import { session } from "./support/tokens.ts";

const MINUTE = 60_000;

const faults: [string, Server][] = [
  ["429", () => refusal("TOO_MANY_ATTEMPTS_TRY_LATER", 429)],
  ["429 without a body", () => ({ status: 429, body: "" })],
  ["500", () => refusal("INTERNAL", 500)],
  ["503", () => ({ status: 503, body: { error: { message: "TOKEN_EXPIRED" } } })],
  ["500 with a definite code", () => refusal("USER_NOT_FOUND", 500)],
  ["403 for a key bound to another referrer", () => refusal("Requests from referer x are blocked.", 403)],
  ["an HTML page with 502", () => ({ status: 502, body: "<!doctype html><title>Bad gateway</title>" })],
  ["an HTML page with 200", () => ({ body: "<!doctype html><title>Sign in to the hotel</title>" })],
  ["half a JSON text", () => ({ body: '{"users":[{"localId":"ali' })],
  ["JSON of another shape", () => ({ body: { users: "alice" } })],
  ["an empty list of users", () => ({ body: { users: [] } })],
  ["null", () => ({ body: "null" })],
  ["delayed without end", () => "hang"],
  ["no network", () => "offline"],
  ["an unknown code", () => refusal("A_WORD_GOOGLE_ADDED_LATER")],
  ["a quota", () => refusal("QUOTA_EXCEEDED : Exceeded quota", 403)],
  ["a broken project", () => refusal("PROJECT_DISABLED", 403)],
  ["an unknown grant", () => refusal("INVALID_GRANT_TYPE")],
];

describe.each([
  ["good", 0],
  ["expired", 61 * MINUTE],
])("a start with a stored session whose token is %s", (_, age) => {
  test.each(faults)("a stored session stays signed in when every response is %s", async (_name, server) => {
    const browser = createBrowser({ stored: session() });
    await browser.clock.advance(age);
    browser.answerWith(server);
    const { client } = browser.open();
    await settle();
    expect(client.getState()).toMatchObject({ status: "signed-in", user: { uid: "alice" } });
    await browser.clock.advance(3 * MINUTE);
    expect(client.getState()).toMatchObject({ status: "signed-in", user: { uid: "alice" } });
    expect(browser.values.get(KEY)).toMatchObject({ session: { refreshToken: session().refreshToken } });
    // The next start has the same result.
    expect((await reopened(browser)).getState()).toMatchObject({ status: "signed-in" });
  });

  test.each([
    ["TOKEN_EXPIRED", "user-token-expired"],
    ["USER_DISABLED", "user-disabled"],
    ["USER_NOT_FOUND", "user-not-found"],
    ...(age > 0 ? [["INVALID_REFRESH_TOKEN", "invalid-refresh-token"]] : []),
  ])(
    "a stored session is signed out in all tabs, with the reason, when every response is %s",
    async (word, reason) => {
      const browser = createBrowser({ stored: session() });
      await browser.clock.advance(age);
      browser.answerWith(() => refusal(word));
      const tabs = [browser.open(), browser.open(), browser.open()];
      await browser.clock.advance(MINUTE);
      for (const { client } of tabs) expect(client.getState()).toEqual({ status: "signed-out", reason });
      expect(browser.calls.filter(({ path }) => path === "/v1/token").length).toBeLessThanOrEqual(1);
      expect(JSON.stringify(browser.values.get(KEY))).not.toContain("idToken");
      // The next page still has the reason when it asks the user to sign in again.
      expect((await reopened(browser)).getState()).toEqual({ status: "signed-out", reason });
    },
  );
});

const reopened = async (browser: ReturnType<typeof createBrowser>) => {
  const { client } = browser.open();
  await settle();
  return client;
};

test("after the server has refused an ID token, one refresh follows and the session continues with the new token", async () => {
  const browser = createBrowser({ stored: session() });
  const old = session().idToken;
  let lookups = 0;
  browser.answerWith(({ path }) => {
    if (path === "/v1/token") {
      return { body: { id_token: session().idToken, refresh_token: "next-refresh", expires_in: "3600" } };
    }
    lookups += 1;
    return lookups === 1 ? refusal("INVALID_ID_TOKEN") : { body: { users: [{ localId: "alice" }] } };
  });
  const { client } = browser.open();
  await settle();
  expect(client.getState()).toMatchObject({ status: "signed-in", connection: "online" });
  expect(browser.calls.map(({ path }) => path)).toEqual([
    "/v1/accounts:lookup",
    "/v1/token",
    "/v1/accounts:lookup",
  ]);
  expect(browser.calls[2]?.body["idToken"]).not.toBe(old);
});

test("a page that closes during an exchange records no failure for the next page", async () => {
  const browser = createBrowser({ stored: session() });
  await browser.clock.advance(61 * MINUTE);
  browser.answerWith(() => "hang");
  const leaving = browser.open();
  await settle();
  leaving.signal("page-hidden");
  await settle();
  expect(browser.values.get(KEY)).not.toHaveProperty("retry");
  browser.answerWith(google());
  expect((await reopened(browser)).getState()).toMatchObject({ status: "signed-in", connection: "online" });
  // The session also continues from the back-forward cache.
  leaving.wake("page-shown");
  await settle();
  expect(leaving.client.getState()).toMatchObject({ status: "signed-in", connection: "online" });
});

test("a refused sign-in does not affect the current session", async () => {
  const browser = createBrowser({ stored: session() });
  browser.answerWith(({ path }) =>
    path.endsWith("signInWithPassword")
      ? refusal("USER_DISABLED")
      : { body: { users: [{ localId: "alice" }] } },
  );
  const { client } = browser.open();
  await settle();
  const { identity } = await import("./support/secrets.ts");
  await expect(
    identity.signInWithPassword(client, { email: "b@example.com", password: "wrong-horse" }),
  ).rejects.toMatchObject({ code: "user-disabled", serverCode: "USER_DISABLED" });
  await expect(
    identity.reauthenticateWithPassword(client, { email: "b@example.com", password: "wrong-horse" }),
  ).rejects.toMatchObject({ code: "user-disabled" });
  expect(client.getState()).toMatchObject({ status: "signed-in", user: { uid: "alice" } });
});
