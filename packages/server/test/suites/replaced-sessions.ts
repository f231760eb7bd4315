import { expect, test } from "vitest";
import { refused, sessionWorld } from "../support/sessions.ts";
import type { World } from "../support/world.ts";

const OVER = { status: 400, code: "TOKEN_EXPIRED" };
const GOOD = { status: 200 };

/** A sign-in while this browser has a session: which of the two the page keeps is known only at an exchange. */
export function replacedSessionsSuite(world: World): void {
  const { upstream, serve, open, rows } = sessionWorld(world);
  const uids = async () => (await rows()).map(({ uid }) => String(uid)).sort((a, b) => a.localeCompare(b));
  /** The server shares an ID token for seconds; without it, the next request exchanges. */
  const forget = () => world.database.query("update sessions set id_token = null, shared_until = null");

  test("after a sign-in, the previous session stays usable with its own cookie and with the new cookie", async () => {
    const browser = open(serve());
    await browser.signIn("alice");
    const before = { ...browser.state };
    await browser.signIn("bob");
    const after = { ...browser.state };
    for (const cookie of [before.cookie, after.cookie]) {
      Object.assign(browser.state, { session: before.session, cookie });
      expect(await browser.exchange()).toMatchObject(GOOD);
      await forget();
    }
    expect(await uids()).toEqual(["alice", "bob"]);
    Object.assign(browser.state, { session: after.session, cookie: before.cookie });
    expect(await browser.exchange(), "the previous cookie gives no access to the new session").toMatchObject(
      OVER,
    );
  });

  test("the first exchange of the new session ends the previous session", async () => {
    const browser = open(serve());
    await browser.signIn("alice");
    const before = { ...browser.state };
    await browser.signIn("bob");
    expect(await browser.exchange()).toMatchObject(GOOD);
    expect(await uids()).toEqual(["bob"]);
    browser.state.session = before.session;
    expect(await browser.exchange()).toMatchObject(OVER);
  });

  test("a failed first exchange of the new session keeps the previous session", async () => {
    const browser = open(serve());
    await browser.signIn("alice");
    const { refreshToken } = await browser.signIn("bob");
    upstream.faults.set(refreshToken, "offline");
    expect(await browser.exchange()).toMatchObject({ status: 503 });
    expect(await uids()).toEqual(["alice", "bob"]);
  });

  test("a refusal at the first exchange of the new session ends the previous session too", async () => {
    const browser = open(serve());
    await browser.signIn("alice");
    const { refreshToken } = await browser.signIn("bob");
    upstream.faults.set(refreshToken, refused("USER_DISABLED"));
    expect(await browser.exchange()).toMatchObject({ status: 400 });
    expect(await uids(), "no cookie opens it any more").toEqual([]);
  });

  test("giving up the new session keeps the previous session usable", async () => {
    const browser = open(serve());
    await browser.signIn("alice");
    const { session } = browser.state;
    await browser.signIn("bob");
    const { cookie } = browser.state;
    expect((await browser.send("DELETE", "/api/session")).headers.get("set-cookie")).toBeNull();
    expect(await uids()).toEqual(["alice"]);
    Object.assign(browser.state, { session, cookie });
    expect(await browser.exchange()).toMatchObject(GOOD);
    const next = await upstream.signIn("alice");
    expect((await browser.handOver(next, session)).status, "takes new tokens too").toBe(200);
  });

  test("new tokens of the previous session keep the new session usable, even if the hand-over's response is lost", async () => {
    const browser = open(serve());
    await browser.signIn("alice");
    const alice = browser.state.session;
    await browser.signIn("bob");
    const bob = { ...browser.state };
    const next = await upstream.signIn("alice");
    expect((await browser.handOver(next, alice)).status).toBe(200);
    const { cookie } = browser.state;
    expect(cookie).not.toBe(bob.cookie);
    for (const session of [alice, bob.session]) {
      Object.assign(browser.state, { session, cookie: bob.cookie });
      expect(await browser.exchange(), "the cookie whose replacement was lost").toMatchObject(GOOD);
      if (session === alice) expect(upstream.calls.at(-1)?.token).toBe(next.refreshToken);
    }
    Object.assign(browser.state, { session: bob.session, cookie });
    expect(await browser.exchange()).toMatchObject(GOOD);
    expect(await uids()).toEqual(["bob"]);
  });

  test("after the middle one of three sessions was given up, new tokens of the first session keep the third usable", async () => {
    const browser = open(serve());
    await browser.signIn("alice");
    const alice = browser.state.session;
    await browser.signIn("bob");
    const bob = browser.state.session;
    await browser.signIn("carol");
    const carol = browser.state.session;
    browser.state.session = bob;
    await browser.send("DELETE", "/api/session");
    expect((await browser.handOver(await upstream.signIn("alice"), alice)).status).toBe(200);
    for (const session of [alice, carol]) {
      browser.state.session = session;
      expect(await browser.exchange()).toMatchObject(GOOD);
    }
  });

  test("after a sign-in whose response was lost, the next sign-in ends the lost session and keeps the current one", async () => {
    const browser = open(serve());
    await browser.signIn("alice");
    const onScreen = { ...browser.state };
    const now = Math.floor(Date.now() / 1000);
    await browser.handOver(await upstream.signIn("bob", undefined, { auth_time: now - 1 }));
    Object.assign(browser.state, onScreen);
    await browser.handOver(await upstream.signIn("carol", undefined, { auth_time: now }));
    expect(await uids(), "no cookie opens the session whose answer was lost").toEqual(["alice", "carol"]);
    browser.state.session = onScreen.session;
    expect(await browser.exchange()).toMatchObject(GOOD);
  });

  test.each([
    ["a minute before", 60],
    ["in the same second", 0],
  ])(
    "a hand-over that arrives after the one of a later sign-in keeps the later session: %s",
    async (_, seconds) => {
      const browser = open(serve());
      await browser.signIn("alice");
      const { cookie } = browser.state;
      const now = Math.floor(Date.now() / 1000);
      await browser.handOver(await upstream.signIn("bob", undefined, { auth_time: now }));
      const onScreen = { ...browser.state };
      browser.state.cookie = cookie;
      await browser.handOver(await upstream.signIn("carol", undefined, { auth_time: now - seconds }));
      Object.assign(browser.state, onScreen);
      expect(await browser.exchange()).toMatchObject(GOOD);
    },
  );

  test("a page's move to the server that arrives after another page's move of the session keeps the latter", async () => {
    const browser = open(serve());
    const tokens = await browser.signIn("alice");
    const before = { ...browser.state };
    const move = async () => {
      const moved = await browser.send("POST", "/api/session?moved", tokens, { "x-session": "new" });
      browser.state.session = ((await moved.json()) as { session: string }).session;
    };
    await move();
    const onScreen = { ...browser.state };
    Object.assign(browser.state, before);
    await move();
    Object.assign(browser.state, onScreen);
    expect(await browser.exchange()).toMatchObject(GOOD);
  });

  test("a third sign-in keeps both earlier sessions, because a page may still show either of them", async () => {
    const browser = open(serve());
    const sessions: string[] = [];
    for (const uid of ["alice", "bob", "carol"]) {
      await browser.signIn(uid);
      sessions.push(browser.state.session);
    }
    const [alice = "", bob = "", carol = ""] = sessions;
    browser.state.session = bob;
    expect(await browser.exchange()).toMatchObject(GOOD);
    expect(await uids(), "bob's exchange ends only older sessions").toEqual(["bob", "carol"]);
    browser.state.session = alice;
    expect(await browser.exchange()).toMatchObject(OVER);
    browser.state.session = carol;
    expect(await browser.exchange()).toMatchObject(GOOD);
    expect(await uids()).toEqual(["carol"]);
  });

  test("giving up the second of three sessions keeps the first and the third session", async () => {
    const browser = open(serve());
    await browser.signIn("alice");
    const alice = browser.state.session;
    await browser.signIn("bob");
    const bob = browser.state.session;
    await browser.signIn("carol");
    const { session: carol, cookie } = browser.state;
    browser.state.session = bob;
    expect((await browser.send("DELETE", "/api/session")).headers.get("set-cookie")).toBeNull();
    for (const session of [alice, carol]) {
      Object.assign(browser.state, { session, cookie });
      expect(await browser.exchange()).toMatchObject(GOOD);
    }
    expect(await uids()).toEqual(["carol"]);
  });

  test.each(["?replaced", "?everywhere"])(
    "signing out with %s also ends the previous session",
    async (query) => {
      const browser = open(serve());
      await browser.signIn("alice");
      await browser.signIn("alice");
      await browser.send("DELETE", `/api/session${query}`);
      expect(await uids()).toEqual([]);
      expect(browser.state.cookie).toBe("");
    },
  );

  test("a late sign-out of the previous session keeps the new session's cookie", async () => {
    const browser = open(serve());
    await browser.signIn("alice");
    const { session: alice } = browser.state;
    await browser.signIn("bob");
    const { session: bob, cookie } = browser.state;
    browser.state.session = alice;
    await browser.send("DELETE", "/api/session?replaced");
    expect(await uids()).toEqual(["bob"]);
    expect(browser.state.cookie).toBe(cookie);
    browser.state.session = bob;
    expect(await browser.exchange()).toMatchObject(GOOD);
  });

  test("the list of sessions omits a replaced session, and ending a session also ends the one that it replaced", async () => {
    const site = serve();
    const [browser, other] = [open(site), open(site)];
    await browser.signIn("alice");
    await browser.signIn("alice");
    expect(await browser.list()).toMatchObject([{ current: true }]);
    await other.signIn("alice");
    await other.send("DELETE", `/api/sessions/${browser.state.session}`);
    expect(await other.list()).toMatchObject([{ current: true }]);
    expect(await rows()).toHaveLength(1);
  });

  test("releasing a session ends the session that it replaced", async () => {
    const browser = open(serve());
    await browser.signIn("alice");
    const { refreshToken } = await browser.signIn("bob");
    const back = open(serve({ SESSIONS: "browser" }));
    Object.assign(back.state, browser.state);
    expect(await (await back.send("POST", "/api/session/release")).json()).toEqual({
      refresh_token: refreshToken,
    });
    expect(await uids()).toEqual(["bob"]);
  });

  test("a hand-over ends no session of another browser", async () => {
    const site = serve();
    const [browser, other] = [open(site), open(site)];
    await browser.signIn("alice");
    await other.signIn("alice");
    await browser.signIn("alice");
    await browser.exchange();
    expect(await other.exchange()).toMatchObject(GOOD);
  });

  const daysOld = async () => {
    const [row] = await world.database.query<{ days: number }>(
      "select extract(epoch from now() - created_at)::float8 / 86400 as days from sessions",
    );
    return Math.round(row?.days ?? Number.NaN);
  };
  const signedInDaysAgo = async (uid: string, days: number) => {
    const at = Math.floor(Date.now() / 1000) - days * 86_400;
    return upstream.signIn(uid, `${uid}@example.com`, { auth_time: at });
  };

  test("the age of a session counts from its sign-in, or from its move to the server", async () => {
    const browser = open(serve());
    const tokens = await signedInDaysAgo("alice", 100);
    await browser.handOver(tokens);
    expect(await daysOld()).toBe(100);
    await world.database.query("delete from sessions");
    const moved = await browser.send("POST", "/api/session?moved", tokens, { "x-session": "new" });
    browser.state.session = ((await moved.json()) as { session: string }).session;
    expect(await daysOld(), "a switch of modes signs nobody out").toBe(0);
    await browser.handOver(await signedInDaysAgo("alice", 200), browser.state.session);
    expect(await daysOld(), "new tokens of an old sign-in").toBe(0);
    await world.database.query("update sessions set created_at = now() - interval '50 days'");
    await browser.handOver(await signedInDaysAgo("alice", 1), browser.state.session);
    expect(await daysOld(), "after a re-authentication").toBe(1);
  });
}
