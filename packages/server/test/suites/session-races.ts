import { expect, test } from "vitest";
import { refused, sessionWorld } from "../support/sessions.ts";
import type { World } from "../support/world.ts";

const OVER = { status: 400, code: "TOKEN_EXPIRED" };
const GOOD = { status: 200 };

/** Requests of one session at the same time, in one process and in two. */
export function sessionRacesSuite(world: World): void {
  const { upstream, serve, open, openAt, sql } = sessionWorld(world);
  /** Begins an exchange, or several that share one call. The call waits in the token service until `release`. */
  const begin = async <Answer>(exchange: () => Answer) => {
    const before = upstream.calls.length;
    const release = upstream.hold();
    const answer = exchange();
    await expect.poll(() => upstream.calls.length).toBe(before + 1);
    return { before, release, answer };
  };

  test("200 parallel exchanges of one session make one call to the token service and get the same ID token", async () => {
    const browser = open(serve({ LIMIT_PER_CLIENT: "2/600" }));
    await browser.signIn("alice");
    const before = upstream.calls.length;
    const answers = await Promise.all(Array.from({ length: 200 }, () => browser.exchange()));
    expect(upstream.calls.length - before).toBe(1);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ id_token }) => id_token)).size).toBe(1);
  });

  test("ten tabs on two servers make one call to the token service", async () => {
    const one = open(serve());
    await one.signIn("alice");
    const other = openAt(serve({}, { database: world.another() }), one);
    const { before, release, answer } = await begin(() =>
      Promise.all(Array.from({ length: 10 }, (_, n) => (n % 2 ? one : other).exchange())),
    );
    release();
    expect(new Set((await answer).map(({ id_token }) => id_token)).size).toBe(1);
    expect(upstream.calls.length).toBe(before + 1);
  });

  test("a request with a wrong cookie does not get the result of a running exchange of the same session", async () => {
    const site = serve();
    const [browser, thief] = [open(site), open(site)];
    await browser.signIn("alice");
    await thief.signIn("mallory");
    thief.state.session = browser.state.session;
    const { release, answer } = await begin(() => browser.exchange());
    const stolen = thief.exchange();
    release();
    expect(await stolen).toMatchObject(OVER);
    expect(await answer).toMatchObject(GOOD);
  });

  test("a server killed during an exchange loses no session, and blocks it for a few seconds", async () => {
    const browser = open(serve());
    await browser.signIn("alice");
    const { release, answer: cut } = await begin(() => browser.exchange());
    const [claim] = await sql<{ seconds: number }>(
      "select extract(epoch from claimed_until - now())::float8 as seconds from sessions",
    );
    expect(claim?.seconds).toBeLessThan(15);
    await sql("update sessions set claimed_until = now() + interval '300 milliseconds'");
    upstream.pass();
    const next = openAt(serve({}, { database: world.another() }), browser);
    expect(await next.exchange()).toMatchObject(GOOD);
    release();
    await cut;
  });

  test("a session that is ended during its exchange gets no ID token", async () => {
    const site = serve();
    const [one, other] = [open(site), open(site)];
    await one.signIn("alice");
    await other.signIn("alice");
    const { release, answer } = await begin(() => other.exchange());
    await one.send("DELETE", "/api/sessions?others");
    release();
    expect(await answer).toMatchObject(OVER);
  });

  test("a caller that joins another request's exchange does not get its own current ID token back", async () => {
    const browser = open(serve());
    await browser.signIn("alice");
    const { id_token: current = "" } = await browser.exchange();
    const [shared, forced] = await Promise.all([browser.exchange(), browser.exchange(current.slice(-16))]);
    expect(shared).toMatchObject(GOOD);
    expect(forced).toMatchObject(GOOD);
    expect(forced.id_token).not.toBe(current);
  });

  test.each([
    [
      "that is refused because a hand-over replaced the token is repeated with the new token",
      "TOKEN_EXPIRED",
    ],
    ["during which a hand-over replaces the refresh token succeeds and keeps the new refresh token", ""],
  ])("an exchange %s", async (_, fault) => {
    const browser = open(serve());
    const first = await browser.signIn("alice");
    if (fault) upstream.faults.set(first.refreshToken, refused(fault));
    const { release, answer } = await begin(() => browser.exchange());
    // As after a changed password: Google revokes the first token, and the page hands over the next one.
    const second = await upstream.signIn("alice");
    upstream.pass();
    expect((await browser.handOver(second, browser.state.session)).status).toBe(200);
    release();
    expect(await answer).toMatchObject(GOOD);
    expect(await browser.exchange("none")).toMatchObject(GOOD);
    expect(upstream.calls.at(-1)?.token).toBe(second.refreshToken);
  });
}
