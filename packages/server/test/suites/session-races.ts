import { expect, test } from "vitest";
import { refused, sessionWorld } from "../support/sessions.ts";
import type { World } from "../support/world.ts";

/** Requests of one session at the same time, in one process and in two. */
export function sessionRacesSuite(world: World): void {
  const { upstream, serve, open } = sessionWorld(world);

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
    const other = open(serve({}, { database: world.another() }));
    Object.assign(other.state, one.state);
    const before = upstream.calls.length;
    const release = upstream.hold();
    const answers = Promise.all(Array.from({ length: 10 }, (_, n) => (n % 2 ? one : other).exchange()));
    await expect.poll(() => upstream.calls.length).toBe(before + 1);
    release();
    expect(new Set((await answers).map(({ id_token }) => id_token)).size).toBe(1);
    expect(upstream.calls.length).toBe(before + 1);
  });

  test("a server killed during an exchange loses no session, and blocks it for a few seconds", async () => {
    const browser = open(serve());
    await browser.signIn("alice");
    const before = upstream.calls.length;
    const release = upstream.hold();
    const cut = browser.exchange();
    await expect.poll(() => upstream.calls.length).toBe(before + 1);
    const [claim] = await world.database.query<{ seconds: number }>(
      "select extract(epoch from claimed_until - now())::float8 as seconds from sessions",
    );
    expect(claim?.seconds).toBeLessThan(15);
    await world.database.query("update sessions set claimed_until = now() + interval '300 milliseconds'");
    upstream.pass();
    const next = open(serve({}, { database: world.another() }));
    Object.assign(next.state, browser.state);
    expect(await next.exchange()).toMatchObject({ status: 200 });
    release();
    await cut;
  });

  test("a session that is ended during its exchange gets no ID token", async () => {
    const site = serve();
    const [one, other] = [open(site), open(site)];
    await one.signIn("alice");
    await other.signIn("alice");
    const before = upstream.calls.length;
    const release = upstream.hold();
    const answer = other.exchange();
    await expect.poll(() => upstream.calls.length).toBe(before + 1);
    await one.send("DELETE", "/api/sessions?others");
    release();
    expect(await answer).toMatchObject({ status: 400, code: "TOKEN_EXPIRED" });
  });

  test("a caller that joins another request's exchange does not get its own current ID token back", async () => {
    const browser = open(serve());
    await browser.signIn("alice");
    const { id_token: current = "" } = await browser.exchange();
    const [shared, forced] = await Promise.all([browser.exchange(), browser.exchange(current.slice(-16))]);
    expect(shared.status).toBe(200);
    expect(forced.status).toBe(200);
    expect(forced.id_token).not.toBe(current);
  });

  test("an exchange that is refused because a hand-over replaced the token is repeated with the new token", async () => {
    const browser = open(serve());
    const first = await browser.signIn("alice");
    const before = { ...browser.state };
    const release = upstream.hold();
    upstream.faults.set(first.refreshToken, refused("TOKEN_EXPIRED"));
    const calls = upstream.calls.length;
    const answer = browser.exchange();
    await expect.poll(() => upstream.calls.length).toBe(calls + 1);
    // The password has changed: Google has revoked the first token, and the page hands over the next one.
    const second = await upstream.signIn("alice");
    upstream.pass();
    expect((await browser.handOver(second, before.session)).status).toBe(200);
    release();
    expect(await answer).toMatchObject({ status: 200 });
    expect(upstream.calls.at(-1)?.token).toBe(second.refreshToken);
  });

  test("an exchange during which a hand-over replaces the refresh token succeeds and keeps the new refresh token", async () => {
    const browser = open(serve());
    await browser.signIn("alice");
    const before = { ...browser.state };
    const release = upstream.hold();
    const calls = upstream.calls.length;
    const answer = browser.exchange();
    await expect.poll(() => upstream.calls.length).toBe(calls + 1);
    const second = await upstream.signIn("alice");
    upstream.pass();
    expect((await browser.handOver(second, before.session)).status).toBe(200);
    release();
    expect(await answer).toMatchObject({ status: 200 });
    expect(await browser.exchange("none")).toMatchObject({ status: 200 });
    expect(upstream.calls.at(-1)?.token).toBe(second.refreshToken);
  });
}
