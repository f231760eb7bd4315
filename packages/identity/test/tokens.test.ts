import { describe, expect, test } from "vitest";
import { createBrowser, credential, KEY } from "./support/browser.ts";
import { settle } from "./support/clock.ts";
import { google } from "./support/google.ts";
import { identity } from "./support/secrets.ts";
import { idToken, refreshToken, session } from "./support/tokens.ts";

const MINUTE = 60_000;

/** A server whose ID tokens all have these claims. */
function serverWith(claims: Record<string, unknown>) {
  const browser = createBrowser();
  browser.answerWith((call) => {
    if (call.path === "/v1/token") {
      return {
        body: { id_token: idToken(claims), refresh_token: refreshToken(), expires_in: "3600" },
      };
    }
    if (call.path === "/v1/accounts:lookup") return { body: { users: [{ localId: "alice" }] } };
    return { body: { idToken: idToken(claims), refreshToken: refreshToken(), expiresIn: "3600" } };
  });
  return browser;
}

describe("an ID token with custom claims of any kind", () => {
  test.each([
    ["picture: null", { picture: null }],
    ["name: an object", { name: { first: "Alice" } }],
    ["email_verified: text", { email_verified: "true" }],
    ["phone_number: a number", { phone_number: 15_550_001_111 }],
    ["auth_time: missing", { auth_time: undefined }],
    ["firebase: missing", { firebase: undefined }],
    ["firebase: text", { firebase: "none" }],
    ["identities: a list", { firebase: { sign_in_provider: "password", identities: [1] } }],
    ["identities: null", { firebase: { identities: null, tenant: 7 } }],
  ])(
    "an ID token with odd claims (%s) is accepted at a sign-in and from the token endpoint",
    async (_, claims) => {
      const browser = serverWith(claims);
      const { client } = browser.open();
      await expect(identity.signInWithPassword(client, credential)).resolves.toMatchObject({ uid: "alice" });
      await browser.clock.advance(61 * MINUTE);
      expect(browser.calls.map(({ path }) => path)).toContain("/v1/token");
      expect(client.getState()).toMatchObject({ status: "signed-in", connection: "online" });
    },
  );
});

describe("tokens of another user", () => {
  test("another user's tokens in a response of the token endpoint are not stored", async () => {
    const browser = createBrowser({ server: google({ sub: "bob" }), stored: session() });
    await browser.clock.advance(61 * MINUTE);
    const { client } = browser.open();
    await settle();
    expect(client.getState()).toMatchObject({
      status: "signed-in",
      user: { uid: "alice" },
      connection: "reconnecting",
    });
    expect(browser.values.get(KEY)).toMatchObject({ session: { refreshToken: refreshToken("alice") } });
    await expect(identity.getIdToken(client)).rejects.toMatchObject({ code: "user-mismatch" });
  });

  test("another user's tokens in a response to an account change are not stored", async () => {
    const browser = createBrowser({
      server: (call) => google({ sub: call.path.endsWith("update") ? "bob" : "alice" })(call),
    });
    const { client } = browser.open();
    await identity.signInWithPassword(client, credential);
    const held = await identity.getIdToken(client);
    await expect(identity.updatePassword(client, "another-horse")).rejects.toMatchObject({
      code: "user-mismatch",
    });
    await expect(identity.getIdToken(client)).resolves.toBe(held);
  });
});

test("unlinking the last provider empties the provider list if the response omits the list", async () => {
  const browser = createBrowser();
  const providerUserInfo = [{ providerId: "google.com", rawId: "1" }];
  browser.answerWith((call) => {
    if (call.path.endsWith("lookup")) return { body: { users: [{ localId: "alice", providerUserInfo }] } };
    if (call.path.endsWith("update")) return { body: { localId: "alice" } };
    return google()(call);
  });
  const { client } = browser.open();
  await identity.signInWithPassword(client, credential);
  const user = await identity.unlink(client, "google.com");
  expect(user.providerData).toEqual([]);
});

test("an account change whose response lists no providers keeps the providers and the phone number", async () => {
  const browser = createBrowser();
  const phone = { providerId: "phone", phoneNumber: "+15555550100" };
  const account = { localId: "alice", phoneNumber: "+15555550100", providerUserInfo: [phone] };
  browser.answerWith((call) => {
    if (call.path.endsWith("lookup")) return { body: { users: [account] } };
    if (call.path.endsWith("update")) return { body: { localId: "alice", displayName: "Alice" } };
    return google()(call);
  });
  const { client } = browser.open();
  await identity.signInWithPassword(client, credential);
  await settle();
  expect(await identity.updateProfile(client, { displayName: "Alice" })).toMatchObject({
    displayName: "Alice",
    phoneNumber: "+15555550100",
    providerData: [{ providerId: "phone" }],
  });
});

test("a token that has already expired on arrival is refused, and the next exchange waits for the back-off", async () => {
  const browser = createBrowser();
  browser.answerWith((call) =>
    call.path === "/v1/token"
      ? { body: { id_token: idToken({ exp: 1_767_225_600 }), refresh_token: refreshToken() } }
      : google()(call),
  );
  browser.values.set(KEY, { version: 1, session: session({ lifetimeMs: 1000 }) });
  await browser.clock.advance(MINUTE);
  const { client } = browser.open();
  await browser.clock.advance(1500);
  expect(browser.calls.filter(({ path }) => path === "/v1/token")).toHaveLength(1);
  expect(client.getState()).toMatchObject({ connection: "reconnecting" });
});

test.each([
  ["5", 30],
  ["120", 120],
  ["86400", 960],
  [new Date(Date.UTC(2026, 0, 1, 1, 5)).toUTCString(), 240],
])(
  "if the token endpoint asks for a retry after %s, the client retries in %i s",
  async (retryAfter, seconds) => {
    const browser = createBrowser();
    browser.answerWith(({ path }) =>
      path === "/v1/token"
        ? { status: 503, body: "", headers: { "Retry-After": retryAfter } }
        : { body: { users: [{ localId: "alice" }] } },
    );
    browser.values.set(KEY, { version: 1, session: session() });
    await browser.clock.advance(61 * MINUTE);
    const { client } = browser.open();
    await settle();
    expect(client.getState()).toMatchObject({ retryAt: browser.clock.now() + seconds * 1000 });
  },
);
