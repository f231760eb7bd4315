import { afterEach, expect, test, vi } from "vitest";
import { recordLog } from "../support/open-site.ts";
import { codeOf, OTHER_SECRET, SECRET, sessionWorld, uidOf } from "../support/sessions.ts";
import type { World } from "../support/world.ts";

const OVER = { status: 400, code: "TOKEN_EXPIRED" };
const UNKNOWN = { status: 503, code: "unavailable" };
const GOOD = { status: 200 };

/** Exchanges and releases that meet another server's claim, a broken row, or a token that is not what it should be. */
export function sessionFaultsSuite(world: World): void {
  const { upstream, serve, open, openAt, sql, rows } = sessionWorld(world);
  afterEach(() => void vi.useRealTimers());
  const claimFor = (interval: string) =>
    sql(`update sessions set claim = gen_random_uuid(), claimed_until = now() + interval '${interval}'`);
  const markOf = (idToken = "") => idToken.slice(-16);

  /** A site, and the messages of its log. */
  const serveLogged = () => {
    const { messages, log } = recordLog("warn");
    return { messages, site: serve({}, { log }) };
  };
  const BROKEN = "a session could not be kept as it should";

  test("an account without an email address can have a session", async () => {
    const browser = open(serve());
    await browser.handOver(await upstream.signIn("alice", "", { email: undefined }));
    expect(await browser.exchange()).toMatchObject(GOOD);
    expect(await rows()).toMatchObject([{ uid: "alice", email_hash: null }]);
  });

  test("a clock that is set back by two minutes ends no session", async () => {
    let shiftMs = 0;
    const site = serve({}, { now: () => Date.now() + shiftMs });
    const browser = open(site);
    await browser.signIn("alice");
    expect(await browser.exchange()).toMatchObject(GOOD);
    shiftMs = -120_000;
    const at = Math.floor(Date.now() / 1000);
    const fresh = await upstream.signIn("alice", "alice@example.com", { iat: at, auth_time: at });
    expect((await browser.handOver(fresh, browser.state.session)).status).toBe(200);
    const { id_token: idToken } = await browser.exchange();
    expect(uidOf(idToken)).toBe("alice");
    const headers = { authorization: `Bearer ${idToken}` };
    expect((await site.subscribe("alice@example.com", { headers })).status).toBe(200);
    expect((await browser.handOver(fresh)).status, "another sign-in").toBe(200);
  });

  test("a hand-over whose ID token names an unknown key is counted as a refusal, and the session stays", async () => {
    const browser = open(serve({ LIMIT_PER_CLIENT: "2/600" }));
    await browser.signIn("alice");
    const { refreshToken } = await upstream.signIn("alice");
    const idToken = await world.tokens.sign({ sub: "alice" }, { kid: "unknown" });
    const handOver = async () =>
      codeOf(await browser.handOver({ idToken, refreshToken }, browser.state.session));
    expect(await handOver()).toEqual([401, "unknown-token-key"]);
    expect(await handOver()).toEqual([401, "unknown-token-key"]);
    expect(await handOver()).toEqual([429, "too-many-requests"]);
    expect(await browser.exchange()).toMatchObject(GOOD);
  });

  test("an exchange that returns another user's ID token ends the session and returns no token", async () => {
    const { messages, site } = serveLogged();
    const browser = open(site);
    const { refreshToken } = await browser.signIn("alice");
    const { idToken } = await upstream.signIn("mallory");
    upstream.faults.set(refreshToken, { status: 200, body: { id_token: idToken, expires_in: "3600" } });
    expect(await browser.exchange()).toMatchObject(OVER);
    expect(await rows()).toEqual([]);
    expect(messages()).toEqual([BROKEN]);
  });

  test("a broken ciphertext is logged once, and a refused refresh token is not logged", async () => {
    const { messages, site } = serveLogged();
    const [alice, bob] = [open(site), open(site)];
    await alice.signIn("alice");
    await sql("update sessions set refresh_token = 'broken'");
    expect(await alice.exchange()).toMatchObject(OVER);
    expect(messages()).toEqual([BROKEN]);
    const { refreshToken } = await bob.signIn("bob");
    upstream.faults.set(refreshToken, { status: 400, body: { error: { message: "USER_DISABLED" } } });
    expect(await bob.exchange()).toMatchObject({ status: 400, code: "USER_DISABLED" });
    expect(messages()).toEqual([BROKEN]);
  });

  test("a broken stored ID token is logged, and an exchange replaces it", async () => {
    const { messages, site } = serveLogged();
    const browser = open(site);
    await browser.signIn("alice");
    await browser.exchange();
    await sql("update sessions set id_token = 'broken', shared_until = now() + interval '1 minute'");
    const exchange = browser.exchange();
    await expect.poll(() => messages()[0], { timeout: 30_000 }).toBe(BROKEN);
    await sql("update sessions set shared_until = now()");
    const answer = await exchange;
    expect(answer).toMatchObject(GOOD);
    expect(uidOf(answer.id_token)).toBe("alice");
  });

  test("a shared ID token sealed with an unknown secret is not logged as broken and ends no session", async () => {
    const { messages, site } = serveLogged();
    const browser = open(site);
    await browser.signIn("alice");
    const rotated = serve({ SESSION_SECRET: OTHER_SECRET, SESSION_SECRET_PREVIOUS: SECRET });
    await openAt(rotated, browser).exchange();
    await sql("update sessions set shared_until = now() + interval '250 milliseconds'");
    expect(await browser.exchange()).toMatchObject(UNKNOWN);
    expect(messages()).not.toContain(BROKEN);
    expect(await rows()).toHaveLength(1);
  });

  test("a forced refresh waits for another server's exchange instead of returning the caller's own ID token", async () => {
    const browser = open(serve());
    await browser.signIn("alice");
    const { id_token: current } = await browser.exchange();
    await claimFor("250 milliseconds");
    const forced = await browser.exchange(markOf(current));
    expect(forced).toMatchObject(GOOD);
    expect(forced.id_token).not.toBe(current);
  });

  test("the response with a shared ID token has the token's remaining lifetime in whole seconds", async () => {
    const browser = open(serve());
    await browser.signIn("alice");
    const { id_token: first } = await browser.exchange();
    await sql("update sessions set id_token_expires_at = now() + interval '99.9 seconds'");
    const shared = await browser.exchange();
    expect(shared.id_token).toBe(first);
    expect(shared.expires_in).toBe("99");
  });

  test("an exchange gives up without ending the session if another server's claim lasts too long", async () => {
    let looks = 0;
    const query: typeof world.database.query = (...call) => {
      looks += 1;
      return world.database.query(...call);
    };
    const browser = open(serve({}, { database: { ...world.database, query } }));
    await browser.signIn("alice");
    await claimFor("1 hour");
    vi.useFakeTimers({ toFake: ["performance"] });
    const before = looks;
    const answer = browser.exchange();
    await expect.poll(() => looks - before).toBeGreaterThan(2);
    // A poll also moves the virtual time on.
    vi.advanceTimersByTime(8_000);
    const later = looks;
    await expect.poll(() => looks - later, { message: "is patient for eight seconds" }).toBeGreaterThan(2);
    vi.advanceTimersByTime(5_000);
    expect(await answer).toMatchObject(UNKNOWN);
    expect(await rows()).toHaveLength(1);
  });

  test("a broken refresh token is not released, and a release with a wrong secret answers 503", async () => {
    const browser = open(serve());
    await browser.signIn("alice");
    const releaseFrom = (env: Record<string, string>) =>
      openAt(serve({ SESSIONS: "browser", ...env }), browser).send("POST", "/api/session/release");
    expect((await releaseFrom({ SESSION_SECRET: OTHER_SECRET })).status).toBe(503);
    await sql("update sessions set refresh_token = 'broken'");
    const response = await releaseFrom({});
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { error: { message: "TOKEN_EXPIRED" } },
    ]);
  });
}
