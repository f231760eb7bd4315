import { beforeEach, expect, test, vi } from "vitest";
import { createUpstream, refused } from "../../server/test/support/sessions.ts";
import { createTokenService } from "../../server/test/support/tokens.ts";
import { ApiError } from "../src/index.ts";
import { LIMITS, type Options, ORIGIN, openSite } from "./support/site.ts";

const tokens = await createTokenService();
let nowMs = 0;
beforeEach(() => {
  nowMs = Date.now();
});

/** A site, and browsers that its server renders pages for. */
function serve(changes: Partial<Options> = {}) {
  const site = openSite(tokens, () => nowMs, changes);
  const { getSession, getIdToken, getUser } = site.handlers();
  const open = () => {
    const browser = site.open();
    const request = () => new Request(ORIGIN, { headers: { cookie: browser.state.cookie } });
    return {
      ...browser,
      getSession: () => getSession(request()),
      getIdToken: () => getIdToken(request()),
      getUser: () => getUser(request()),
    };
  };
  return { ...site.handlers(), ...site, open };
}

test("getSession returns the cookie's session to a server-rendered page until the session has expired", async () => {
  const browser = serve().open();
  expect(await browser.getSession()).toBeUndefined();
  await browser.signIn("alice");
  expect(await browser.getSession(), "its page has not used it").toBeUndefined();
  await browser.exchange();
  expect(await browser.getSession()).toEqual({ id: browser.state.session, uid: "alice" });
  nowMs += LIMITS.idleSeconds * 1_000;
  expect(await browser.getSession()).toBeUndefined();
});

test("getIdToken returns an ID token for the cookie's user, shares one exchange, and returns nothing once the session has ended", async () => {
  const { verifyIdToken, open, upstream } = serve();
  const browser = open();
  expect(await browser.getIdToken()).toBeUndefined();
  const { refreshToken } = await browser.signIn("alice");
  await browser.exchange();
  nowMs += 6_000;
  const [one = "", other] = await Promise.all([browser.getIdToken(), browser.getIdToken()]);
  expect(one).toBe(other);
  expect((await verifyIdToken(one)).uid).toBe("alice");
  upstream.faults.set(refreshToken, "offline");
  nowMs += 6_000;
  await expect(browser.getIdToken()).rejects.toMatchObject({ dependency: "token service" });
  upstream.faults.set(refreshToken, refused("USER_DISABLED"));
  expect(await browser.getIdToken()).toBeUndefined();
  expect(await browser.getSession()).toBeUndefined();
});

test("getUser returns the user's name and address for a greeting, and nothing without a session", async () => {
  const browser = serve().open();
  expect(await browser.getUser()).toBeUndefined();
  await browser.signIn("alice");
  await browser.exchange();
  expect(await browser.getUser()).toEqual({
    uid: "alice",
    name: undefined,
    email: expect.stringContaining("alice"),
    isEmailVerified: expect.any(Boolean),
  });
});

test("the list of sessions has no other columns of the application's store", async () => {
  const site = serve();
  const { list } = site.store;
  site.store.list = async (uid) =>
    (await list(uid)).map((row) => ({ ...row, secretHash: "hash-of-a-secret" }));
  const browser = site.open();
  await browser.signIn("alice");
  await browser.exchange();
  const answer = await (await browser.send("GET", "/api/sessions")).text();
  expect(answer).toContain(browser.state.session);
  expect(answer).not.toContain("hash-of-a-secret");
});

test("the handlers ignore an unknown path, and answer a wrong method with 405 and the allowed methods", async () => {
  const { handle } = serve().handlers();
  expect(await handle(new Request(`${ORIGIN}/api/other`))).toBeUndefined();
  expect(await handle(new Request(`${ORIGIN}/api/sessions/some/path`))).toBeUndefined();
  const response = await serve().handle(new Request(`${ORIGIN}/api/session/token`));
  expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
});

test("the handlers refuse a request from another site and report the refusal as an audit event", async () => {
  const audit = vi.fn();
  const headers = {
    origin: "https://elsewhere.example",
    "x-session": "new",
    "content-type": "application/json",
  };
  const request = new Request(`${ORIGIN}/api/session`, { method: "POST", headers, body: "{}" });
  const response = await serve({ audit }).handle(request);
  expect(response.status).toBe(403);
  expect(await response.json()).toMatchObject({ status: "error", code: "permission-denied" });
  expect(audit).toHaveBeenCalledWith("credential.refused", { code: "permission-denied" });
});

test("the option count is called for hand-overs and refusals, and an error that it throws becomes the response", async () => {
  const counted: string[] = [];
  const { open, upstream } = serve({
    clientOf: () => "192.0.2.1",
    async count(scope, subject) {
      counted.push(`${scope} ${subject}`);
      if (counted.length > 2) throw new ApiError(429, "too-many-requests", "Later.", { "retry-after": "60" });
    },
  });
  const browser = open();
  await browser.signIn("alice");
  await browser.send("DELETE", "/api/session?replaced");
  await browser.exchange();
  expect(counted).toEqual(["session-hand-over alice", "session-client 192.0.2.1"]);
  const response = await browser.handOver(await upstream.signIn("alice"));
  expect([response.status, response.headers.get("retry-after")]).toEqual([429, "60"]);
});

test("the option localServices replaces Google's addresses for keys, tokens and the time", async () => {
  const asked: string[] = [];
  const localServices = "http://localhost:9099";
  const upstream = createUpstream({ tokens });
  const { open } = serve({
    localServices,
    fetchKeys: async (url) => {
      asked.push(url);
      const isClock = url.endsWith("/__local/clock");
      return isClock ? Response.json({ offset: 0, skew: 0, frozenAt: null }) : tokens.fetchKeys();
    },
    async fetchTokens(request) {
      asked.push(new URL("?", request.url).href);
      return upstream.fetchTokens(request);
    },
  });
  const browser = open();
  await browser.handOver(await upstream.signIn("alice"));
  await browser.exchange();
  expect(new Set(asked)).toEqual(
    new Set([
      `${localServices}/www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com`,
      `${localServices}/securetoken.googleapis.com/v1/token?`,
      `${localServices}/__local/clock`,
    ]),
  );
});

test("only the first of several requests purges the ended sessions from the store", async () => {
  const { open, store } = serve();
  const purge = vi.spyOn(store, "purge");
  const browser = open();
  await browser.signIn("alice");
  await browser.exchange();
  await browser.exchange();
  expect(purge).toHaveBeenCalledTimes(1);
});

test("verifyIdToken returns the uid and the claims of a valid ID token", async () => {
  const { verifyIdToken } = serve();
  const verified = await verifyIdToken(await tokens.sign({ sub: "alice", email: "alice@example.com" }));
  expect(verified).toMatchObject({ uid: "alice", claims: { email: "alice@example.com" } });
  await expect(verifyIdToken(await tokens.sign({ aud: "another-project" }))).rejects.toMatchObject({
    name: "InvalidTokenError",
  });
});
