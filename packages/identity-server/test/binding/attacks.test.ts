import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { beforeEach, describe, expect, test } from "vitest";
import { createTokenService } from "../../../server/test/support/tokens.ts";
import { boundSite } from "../support/bound-site.ts";
import { ORIGIN } from "../support/site.ts";

const PROOF_PATH = "/api/session/proof";
const BINDING_PATH = "/api/session/binding";

const tokens = await createTokenService();
let site: ReturnType<typeof boundSite>;
beforeEach(() => {
  site = boundSite(tokens);
});

type Browser = ReturnType<typeof site.open>;

/** The browser's own request, as an attacker sends it. */
const post = (path: string, browser: Pick<Browser, "state">, headers: Record<string, string> = {}) =>
  Promise.resolve(
    site.reach(path, { method: "POST", headers: { cookie: browser.state.cookie, ...headers } }),
  );
const idOf = (id: string) => ({ "sec-secure-session-id": `"${id}"` });
const keyOf = (browser: Browser) => {
  const key = browser.agent.sessions.get(browser.state.session)?.key;
  if (!key) throw new Error("The browser has no key.");
  return key;
};
const signed = (key: CryptoKey, jti: string, header: object = {}) =>
  new SignJWT({ jti }).setProtectedHeader({ alg: "ES256", typ: "dbsc+jwt", ...header }).sign(key);
const responseOf = async (key: CryptoKey, jti: string, header?: object) => ({
  "secure-session-response": `"${await signed(key, jti, header)}"`,
});
const challengeIn = (response: Response, name: string): string =>
  (name === "secure-session-challenge" ? /^"([^"]+)"/ : /challenge="([^"]+)"/).exec(
    response.headers.get(name) ?? "",
  )?.[1] ?? "";

/** A challenge for a refresh of a session. */
const nextChallenge = async (browser: Browser): Promise<string> =>
  challengeIn(await post(PROOF_PATH, browser, idOf(browser.state.session)), "secure-session-challenge");

async function signIn(uid = "alice"): Promise<Browser> {
  const browser = site.open();
  await browser.signIn(uid);
  return browser;
}

describe("copied disks", () => {
  test("a copied disk without the device-bound key gives no access after ten minutes", async () => {
    const alice = await signIn();
    const thief = site.steal(alice);
    expect(await thief.exchange(), "the rest of the ten minutes").toMatchObject({ status: 200 });
    site.pass(600);
    const place = { stamp: 1, generation: "sign-in", change: 0, turn: 0 };
    const calls: [method: string, path: string, body?: object][] = [
      ["POST", "/api/session/token", {}],
      ["POST", "/api/session", { ...(await site.upstream.signIn("alice")), place }],
      ["GET", "/api/sessions"],
      ["DELETE", "/api/sessions?others"],
      ["DELETE", "/api/session?everywhere"],
      ["DELETE", `/api/sessions/${alice.state.session}`],
    ];
    for (const [method, path, body] of calls)
      expect([path, (await thief.send(method, path, body)).status]).toEqual([path, 503]);
    expect(site.events.filter((event) => event.startsWith("session.unproven"))).toHaveLength(calls.length);
    expect(await alice.exchange()).toMatchObject({ status: 200 });
  });

  test("a thief's own sign-in over a copied session gives no access to the copied session", async () => {
    const alice = await signIn();
    const thief = site.steal(alice);
    site.pass(600);
    await thief.signIn("mallory");
    expect(await thief.exchange()).toMatchObject({ status: 200 });
    const again = site.steal(alice);
    await again.signIn("mallory");
    again.state.session = alice.state.session;
    expect((await again.exchange()).status, "the replaced session").not.toBe(200);
  });

  test("a request cannot register another key for a session that is already bound", async () => {
    const alice = await signIn();
    const renewed = await alice.handOver(await site.upstream.signIn("alice"), alice.state.session);
    expect(renewed.headers.has("secure-session-registration")).toBe(false);
    const { publicKey, privateKey } = await generateKeyPair("ES256");
    const challenge = await nextChallenge(alice);
    const jwk = await exportJWK(publicKey);
    const response = await post(BINDING_PATH, alice, await responseOf(privateKey, challenge, { jwk }));
    expect(response.status).toBe(400);
    site.pass(600);
    expect(await alice.exchange()).toMatchObject({ status: 200 });
  });

  test("the ten-minute cookie of another session gives no access to a copied session", async () => {
    const [alice, mallory] = [await signIn(), await signIn("mallory")];
    site.pass(300);
    const thief = site.steal(alice);
    const [short] = [...mallory.agent.jar.values()];
    thief.agent.jar.clear();
    thief.agent.jar.set(
      `__Host-bound-${alice.state.session.slice(0, 8)}`,
      short ?? { value: "", untilMs: 0 },
    );
    expect(await thief.exchange()).toMatchObject({ status: 503 });
  });

  test("refusing a thief's copy of a session keeps the customer's session", async () => {
    const alice = await signIn();
    const thief = site.steal(alice);
    site.pass(4_300);
    expect(await thief.exchange()).toMatchObject({ status: 400, code: "TOKEN_EXPIRED" });
    expect(await alice.exchange()).toMatchObject({ status: 200 });
  });
});

describe("registrations", () => {
  /** A browser whose own registration got lost, and the challenge that it was offered. */
  async function offered(uid = "alice") {
    const browser = site.open();
    site.instead.set(BINDING_PATH, new Response(null, { status: 503 }));
    const response = await browser.handOver(await site.upstream.signIn(uid));
    return { browser, challenge: challengeIn(response, "secure-session-registration") };
  }
  const register = async ({ browser }: { browser: Browser }, challenge: string) => {
    const { publicKey, privateKey } = await generateKeyPair("ES256");
    const jwk = await exportJWK(publicKey);
    return (await post(BINDING_PATH, browser, await responseOf(privateKey, challenge, { jwk }))).status;
  };

  test("the registration endpoint accepts a challenge once", async () => {
    const alice = await offered();
    expect(await register(alice, alice.challenge)).toBe(200);
    expect(await register(alice, alice.challenge)).toBe(400);
  });

  test("the registration endpoint refuses an expired or invented challenge, and a challenge for another session or purpose", async () => {
    const [alice, mallory, bound] = [await offered(), await offered("mallory"), await signIn("carol")];
    for (const challenge of [mallory.challenge, await nextChallenge(bound), "challenge", ""])
      expect(await register(alice, challenge)).toBe(400);
    site.pass(300);
    expect(await register(alice, alice.challenge)).toBe(400);
  });

  test("the registration endpoint refuses a request of another origin, or without its cookie or proof", async () => {
    const requests: [name: string, headers: Record<string, string>][] = [
      ["of another site", { origin: "https://evil.example" }],
      ["of another site, by Fetch Metadata", { "sec-fetch-site": "cross-site" }],
      ["of another port or subdomain", { "sec-fetch-site": "same-site" }],
      ["without a cookie", { cookie: "" }],
      ["with an invented cookie", { cookie: `__Host-session-1a2b3c4d=${"A".repeat(43)}` }],
      ["without a proof", { "secure-session-response": "" }],
      ["with a proof that is no String", { "secure-session-response": "abc" }],
    ];
    for (const [name, headers] of requests) {
      const { browser, challenge } = await offered();
      const { publicKey, privateKey } = await generateKeyPair("ES256");
      const own = await responseOf(privateKey, challenge, { jwk: await exportJWK(publicKey) });
      const response = await post(BINDING_PATH, browser, { ...own, ...headers });
      expect([name, response.status, response.headers.get("set-cookie")]).toEqual([name, 400, null]);
      expect(await browser.list()).toContainEqual(expect.objectContaining({ current: true, bound: false }));
    }
  });
});

describe("refreshes", () => {
  test("the refresh endpoint refuses a challenge that was used, is older than a used challenge, or is a minute old", async () => {
    const alice = await signIn();
    const { privateKey } = keyOf(alice);
    const refresh = async (challenge: string) =>
      (
        await post(PROOF_PATH, alice, {
          ...idOf(alice.state.session),
          ...(await responseOf(privateKey, challenge)),
        })
      ).status;
    site.pass(1);
    const older = await nextChallenge(alice);
    site.pass(1);
    const challenge = await nextChallenge(alice);
    expect(await refresh(challenge)).toBe(200);
    expect(await refresh(challenge), "replayed").toBe(403);
    expect(await refresh(older), "older").toBe(403);
    site.pass(1);
    const late = await nextChallenge(alice);
    site.pass(60);
    expect(await refresh(late), "a minute old").toBe(403);
  });

  test("the refresh endpoint refuses a challenge of another session", async () => {
    const [alice, mallory] = [await signIn(), await signIn("mallory")];
    site.pass(1);
    const proof = await responseOf(keyOf(alice).privateKey, await nextChallenge(mallory));
    expect((await post(PROOF_PATH, alice, { ...idOf(alice.state.session), ...proof })).status).toBe(403);
  });

  test("the refresh endpoint answers a signature by another key with the definite code INVALID_PROOF", async () => {
    const [alice, mallory] = [await signIn(), await signIn("mallory")];
    site.pass(1);
    const proof = await responseOf(keyOf(mallory).privateKey, await nextChallenge(alice));
    const response = await post(PROOF_PATH, alice, { ...idOf(alice.state.session), ...proof });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { error: { message: "INVALID_PROOF" } },
    ]);
    expect(site.events.at(-1)).toBe('credential.refused {"code":"INVALID_PROOF"}');
  });

  test("the refresh endpoint refuses a request of another origin, or without its cookie or ID, and sends no challenge", async () => {
    const alice = await signIn();
    const requests: [name: string, headers: Record<string, string>][] = [
      ["of another site", { origin: "https://evil.example" }],
      ["of another site, by Fetch Metadata", { "sec-fetch-site": "cross-site" }],
      ["without the long cookie", { cookie: "" }],
      ["without a session's ID", { "sec-secure-session-id": "" }],
      ["with an ID that is no ID", { "sec-secure-session-id": '"id"' }],
      ["with the ID of no session", idOf("00000000-0000-4000-8000-000000000000")],
    ];
    for (const [name, headers] of requests) {
      const response = await post(PROOF_PATH, alice, { ...idOf(alice.state.session), ...headers });
      const challenge = response.headers.get("secure-session-challenge");
      expect([name, response.status, challenge]).toEqual([name, 400, null]);
    }
  });

  test("the refresh endpoint sends no challenge for a session to the holder of another session's cookie", async () => {
    const [alice, mallory] = [await signIn(), await signIn("mallory")];
    const response = await post(PROOF_PATH, mallory, idOf(alice.state.session));
    expect(response.status).toBe(400);
  });

  test("the refresh endpoint sets a strict cookie for ten minutes that scripts cannot read", async () => {
    const alice = await signIn();
    site.pass(1);
    const proof = await responseOf(keyOf(alice).privateKey, await nextChallenge(alice));
    const response = await post(PROOF_PATH, alice, { ...idOf(alice.state.session), ...proof });
    const name = `__Host-bound-${alice.state.session.slice(0, 8)}`;
    expect(response.headers.get("set-cookie")).toMatch(
      new RegExp(`^${name}=[\\w.-]+; Path=/; Max-Age=600; HttpOnly; SameSite=Strict; Secure$`),
    );
    expect([response.headers.get("cache-control"), await response.text()]).toEqual(["no-store", ""]);
  });
});

test("of two simultaneous requests with the same proof, the refresh endpoint accepts one", async () => {
  const alice = await signIn();
  site.pass(1);
  const proof = await responseOf(keyOf(alice).privateKey, await nextChallenge(alice));
  const headers = { ...idOf(alice.state.session), ...proof, origin: ORIGIN };
  const both = await Promise.all([post(PROOF_PATH, alice, headers), post(PROOF_PATH, alice, headers)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 403]);
});
