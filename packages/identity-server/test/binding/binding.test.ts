import { beforeEach, describe, expect, test } from "vitest";
import { createTokenService } from "../../../server/test/support/tokens.ts";
import { UnavailableError } from "../../src/index.ts";
import { boundSite } from "../support/bound-site.ts";
import { ORIGIN } from "../support/site.ts";

const UNAVAILABLE = { status: 503, code: "unavailable" };
const OVER = { status: 400, code: "TOKEN_EXPIRED" };

const tokens = await createTokenService();
let site: ReturnType<typeof boundSite>;
beforeEach(() => {
  site = boundSite(tokens);
});

describe("device bound sessions", () => {
  test.each(["ES256", "RS256"] as const)(
    "a browser with device bound sessions registers a key (%s) at the sign-in and proves the key every ten minutes",
    async (alg) => {
      const browser = site.open(alg);
      await browser.signIn("alice");
      expect(browser.agent.log).toEqual(["register 200"]);
      expect(await browser.exchange()).toMatchObject({ status: 200 });
      expect(browser.agent.log, "the short cookie is still good").toHaveLength(1);
      site.pass(600);
      expect(await browser.exchange()).toMatchObject({ status: 200 });
      expect(browser.agent.log.slice(1)).toEqual(["refresh 403", "refresh 200"]);
      expect(await browser.list()).toMatchObject([{ bound: true }]);
      expect(site.events[1]).toMatch(/^session\.bound \{"session":"[\w-]{12}"\}$/);
    },
  );

  test("a browser binds the old and the new session separately while a sign-in replaces the old session", async () => {
    const browser = site.open();
    await browser.signIn("alice");
    const first = browser.state.session;
    await browser.signIn("bob");
    const second = browser.state.session;
    site.pass(700);
    browser.state.session = first;
    expect(await browser.exchange(), "the page has not accepted the second one").toMatchObject({
      status: 200,
    });
    browser.state.session = second;
    expect(await browser.exchange()).toMatchObject({ status: 200 });
    site.pass(700);
    expect(await browser.exchange()).toMatchObject({ status: 200 });
    expect([...browser.agent.sessions.keys()], "the browser has dropped the first binding").toEqual([second]);
  });

  test("a browser drops the binding of a session that has ended", async () => {
    const browser = site.open();
    await browser.signIn("alice");
    await browser.send("DELETE", "/api/session?replaced");
    site.pass(700);
    expect(await browser.exchange()).toMatchObject(OVER);
    expect(browser.agent.log.at(-1)).toBe("refresh 400");
    expect(browser.agent.sessions.size).toBe(0);
  });

  test("a session whose key could not be registered continues without a binding", async () => {
    const browser = site.open();
    site.instead.set("/api/session/binding", new Response(null, { status: 503 }));
    await browser.signIn("alice");
    site.pass(50 * 60);
    expect(await browser.exchange()).toMatchObject({ status: 200 });
    expect(await browser.list()).toMatchObject([{ bound: false }]);
  });

  test("a bound session gets 503 during an outage of the refresh endpoint, and continues afterwards", async () => {
    const browser = site.open();
    await browser.signIn("alice");
    for (const status of [503, 500, 429, 407, 302]) {
      site.pass(86_400);
      site.instead.set("/api/session/proof", new Response(null, { status }));
      expect(await browser.exchange(), `refresh ${status}`).toMatchObject(UNAVAILABLE);
      expect(await browser.exchange(), `after ${status}`).toMatchObject({ status: 200 });
    }
    expect(site.events.filter((event) => event.startsWith("session.unproven"))).toHaveLength(5);
    expect(site.events.at(-2)).toContain('"skipped":"server_error"');
  });

  test("the refresh of a bound session answers 503 while the store of sessions is unavailable", async () => {
    const browser = site.open();
    await browser.signIn("alice");
    site.pass(700);
    const { find } = site.store;
    site.store.find = () => Promise.reject(new UnavailableError("database"));
    expect(await browser.exchange()).toMatchObject(UNAVAILABLE);
    expect(browser.agent.log.at(-1)).toBe("refresh 503");
    site.store.find = find;
    expect(await browser.exchange()).toMatchObject({ status: 200 });
  });
});

describe("browsers without device bound sessions", () => {
  test("a browser without device bound sessions keeps an unbound session", async () => {
    const browser = site.openPlain();
    await browser.signIn("alice");
    site.pass(86_400);
    expect(await browser.exchange()).toMatchObject({ status: 200 });
    expect(await browser.list()).toMatchObject([{ bound: false }]);
    expect(site.events.some((event) => event.startsWith("session.unproven"))).toBe(false);
  });
});

describe("lost keys", () => {
  test("a browser whose key is lost must sign in again after an hour, and the server keeps its bound session", async () => {
    const browser = site.open();
    await browser.signIn("alice");
    browser.agent.sessions.clear();
    site.pass(50 * 60);
    expect(await browser.exchange()).toMatchObject(UNAVAILABLE);
    site.pass(21 * 60);
    expect(await browser.exchange()).toMatchObject(OVER);
    const other = site.open();
    await other.signIn("alice");
    expect(await other.list()).toHaveLength(2);
  });

  test("a machine that slept before it got the short cookie proves its key with the next request", async () => {
    const browser = site.open();
    await browser.signIn("alice");
    const late = [...browser.agent.jar];
    site.pass(86_400);
    for (const [name, cookie] of late)
      browser.agent.jar.set(name, { ...cookie, untilMs: Number.POSITIVE_INFINITY });
    expect(await browser.exchange()).toMatchObject(UNAVAILABLE);
    expect(await browser.exchange()).toMatchObject({ status: 200 });
  });

  test.each([
    ["unreachable", UNAVAILABLE],
    ["server_error", UNAVAILABLE],
    ["quota_exceeded", UNAVAILABLE],
    ["something else", OVER],
  ])(
    "if a browser skips refreshes for a day, the server's answer depends on the reason that the browser reports: %s",
    async (skipped, answer) => {
      const browser = site.open();
      await browser.signIn("alice");
      browser.agent.sessions.clear();
      site.pass(86_400);
      const headers = {
        "secure-session-skipped": `${skipped};session_identifier="${browser.state.session}"`,
      };
      const response = await browser.send("POST", "/api/session/token", {}, headers);
      expect(response.status).toBe(answer.status);
      expect(await response.text()).toContain(answer.code);
    },
  );

  test("a browser that has lost its key can sign in again, and can sign out", async () => {
    const browser = site.open();
    await browser.signIn("alice");
    browser.agent.sessions.clear();
    site.pass(86_400);
    await browser.signIn("alice");
    expect(await browser.exchange()).toMatchObject({ status: 200 });
    expect(await browser.list(), "the session with the lost key has ended").toHaveLength(1);
    browser.agent.sessions.clear();
    site.pass(86_400);
    expect((await browser.send("DELETE", "/api/session?replaced")).status).toBe(204);
    expect(await browser.exchange()).toMatchObject(OVER);
  });
});

describe("configurations", () => {
  test("a site that switches binding off accepts every session without a proof and removes the bindings", async () => {
    const [browser, absent] = [site.open(), site.open()];
    await browser.signIn("alice");
    await absent.signIn("alice");
    site.restart({ binding: "off" });
    site.pass(700);
    absent.agent.sessions.clear();
    for (const each of [browser, absent]) expect(await each.exchange()).toMatchObject({ status: 200 });
    expect(browser.agent.sessions.size).toBe(0);
    const late = site.open();
    await late.signIn("alice");
    expect(late.agent.log).toEqual([]);
    site.restart({ binding: "requests" });
    for (const each of [browser, absent, late]) expect(await each.exchange()).toMatchObject({ status: 200 });
  });

  test("a bound session stays bound when the site changes its secret", async () => {
    const browser = site.open();
    await browser.signIn("alice");
    site.restart({ secrets: ["example-secret-of-sessions-number-2", "example-secret-of-sessions-number-1"] });
    expect(await browser.exchange()).toMatchObject({ status: 200 });
    site.pass(700);
    expect(await browser.exchange()).toMatchObject({ status: 200 });
  });

  test("the server clears an unknown ten-minute cookie, so that the browser proves its key again", async () => {
    const browser = site.open();
    await browser.signIn("alice");
    for (const cookie of browser.agent.jar.values()) cookie.value = "of-a-database-before-its-restore";
    site.pass(1);
    expect(await browser.exchange()).toMatchObject(UNAVAILABLE);
    expect(await browser.exchange()).toMatchObject({ status: 200 });
  });

  test("getSession returns a bound session to a server-rendered page only while its proof is valid", async () => {
    const browser = site.open();
    await browser.signIn("alice");
    await browser.exchange();
    const pageOf = (cookie: string) =>
      site.handlers().getSession(new Request(ORIGIN, { headers: { cookie } }));
    const short = [...browser.agent.jar].map(([name, { value }]) => `${name}=${value}`).join("; ");
    expect(await pageOf(`${browser.state.cookie}; ${short}`)).toMatchObject({ uid: "alice" });
    expect(await pageOf(browser.state.cookie)).toBeUndefined();
    site.pass(700);
    const late = new Request(ORIGIN, { headers: { cookie: `${browser.state.cookie}; ${short}` } });
    expect(await site.handlers().getSession(late)).toBeUndefined();
    expect(await site.handlers().getIdToken(late)).toBeUndefined();
    await browser.agent.fetch("/dashboard", { headers: { cookie: browser.state.cookie } });
    expect(site.calls.at(-1)?.headers.get("cookie"), "a page waits for the proof").toMatch(/bound-/);
  });

  test("with binding limited to requests, loading a page requires no proof", async () => {
    site.restart({ binding: "requests" });
    const browser = site.open();
    await browser.signIn("alice");
    site.pass(700);
    await browser.agent.fetch("/dashboard", { headers: { cookie: browser.state.cookie } });
    expect(browser.agent.log).toEqual(["register 200"]);
    await browser.list();
    expect(browser.agent.log.at(-1)).toBe("refresh 200");
  });

  test("a site that goes back to sessions in the browser returns a bound session's refresh token only with a proof", async () => {
    const browser = site.open();
    const { refreshToken } = await browser.signIn("alice");
    const thief = site.steal(browser);
    site.restart({ mode: "release" });
    site.pass(700);
    expect((await thief.send("POST", "/api/session/release")).status).toBe(503);
    const released = await browser.send("POST", "/api/session/release");
    expect(await released.json()).toEqual({ refresh_token: refreshToken });
  });
});
