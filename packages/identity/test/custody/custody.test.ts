import { expect, test } from "vitest";
import { releasingCustody, sessionIdOf } from "../../src/custody/index.ts";
import { decodeClaims } from "../../src/id-token.ts";
import { refusal } from "../support/browser.ts";
import { settle } from "../support/clock.ts";
import { createGate } from "../support/gate.ts";
import { google } from "../support/google.ts";
import { identity } from "../support/secrets.ts";
import { idToken, refreshToken, session } from "../support/tokens.ts";
import { type Answer, credential, ended, KEY, setUp, signedIn, URL_OF_SERVER } from "./set-up.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

test("after a sign-in, the page holds no refresh token, and the server makes the exchanges", async () => {
  const { browser, world, stored, client } = await signedIn();
  expect(stored()).toContain(`"handle":"${sessionIdOf(client)}"`);
  expect(stored()).not.toContain(refreshToken());
  const first = await identity.getIdToken(client);
  await browser.clock.advance(56 * MINUTE);
  expect(await identity.getIdToken(client)).not.toBe(first);
  expect(world.spent).toEqual([refreshToken(), refreshToken()]);
  expect(
    browser.calls.filter(({ path }) => path === "/v1/token"),
    "the page sends Google no exchange",
  ).toEqual([]);
});

test("a failed hand-over rejects the sign-in, signs no user in and stores nothing", async () => {
  const { world, open, stored } = setUp();
  const { client } = open();
  for (const answer of ["offline", refusal("", 503), refusal("INVALID_REFRESH_TOKEN")] as const) {
    world.own = () => answer;
    await expect(identity.signInWithPassword(client, credential)).rejects.toThrow();
    expect(client.getState()).toMatchObject({ status: "signed-out" });
    expect(stored()).not.toContain("Token");
  }
  world.own = undefined;
  await identity.signInWithPassword(client, credential);
  expect(client.getState()).toMatchObject({ status: "signed-in" });
});

test("if a sign-out replaces a sign-in during its hand-over, the client also ends the new session on the server", async () => {
  const { world, open, ownCalls } = setUp();
  const { client } = open();
  const handOver = createGate();
  world.own = ({ path, method }) =>
    path === "/api/session" && method === "POST"
      ? handOver.opened.then(() => ({ body: { session: "00000000-0000-4000-8000-000000000001" } }))
      : undefined;
  const signingIn = identity.signInWithPassword(client, credential).catch(({ code }) => code);
  await settle();
  await identity.signOut(client);
  handOver.open();
  expect(await signingIn).toBe("session-changed");
  await settle();
  expect(ownCalls().map(({ method, headers }) => [method, headers.get("x-session")])).toEqual([
    ["POST", "new"],
    ["DELETE", "00000000-0000-4000-8000-000000000001"],
  ]);
});

test.each([
  ["is given up", "cancel"],
  ["gets no answer", "lose"],
  ["is refused", "refuse"],
])("the current session continues after another sign-in that %s", async (_, how) => {
  const { browser, world, stored, client } = await signedIn();
  world.sub = "bob";
  if (how === "lose") world.isLost = ({ path }) => path === "/api/session";
  if (how === "refuse")
    world.upstream = () => Response.json({ error: { message: "TOKEN_EXPIRED" } }, { status: 400 });
  const signingIn = identity.signInWithPassword(client, credential).catch(({ code }) => code);
  // A second sign-in starts and fails before it reaches the server.
  if (how === "cancel") {
    world.google = () => refusal("INVALID_PASSWORD");
    await identity.signInWithPassword(client, credential).catch(() => undefined);
  }
  expect(await signingIn).toEqual(expect.any(String));
  Object.assign(world, { sub: "alice", isLost: () => false, upstream: undefined, google: undefined });
  await browser.clock.advance(3 * HOUR);
  expect(client.getState()).toMatchObject({
    status: "signed-in",
    connection: "online",
    user: { uid: "alice" },
  });
  expect(stored()).toContain('"uid":"alice"');
});

test("after concurrent sign-ins in two tabs, the server's session and the stored one belong to the same account", async () => {
  const { world, open, stored, ownCalls } = setUp();
  const [one, two] = [open(), open()];
  const first = identity.signInWithPassword(one.client, credential).catch(() => undefined);
  await settle();
  world.sub = "bob";
  await Promise.all([first, identity.signInWithPassword(two.client, credential)]);
  await settle();
  expect(stored()).toContain('"uid":"bob"');
  const last = ownCalls().findLast(({ method }) => method === "POST");
  expect(decodeClaims(String(last?.body["idToken"])).sub).toBe("bob");
});

test("a sign-in that another tab's later sign-in overtakes during its hand-over rejects, and ends on the server", async () => {
  const setting = setUp();
  const { world, open, browser } = setting;
  const [one, two] = [open(), open()];
  const [early, late] = [createGate(), createGate()];
  world.delay = () => early.opened;
  const overtaken = identity.signInWithPassword(one.client, credential).catch(({ code }) => code);
  await settle();
  await browser.clock.advance(1);
  world.delay = () => late.opened;
  const later = identity.signInWithPassword(two.client, credential);
  await settle();
  world.delay = () => undefined;
  late.open();
  early.open();
  await later;
  expect(await overtaken).toBe("session-changed");
  await settle();
  expect(sessionIdOf(one.client)).toBe(sessionIdOf(two.client));
  expect(ended(setting)).toHaveLength(1);
  expect(ended(setting)).not.toContain(sessionIdOf(two.client));
});

test("new tokens of a session are handed over to the same session on the server", async () => {
  const { ownCalls, stored, client } = await signedIn();
  const id = sessionIdOf(client);
  await identity.updatePassword(client, "another-horse");
  expect(sessionIdOf(client)).toBe(id);
  expect(ownCalls().map(({ headers }) => headers.get("x-session"))).toEqual(["new", id, id]);
  expect(stored()).not.toContain(refreshToken());
});

test.each([
  ["the tab that made the change", false],
  ["another tab", true],
])(
  "if the hand-over after an account change failed, the next exchange of %s hands over the new refresh token",
  async (_, isOther) => {
    const { browser, world, open, ownCalls, stored } = setUp();
    const { client } = open();
    const other = open();
    await identity.signInWithPassword(client, credential);
    const id = sessionIdOf(client);
    world.own = () => refusal("", 503);
    const fresh = {
      localId: "alice",
      idToken: idToken(),
      refreshToken: "refresh-alice-after",
      expiresIn: "3600",
    };
    const exchanged = { id_token: idToken(), expires_in: "3600" };
    world.google = (call) =>
      call.path.endsWith(":update")
        ? { body: fresh }
        : call.path === "/v1/token"
          ? { body: exchanged }
          : google()(call);
    await identity.updatePassword(client, "another-horse");
    expect(client.getState()).toMatchObject({ status: "signed-in" });
    if (isOther) client.dispose();
    // Google has revoked the earlier tokens.
    world.upstream = (token) =>
      token === "refresh-alice-after"
        ? undefined
        : Response.json({ error: { message: "TOKEN_EXPIRED" } }, { status: 400 });
    await browser.clock.advance(40 * MINUTE);
    world.own = undefined;
    await browser.clock.advance(HOUR);
    expect(other.client.getState()).toMatchObject({ status: "signed-in", connection: "online" });
    expect(stored()).not.toContain("refresh-alice-after");
    expect(ownCalls().at(-1)?.headers.get("x-session"), "the same session on the server").toBe(id);
  },
);

test("only the tab that signs out tells the server about the sign-out", async () => {
  const { open, ownCalls } = setUp();
  const [one, two] = [open(), open()];
  await identity.signInWithPassword(one.client, credential);
  await settle();
  await identity.signOut(one.client);
  await settle();
  expect(two.client.getState()).toMatchObject({ status: "signed-out" });
  expect(ownCalls().filter(({ method }) => method === "DELETE")).toHaveLength(1);
});

test("deleting the account ends all its sessions on the server", async () => {
  const { browser, client } = await signedIn();
  await identity.deleteUser(client);
  await settle();
  const ends = browser.calls.filter(({ method }) => method === "DELETE");
  expect(ends.map(({ search }) => search)).toEqual(["?everywhere", "?replaced"]);
});

test.each([
  ["TOKEN_EXPIRED", "user-token-expired"],
  ["USER_DISABLED", "user-disabled"],
  ["INVALID_REFRESH_TOKEN", "invalid-refresh-token"],
])("the definite code %s from the server ends the session", async (word, reason) => {
  const { browser, world, client } = await signedIn();
  world.own = () => refusal(word);
  await browser.clock.advance(56 * MINUTE);
  expect(client.getState()).toMatchObject({ status: "signed-out", reason });
});

test.each<[string, Answer]>([
  ["no answer", "offline"],
  ["a definite code with the status 503", refusal("TOKEN_EXPIRED", 503)],
  ["a page of a proxy", { body: "<html>", status: 200 }],
  ["a refusal without a code", { body: {}, status: 403 }],
  ["an answer without a token", { body: { expires_in: "3600" } }],
])("the client keeps the session and retries the exchange after %s", async (_, answer) => {
  const { browser, world, client } = await signedIn();
  world.own = () => answer;
  await browser.clock.advance(56 * MINUTE);
  expect(client.getState()).toMatchObject({ status: "signed-in", connection: "reconnecting" });
  world.own = undefined;
  await browser.clock.advance(MINUTE);
  expect(client.getState()).toMatchObject({ connection: "online" });
});

test("ten tabs make one exchange, which sends the last 16 characters of their ID token", async () => {
  const { browser, open, ownCalls } = setUp();
  const tabs = Array.from({ length: 10 }, open);
  await identity.signInWithPassword(tabs[0]?.client ?? open().client, credential);
  await settle();
  const before = await identity.getIdToken(tabs[3]?.client ?? open().client);
  await browser.clock.advance(56 * MINUTE);
  const exchanges = ownCalls().filter(({ path }) => path.endsWith("/token"));
  expect(exchanges.map(({ body }) => body)).toEqual([{ held: before.slice(-16) }]);
});

test("a session stored before the site used custody is handed over immediately", async () => {
  const { browser, world, open, stored, ownCalls } = setUp();
  browser.values.set(KEY, { version: 1, session: session() });
  const { client } = open();
  await settle();
  expect(client.getState()).toMatchObject({ status: "signed-in", user: { uid: "alice" } });
  expect(stored()).not.toContain(refreshToken());
  expect(stored()).toContain(`"handle":"${sessionIdOf(client)}"`);
  expect(ownCalls()).toHaveLength(1);
  expect(world.spent).toEqual([refreshToken()]);
});

test("a session stored before the site used custody is kept while the server is down, and handed over afterwards", async () => {
  const { browser, world, open, stored } = setUp();
  browser.values.set(KEY, { version: 1, session: session() });
  world.own = () => "offline";
  const { client } = open();
  await settle();
  expect(client.getState()).toMatchObject({ status: "signed-in" });
  expect(stored()).toContain(refreshToken());
  world.own = undefined;
  await browser.clock.advance(31_000);
  expect(stored()).not.toContain(refreshToken());
});

test("after a recent forced refresh, a session is handed over at the first event that allows the next one", async () => {
  const { browser, open, stored } = setUp();
  browser.values.set(KEY, { version: 1, session: session() });
  const before = browser.open();
  await identity.getIdToken(before.client, { forceRefresh: true });
  before.client.dispose();
  const { wake } = open();
  await settle();
  expect(stored()).not.toContain("handle");
  await browser.clock.advance(31_000);
  wake("visible");
  await settle();
  expect(stored()).toContain("handle");
  expect(stored()).not.toContain(refreshToken());
});

test("the client gets its refresh token back when the site goes back to sessions in the browser", async () => {
  const { browser, world, open, stored } = setUp();
  const kept = open();
  await identity.signInWithPassword(kept.client, credential);
  kept.client.dispose();
  world.own = ({ path }) =>
    path.endsWith("/release") ? { body: { refresh_token: refreshToken() } } : undefined;
  const back = browser.open({ custody: releasingCustody({ url: URL_OF_SERVER }) });
  await settle();
  expect(back.client.getState()).toMatchObject({ status: "signed-in", user: { uid: "alice" } });
  expect(stored()).toContain(refreshToken());
  expect(stored()).not.toContain("handle");
  await browser.clock.advance(56 * MINUTE);
  expect(browser.calls.filter(({ path }) => path === "/v1/token")).toHaveLength(2);
});

test.each([
  ["was just handed over", false],
  ["is kept because its hand-over failed", true],
])("a password reset ends a session that %s", async (_, isOffline) => {
  const { browser, world, open } = setUp();
  browser.values.set(KEY, { version: 1, session: session() });
  if (isOffline) world.own = () => "offline";
  const { client } = open();
  await settle();
  // An ID token of the same second is still accepted; the refresh token is not.
  world.upstream = () => Response.json({ error: { message: "TOKEN_EXPIRED" } }, { status: 400 });
  world.google = (call) =>
    call.path === "/v1/token"
      ? refusal("TOKEN_EXPIRED")
      : call.path.endsWith(":resetPassword")
        ? { body: { requestType: "PASSWORD_RESET", email: credential.email } }
        : google()(call);
  await identity.confirmPasswordReset(client, "a-code", "another-horse");
  expect(client.getState()).toMatchObject({ status: "signed-out", reason: "user-token-expired" });
});

test("a password reset during a hand-over ends the session after the hand-over", async () => {
  const { browser, world, open } = setUp();
  browser.values.set(KEY, { version: 1, session: session() });
  const handOver = createGate();
  world.own = ({ path }) =>
    path === "/api/session"
      ? handOver.opened.then(() => ({ body: { session: "00000000-0000-4000-8000-000000000001" } }))
      : refusal("TOKEN_EXPIRED");
  const { client } = open();
  await settle();
  world.google = (call) =>
    call.path.endsWith(":resetPassword") ? { body: { requestType: "PASSWORD_RESET" } } : google()(call);
  const reset = identity.confirmPasswordReset(client, "a-code", "another-horse");
  await settle();
  expect(client.getState()).toMatchObject({ status: "signed-in" });
  handOver.open();
  await reset;
  expect(client.getState()).toMatchObject({ status: "signed-out", reason: "user-token-expired" });
});
