import { expect, test } from "vitest";
import { sessionWorld } from "../support/sessions.ts";
import type { World } from "../support/world.ts";

/** A sign-in while this browser has a session. `packages/identity-server/test/cookies.test.ts` has every event. */
export function replacedSessionsSuite(world: World): void {
  const { upstream, serve, open, openAt, sql, rows } = sessionWorld(world);
  const uids = async () => (await rows()).map(({ uid }) => String(uid)).sort((a, b) => a.localeCompare(b));

  test("a PUT ends the previous session, and removes its cookie", async () => {
    const browser = open(serve());
    await browser.signIn("alice");
    await browser.exchange();
    const { session } = browser.state;
    await browser.signIn("bob");
    expect((await browser.send("PUT", "/api/session")).status).toBe(204);
    expect(await rows()).toMatchObject([{ uid: "bob", turn: 1 }]);
    expect(browser.state.cookie).not.toContain(session.slice(0, 8));
    browser.state.session = session;
    expect((await browser.send("PUT", "/api/session")).status, "ended").toBe(400);
  });

  test("releasing a session ends the session that it replaced", async () => {
    const browser = open(serve());
    await browser.signIn("alice");
    const { refreshToken } = await browser.signIn("bob");
    const back = openAt(serve({ SESSIONS: "browser" }), browser);
    expect(await (await back.send("POST", "/api/session/release")).json()).toEqual({
      refresh_token: refreshToken,
    });
    expect(await uids()).toEqual(["bob"]);
  });

  const daysOld = async () => {
    const [row] = await sql<{ days: number }>(
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
    await sql("delete from sessions");
    await browser.handOver(tokens, "new", {}, "/api/session?moved");
    expect(await daysOld(), "a switch of modes signs nobody out").toBe(0);
    await browser.handOver(await signedInDaysAgo("alice", 200), browser.state.session);
    expect(await daysOld(), "new tokens of an old sign-in").toBe(0);
    await sql("update sessions set created_at = now() - interval '50 days'");
    await browser.handOver(await signedInDaysAgo("alice", 1), browser.state.session);
    expect(await daysOld(), "after a re-authentication").toBe(1);
  });

  test("a sign-in with the previous cookie ends that cookie's session at the first exchange", async () => {
    const browser = open(serve());
    await browser.signIn("alice");
    const before = { ...browser.state };
    await browser.handOver(await upstream.signIn("alice"), before.session);
    browser.state.cookie = before.cookie;
    await browser.signIn("bob");
    await browser.exchange();
    expect((await rows()).map(({ uid }) => uid)).toEqual(["bob"]);
  });

  test("releasing a refresh token twice does not extend the time in which it can be released", async () => {
    const browser = open(serve());
    await browser.signIn("alice");
    const back = openAt(serve({ SESSIONS: "browser" }), browser);
    await back.send("POST", "/api/session/release");
    await sql("update sessions set released_at = now() - interval '40 seconds'");
    const [before] = await rows();
    expect((await back.send("POST", "/api/session/release")).status).toBe(200);
    const [after] = await rows();
    expect(after?.["released_at"]).toEqual(before?.["released_at"]);
  });
}
