import { hashSecret } from "@tallybin/identity-server/http/session-cookie";
import { afterEach, expect, test, vi } from "vitest";
import { recordLog } from "../support/open-site.ts";
import { OTHER_SECRET, SECRET, sessionWorld } from "../support/sessions.ts";
import type { World } from "../support/world.ts";

const OVER = { status: 400, code: "TOKEN_EXPIRED" };

/** Attacks, faults and operations on stored sessions. */
export function storedSessionsSuite(world: World): void {
  const { upstream, serve, open, openAt, sql, rows, manage } = sessionWorld(world);
  afterEach(() => void vi.useRealTimers());

  test("an account with more than a hundred sessions keeps the hundred that were used last", async () => {
    await sql(`insert into sessions (id, secret_hash, uid, refresh_token, created_at, last_used_at)
      select gen_random_uuid(), 'hash-' || n, 'alice', 'sealed', now(), now() - n * interval '1 minute'
      from generate_series(1, 120) as n`);
    await open(serve()).signIn("bob");
    await open(serve()).signIn("alice");
    expect(await sql("select count(*)::integer as all from sessions where uid = 'alice'")).toEqual([
      { all: 100 },
    ]);
    expect(await sql("select id from sessions where secret_hash in ('hash-99', 'hash-100')")).toHaveLength(1);
  });

  test("rotation: the previous secret still decrypts, an exchange encrypts with the new one, and an unknown secret ends no session", async () => {
    const browser = open(serve());
    await browser.signIn("alice");
    const wrong = openAt(serve({ SESSION_SECRET: OTHER_SECRET }), browser);
    expect(await wrong.exchange()).toMatchObject({ status: 503 });
    expect(await rows()).toHaveLength(1);
    const secrets = { SESSION_SECRET: OTHER_SECRET, SESSION_SECRET_PREVIOUS: SECRET };
    expect(await openAt(serve(secrets), browser).exchange()).toMatchObject({ status: 200 });
    await sql("update sessions set shared_until = now()");
    expect(await wrong.exchange(), "encrypted with the new secret by now").toMatchObject({ status: 200 });
  });

  test("restoring a database backup brings ended sessions back, and end-sessions --all ends them", async () => {
    const site = serve();
    const browser = open(site);
    await browser.signIn("alice");
    const thief = openAt(site, browser);
    await sql("create table backup as select * from sessions");
    await browser.send("DELETE", "/api/session");
    await sql("insert into sessions select * from backup");
    await sql("drop table backup");
    expect(await thief.exchange(), "why the command is in the deploy guide").toMatchObject({ status: 200 });
    expect(await manage("end-sessions", "--all")).toMatch(/^Ended: 1 session/);
    expect(await thief.exchange("none")).toMatchObject(OVER);
  });

  test("end-sessions ends more sessions than one of its statements", async () => {
    await sql(`insert into sessions (id, secret_hash, uid, refresh_token, created_at, last_used_at)
      select gen_random_uuid(), 'hash-' || n, 'uid-' || n, 'sealed', now(), now()
      from generate_series(1, 10001) as n`);
    expect(await manage("end-sessions", "--all")).toMatch(/^Ended: 10001 session/);
    expect(await rows()).toEqual([]);
  });

  test("a server with a wrong clock refuses hand-overs, and ends no session because of its clock", async () => {
    const browser = open(serve());
    await browser.signIn("alice");
    const tokens = await upstream.signIn("alice");
    const date = new Date().toUTCString();
    world.tokens.answerWith(async () => {
      const response = await world.tokens.list();
      response.headers.set("date", date);
      return response;
    });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 40 * 86_400_000 });
    const ahead = openAt(serve(), browser);
    expect((await ahead.handOver(tokens)).status).toBe(503);
    expect(await ahead.exchange()).toMatchObject({ status: 200 });
    expect(await rows()).toHaveLength(1);
  });

  test("an operator can end sessions by email address or uid, with either secret, and by erasing a person", async () => {
    const site = serve();
    const uids = ["alice", "bob", "carol", "dave"];
    for (const uid of uids) await open(site).signIn(uid);
    expect(await manage("end-sessions", "--email", "ALICE@example.com ")).toMatch(/^Ended: 1 session/);
    expect(await manage("end-sessions", "--uid", "bob")).toMatch(/^Ended: 1 session/);
    expect(await manage("erase", "--email", "carol@example.com")).toMatch(/1 session\(s\)/);
    expect((await rows()).map(({ uid }) => uid)).toEqual(["dave"]);
    const rotated = {
      SESSIONS: "server",
      SESSION_SECRET: OTHER_SECRET,
      SESSION_SECRET_PREVIOUS: SECRET,
    };
    const output = await world.manage(["end-sessions", "--email", "dave@example.com"], rotated);
    expect(output).toMatch(/^Ended: 1 session/);
  });

  test("hand-overs, ended sessions and refused credentials are audit events with the request's ID", async () => {
    const { lines, log } = recordLog("info");
    const site = serve({}, { log });
    const browser = open(site);
    const { idToken, refreshToken } = await browser.signIn("alice");
    const { cookie } = browser.state;
    const other = open(site);
    await other.signIn("alice");
    const third = open(site);
    await third.signIn("alice");
    const place = { stamp: 1, generation: "sign-in", change: 0, turn: 0 };
    await browser.send("DELETE", `/api/sessions/${third.state.session}`);
    await browser.send("DELETE", "/api/sessions?others");
    await other.exchange();
    await browser.send("POST", "/api/session", { idToken, refreshToken: "unknown", place });
    await browser.send("GET", "/api/sessions", undefined, { origin: "https://elsewhere.example" });
    await site.subscribe("bob@example.com", { headers: { authorization: "Bearer forged" } });
    await browser.send("DELETE", "/api/session?everywhere");
    const markOf = ({ state }: typeof browser) => hashSecret(state.session).slice(0, 12);
    const session = markOf(browser);
    const path = "/api/session";
    const events = lines.filter(({ msg }) => msg === "audit");
    expect(events).toMatchObject([
      { audit: "session.handed-over", path, session, renewed: false },
      { audit: "session.handed-over", path, session: markOf(other) },
      { audit: "session.handed-over", path, session: markOf(third) },
      { audit: "session.ended-elsewhere", path: "/api/sessions/:id", session, ended: 1 },
      { audit: "session.ended-elsewhere", path: "/api/sessions", session, ended: 1 },
      { audit: "credential.refused", path: "/api/session/token", code: "TOKEN_EXPIRED" },
      { audit: "credential.refused", path, code: "INVALID_REFRESH_TOKEN" },
      { audit: "credential.refused", path: "/api/sessions", code: "permission-denied" },
      { audit: "credential.refused", path: "/api/newsletter", code: "auth/invalid-user-token" },
      { audit: "session.ended-everywhere", path, session, ended: 1 },
    ]);
    const requests = new Set(lines.filter(({ msg }) => msg === "request").map(({ id }) => id));
    expect(events.every(({ id }) => requests.has(id))).toBe(true);
    for (const secret of [idToken, refreshToken, cookie, browser.state.session, "alice", "bob", "forged"])
      expect(JSON.stringify(events)).not.toContain(secret);
  });

  test("no log line about a session holds a token, a cookie, an email address or a uid", async () => {
    const { lines, log } = recordLog("debug");
    const browser = open(serve({}, { log }));
    const { idToken, refreshToken } = await browser.signIn("alice");
    const cookie = browser.state.cookie;
    await browser.exchange();
    upstream.faults.set(refreshToken, "offline");
    await browser.exchange("none");
    await sql("update sessions set refresh_token = 'broken', shared_until = now()");
    await browser.exchange("none");
    await browser.send("DELETE", `/api/sessions/${browser.state.session}?email=alice@example.com`);
    const text = JSON.stringify(lines);
    expect(lines.length).toBeGreaterThan(4);
    for (const secret of [idToken, refreshToken, cookie, browser.state.session, "alice"])
      expect(text).not.toContain(secret);
  });
}
