import { afterEach, expect, test } from "vitest";
import { codeOf, FIREFOX_ON_LINUX, SAFARI_ON_IPHONE, sessionWorld } from "../support/sessions.ts";
import type { World } from "../support/world.ts";

const FIREFOX = { browser: "Firefox", system: "Linux" };
const SAFARI = { browser: "Safari", system: "iPhone" };

/** The security events of an account: what is recorded, who reads it, how long it stays. */
export function historySuite(world: World): void {
  const { upstream, serve, open, openAt, sql, bearer, manage } = sessionWorld(world);
  afterEach(() => upstream.profiles.clear());
  type Site = ReturnType<typeof serve>;
  const fresh = () => Math.floor(Date.now() / 1000);
  const read = async ({ request }: Site, uid = "alice", claims: Record<string, unknown> = {}) =>
    request("/api/account/history", { headers: await bearer(uid, claims) });
  type Event = Record<string, unknown> & { kind: string; at: string };
  const eventsOf = async (site: Site, uid?: string): Promise<Event[]> => {
    const response = await read(site, uid);
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("no-store");
    return ((await response.json()) as { data: { events: Event[] } }).data.events;
  };
  /** Changes what the identity service says about an account, as of the next look. */
  const account = (facts: object) => void upstream.profiles.set("alice", facts);

  test("the history lists each sign-in, and each session end with the browser that caused it, newest first", async () => {
    const site = serve();
    const [desk, phone] = [open(site), open(site, SAFARI_ON_IPHONE)];
    await desk.signIn("alice");
    await phone.signIn("alice");
    expect((await desk.send("DELETE", `/api/sessions/${phone.state.session}`)).status).toBe(200);
    await phone.signIn("alice");
    expect((await desk.send("DELETE", "/api/sessions?others")).status).toBe(200);
    expect((await desk.send("DELETE", "/api/session?replaced")).status).toBe(204);
    expect(await eventsOf(site)).toMatchObject([
      { kind: "signed-out", ...FIREFOX },
      { kind: "ended-elsewhere", ...SAFARI, by: FIREFOX },
      { kind: "signed-in", ...SAFARI },
      { kind: "ended-elsewhere", ...SAFARI, by: FIREFOX },
      { kind: "signed-in", ...SAFARI },
      { kind: "signed-in", ...FIREFOX },
    ]);
  });

  test("the history of one account is not shown to another account", async () => {
    const site = serve();
    await open(site).signIn("alice");
    expect(await eventsOf(site, "bob")).toEqual([]);
  });

  test("the history says whether the identity service or support staff ended a session", async () => {
    const site = serve();
    const browser = open(site);
    const { refreshToken } = await browser.signIn("alice");
    upstream.faults.set(refreshToken, { status: 400, body: { error: { message: "TOKEN_EXPIRED" } } });
    await browser.exchange();
    await open(site).signIn("alice");
    await manage("end-sessions", "--uid", "alice");
    expect(await eventsOf(site)).toMatchObject([
      { kind: "ended-by-support", ...FIREFOX },
      { kind: "signed-in" },
      { kind: "ended-by-service", browser: null, system: null },
      { kind: "signed-in" },
    ]);
  });

  test("the history records no sign-in for a session that moves to the server or gets new tokens", async () => {
    const site = serve();
    const browser = open(site);
    await browser.handOver(await upstream.signIn("alice"), "new", {}, "/api/session?moved");
    const { session } = browser.state;
    expect((await browser.handOver(await upstream.signIn("alice"), session)).status).toBe(200);
    expect(await eventsOf(site)).toMatchObject([{ kind: "session-moved", ...FIREFOX }]);
  });

  test("the history shows what changed between two looks at an account, and which browser changed it", async () => {
    const site = serve();
    const browser = open(site);
    account({ passwordUpdatedAt: 1_000, providerUserInfo: [{ providerId: "password" }] });
    await browser.signIn("alice");
    await site.server.close();
    const changedAt = Date.now() - 60_000;
    account({
      email: "new@example.com",
      passwordUpdatedAt: changedAt,
      providerUserInfo: [{ providerId: "password" }, { providerId: "google.com" }],
      mfaInfo: [{ mfaEnrollmentId: "app" }],
      passkeyInfo: [{ credentialId: "key" }],
    });
    const again = serve();
    await openAt(again, browser).handOver(await upstream.signIn("alice"), browser.state.session);
    await again.server.close();
    account({ email: "new@example.com", providerUserInfo: [] });
    const events = await eventsOf(serve());
    const changes = events.filter(({ kind }) => kind !== "signed-in");
    expect(changes.map(({ kind, change, browser }) => `${kind} ${change} ${browser}`)).toEqual([
      "provider removed null",
      "passkey removed null",
      "second-factor removed null",
      "password removed null",
      "address changed Firefox",
      "provider added Firefox",
      "passkey added Firefox",
      "second-factor added Firefox",
      "password changed Firefox",
    ]);
    const password = events.find(({ kind, change }) => kind === "password" && change === "changed");
    expect(password?.at, "the service's time").toBe(new Date(changedAt).toISOString());
    expect(JSON.stringify(await sql("select * from account_facts")), "no plain address").not.toContain("@");
  });

  test("account data that is older than the recorded data adds no event to the history", async () => {
    const site = serve();
    account({ passkeyInfo: [] });
    await open(site).signIn("alice");
    await site.server.close();
    await sql("update account_facts set seen_at = now() + interval '1 hour'");
    account({ passkeyInfo: [{ credentialId: "key" }] });
    expect((await eventsOf(serve())).map(({ kind }) => kind)).toEqual(["signed-in"]);
  });

  test("a sign-in does not wait for the account's data, and succeeds while the identity service is unavailable", async () => {
    const site = serve();
    upstream.profiles.set("alice", "offline");
    const browser = open(site);
    await browser.signIn("alice");
    expect((await eventsOf(site)).map(({ kind }) => kind)).toEqual(["signed-in"]);
  });

  test("a sign-in succeeds even if its event cannot be stored in the history", async () => {
    const site = serve();
    await sql("alter table account_events rename to account_events_away");
    try {
      expect((await open(site).handOver(await upstream.signIn("alice"))).status).toBe(200);
    } finally {
      await sql("alter table account_events_away rename to account_events");
    }
  });

  test("the history endpoint refuses an expired token and one of a sign-in over five minutes ago", async () => {
    const answer = async (claims: Record<string, unknown>) => codeOf(await read(serve(), "alice", claims));
    expect(await answer({ auth_time: fresh() - 360 })).toEqual([403, "requires-recent-login"]);
    expect(await answer({ auth_time: fresh() - 7_200, iat: fresh() }), "a refreshed token").toEqual([
      403,
      "requires-recent-login",
    ]);
    const expired = { exp: fresh() - 60, iat: fresh() - 3_700 };
    expect(await answer(expired)).toEqual([401, "auth/invalid-user-token"]);
  });

  test("the history needs an ID token: the session's cookie is not enough", async () => {
    const site = serve();
    const browser = open(site);
    await browser.signIn("alice");
    expect((await browser.send("GET", "/api/account/history")).status).toBe(401);
    expect((await read(site, "alice", { auth_time: fresh() - 240 })).status).toBe(200);
  });

  test("a site whose browsers keep their sessions has no history endpoint", async () => {
    expect((await read(world.site(), "alice")).status).toBe(404);
    expect((await read(serve({ SESSIONS: "browser" }), "alice")).status).toBe(404);
  });

  test("deleting the account ends its sessions and keeps its history, which a thief could otherwise remove", async () => {
    const site = serve();
    const browser = open(site);
    await browser.signIn("alice");
    await browser.send("DELETE", "/api/session?everywhere");
    expect((await eventsOf(site)).map(({ kind }) => kind)).toEqual(["account-deleted", "signed-in"]);
  });

  test("manage erase removes the history of one uid or email address, and keeps the history of other people", async () => {
    const site = serve();
    for (const uid of ["alice", "bob", "carol"]) await open(site).signIn(uid);
    await site.server.close();
    await sql("delete from sessions where uid = 'bob'");
    await manage("erase", "--uid", "alice");
    await manage("erase", "--email", " BOB@example.com");
    for (const table of ["account_events", "account_facts", "account_devices", "sign_in_notices", "sessions"])
      expect([table, ...(await sql(`select uid from ${table}`))]).toEqual([table, { uid: "carol" }]);
  });

  test("manage erase finds an account by address that has no session and was never looked up", async () => {
    const site = serve();
    upstream.profiles.set("alice", "offline");
    const browser = open(site);
    await browser.signIn("alice");
    await site.server.close();
    await sql("delete from sessions");
    await sql("update sign_in_notices set email = null");
    await manage("erase", "--email", "alice@example.com");
    for (const table of ["account_events", "account_facts", "account_devices", "sign_in_notices"])
      expect([table, ...(await sql(`select uid from ${table}`))]).toEqual([table]);
  });

  test("events are purged after ninety days, and an account's facts with its last event, browser and session", async () => {
    const site = serve();
    for (const uid of ["alice", "bob"]) await open(site).signIn(uid);
    await site.server.close();
    await sql("update account_events set at = now() - interval '91 days' where uid = 'alice'");
    await sql("update account_facts set seen_at = now() - interval '91 days'");
    await sql("delete from sessions where uid = 'alice'");
    const later = serve();
    expect(await eventsOf(later, "alice")).toEqual([]);
    await sql("update account_facts set seen_at = now() - interval '91 days'");
    await later.server.purgeHistory();
    expect(await sql("select uid from account_facts order by uid")).toEqual([
      { uid: "alice" },
      { uid: "bob" },
    ]);
    await sql("delete from account_devices where uid = 'alice'");
    await later.server.purgeHistory();
    expect(await sql("select uid from account_events")).toEqual([{ uid: "bob" }]);
    expect(await sql("select uid from account_facts")).toEqual([{ uid: "bob" }]);
  });

  test("a purge deletes more rows than one of its statements", async () => {
    await sql(`insert into account_events (uid, kind, at)
      select 'uid-' || n, 'signed-in', now() - interval '91 days' from generate_series(1, 12000) as n`);
    const site = serve();
    await site.server.purgeHistory();
    expect(await sql("select count(*)::integer as count from account_events")).toEqual([{ count: 0 }]);
  });

  test("an event of the history holds a browser name from a fixed list, and nothing else of the user agent", async () => {
    const site = serve();
    await open(site, `${FIREFOX_ON_LINUX} secret-words`).signIn("alice");
    expect(JSON.stringify(await sql("select * from account_events"))).not.toContain("secret-words");
  });
}
