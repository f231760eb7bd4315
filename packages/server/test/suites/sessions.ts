import { afterEach, expect, test, vi } from "vitest";
import { recordLog } from "../support/open-site.ts";
import { FIREFOX_ON_LINUX, refused, sessionWorld } from "../support/sessions.ts";
import type { World } from "../support/world.ts";

/** Tests of taking tokens into custody, of exchanging them, and of ending sessions. */
export function sessionsSuite(world: World): void {
  const { upstream, serve, open, openAt, sql, rows } = sessionWorld(world);
  afterEach(() => void vi.useRealTimers());

  test("a hand-over stores one row without a readable token or email address, and sets a SameSite=Strict cookie", async () => {
    const browser = open(serve());
    const tokens = await upstream.signIn("alice");
    const response = await browser.handOver(tokens);
    expect(response.status).toBe(200);
    expect(response.headers.getSetCookie()[0]).toMatch(
      /^__Host-session-[\da-f]{8}=[\w-]{43}; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Strict; Secure$/,
    );
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(upstream.calls.at(-1)?.referer, "the key is restricted to the site's pages").toBe(
      "https://www.tallybin.example/",
    );
    const [row, ...others] = await rows();
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      uid: "alice",
      browser: "Firefox",
      system: "Linux",
      id: browser.state.session,
    });
    const secret = browser.state.cookie.split("=")[1] ?? "";
    for (const clear of [tokens.refreshToken, tokens.idToken, secret, "alice@example.com"])
      expect(JSON.stringify(row)).not.toContain(clear);
  });

  test.each([
    ["no connection", "offline" as const],
    ["an unknown code", refused("SOMETHING_ELSE")],
    ["a page instead of JSON", { status: 200, body: "<html>" }],
  ])("an exchange answers 503 and deletes nothing if the token service returns %s", async (_, fault) => {
    const browser = open(serve());
    const { refreshToken } = await browser.signIn("alice");
    upstream.faults.set(refreshToken, fault);
    expect(await browser.exchange()).toMatchObject({ status: 503, code: "unavailable" });
    upstream.faults.clear();
    expect(await browser.exchange(), "works again immediately").toMatchObject({ status: 200 });
  });

  test("an exchange over the limit is answered with the time to wait, and gives up its claim on the session", async () => {
    const browser = open(serve({ LIMIT_PER_CLIENT: "1/600" }));
    await browser.signIn("alice");
    const { id_token: first } = await browser.exchange();
    const response = await browser.send("POST", "/api/session/token", { held: first?.slice(-16) });
    expect(response.status).toBe(429);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(60);
    expect(await rows()).toMatchObject([{ claim: null, claimed_until: null }]);
  });

  /** `packages/identity-server/test/binding` has every rule and attack. */
  test("a sign-in asks the browser for a key, unless SESSION_BINDING=off", async () => {
    const isAsked = async (env: Record<string, string>) => {
      const { headers } = await open(serve(env)).handOver(await upstream.signIn("alice"));
      return headers.has("secure-session-registration");
    };
    expect([await isAsked({}), await isAsked({ SESSION_BINDING: "off" })]).toEqual([true, false]);
  });

  test("a hand-over that arrives after a later one leaves the browser its cookie", async () => {
    const browser = open(serve());
    await browser.signIn("alice");
    const before = { ...browser.state };
    const late = await upstream.signIn("alice");
    await browser.handOver(await upstream.signIn("alice"), before.session);
    const after = { ...browser.state };
    Object.assign(browser.state, before);
    expect((await browser.handOver(late, before.session)).status, "its page has given it up").toBe(200);
    Object.assign(browser.state, after);
    expect(await browser.exchange()).toMatchObject({ status: 200 });
    Object.assign(browser.state, before);
    expect(await browser.exchange("none"), "the new cookie was used").toMatchObject({ status: 400 });
  });

  test("the list of sessions shows the current session first, then the last used, each with browser and system", async () => {
    const site = serve();
    const [laptop, phone, desk] = [
      open(site, FIREFOX_ON_LINUX),
      open(site, "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0) Version/19.0 Mobile/15E148 Safari/604.1"),
      open(site, "curl/8"),
    ];
    await laptop.signIn("alice");
    await phone.signIn("alice");
    await desk.signIn("alice");
    await open(site).signIn("bob");
    await laptop.exchange();
    const seen = (await phone.list()).map(({ browser, system, current }) => [browser, system, current]);
    expect(seen).toEqual([
      ["Safari", "iPhone", true],
      ["Firefox", "Linux", false],
      [null, null, false],
    ]);
  });

  test("a browser can sign out another browser, all other browsers, and itself", async () => {
    const site = serve();
    const browsers = [open(site), open(site), open(site)] as const;
    for (const browser of browsers) await browser.signIn("alice");
    const [first, second, third] = browsers;
    const one = await first.send("DELETE", `/api/sessions/${second.state.session}`);
    expect(await one.json()).toMatchObject({ status: "success", data: { ended: 1 } });
    expect(await second.exchange()).toMatchObject({ status: 400, code: "TOKEN_EXPIRED" });
    const others = await first.send("DELETE", "/api/sessions?others");
    expect(await others.json()).toMatchObject({ data: { ended: 1 } });
    expect(await third.exchange()).toMatchObject({ status: 400, code: "TOKEN_EXPIRED" });
    expect(await first.exchange()).toMatchObject({ status: 200 });
    const own = await first.send("DELETE", "/api/session");
    expect([own.status, first.state.cookie]).toEqual([204, ""]);
    expect(await rows()).toEqual([]);
  });

  test("deleting an account ends all its sessions and no session of another account", async () => {
    const site = serve();
    const [one, other, bob] = [open(site), open(site), open(site)];
    for (const browser of [one, other]) await browser.signIn("alice");
    await bob.signIn("bob");
    await one.send("DELETE", "/api/session?everywhere");
    expect((await rows()).map(({ uid }) => uid)).toEqual(["bob"]);
  });

  test("ended sessions and their shared ID tokens are purged from the database", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const site = serve({ SESSION_IDLE: "10d" });
    const [used, unused] = [open(site), open(site)];
    await used.signIn("alice");
    await unused.signIn("bob");
    await used.exchange();
    await sql("update sessions set shared_until = now() where uid = 'alice'");
    await sql("update sessions set last_used_at = now() - interval '11 days' where uid = 'bob'");
    vi.advanceTimersByTime(10_000);
    await expect.poll(async () => (await rows()).map(({ uid }) => uid)).toEqual(["alice"]);
    await expect.poll(rows).toMatchObject([{ id_token: null, id_token_mark: null }]);
  });

  test("a failed purge of ended sessions is logged", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const { messages, log } = recordLog("warn");
    const query = async () => Promise.reject(new Error("time-out"));
    serve({}, { log, database: { ...world.database, query } });
    vi.advanceTimersByTime(10_000);
    await expect.poll(messages).toEqual(["expired rows were not deleted"]);
  });

  test("without SESSIONS=server, the session endpoints answer 404", async () => {
    const site = world.site();
    for (const [method, path] of [
      ["POST", "/api/session"],
      ["POST", "/api/session/token"],
      ["POST", "/api/session/release"],
      ["GET", "/api/sessions"],
    ])
      expect((await site.request(path ?? "", { method: method ?? "" })).status, path).toBe(404);
  });

  test("a site that went back to sessions in the browser releases a refresh token for a week and accepts no hand-over", async () => {
    const browser = open(serve());
    const { refreshToken } = await browser.signIn("alice");
    expect((await browser.send("POST", "/api/session/release")).status, "never with SESSIONS=server").toBe(
      404,
    );
    const back = openAt(serve({ SESSIONS: "browser" }), browser);
    for (const attempt of ["first", "again, since the answer was lost"]) {
      const response = await back.send("POST", "/api/session/release");
      expect([attempt, await response.json()]).toEqual([attempt, { refresh_token: refreshToken }]);
    }
    await sql("update sessions set released_at = now() - interval '7 days 1 second'");
    expect((await back.send("POST", "/api/session/release")).status).toBe(400);
    expect((await back.send("POST", "/api/session", await upstream.signIn("alice"))).status).toBe(405);
    expect((await back.send("GET", "/api/sessions")).status).toBe(404);
  });
}
