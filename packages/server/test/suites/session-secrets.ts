import { expect, test } from "vitest";
import { sessionWorld } from "../support/sessions.ts";
import type { World } from "../support/world.ts";

const OVER = { status: 400, code: "TOKEN_EXPIRED" };
const GOOD = { status: 200 };

/** Which cookie opens a session, and what a request leaves in its row. */
export function sessionSecretsSuite(world: World): void {
  const { upstream, serve, open, rows } = sessionWorld(world);
  const forget = () => world.database.query("update sessions set id_token = null, shared_until = null");

  test("a request with a wrong cookie does not get the result of a running exchange of the same session", async () => {
    const site = serve();
    const [browser, thief] = [open(site), open(site)];
    await browser.signIn("alice");
    await thief.signIn("mallory");
    thief.state.session = browser.state.session;
    const before = upstream.calls.length;
    const release = upstream.hold();
    const running = browser.exchange();
    await expect.poll(() => upstream.calls.length).toBe(before + 1);
    const stolen = thief.exchange();
    release();
    expect(await stolen).toMatchObject(OVER);
    expect(await running).toMatchObject(GOOD);
  });

  test("the previous cookie gives access any number of times until the new cookie is used", async () => {
    const browser = open(serve());
    await browser.signIn("alice");
    const before = { ...browser.state };
    await browser.handOver(await upstream.signIn("alice"), before.session);
    Object.assign(browser.state, before);
    for (const exchange of ["first", "second", "third"]) {
      expect(await browser.exchange(), exchange).toMatchObject(GOOD);
      await forget();
    }
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

  test("after new tokens were handed over, no ID token of the earlier tokens is returned", async () => {
    const browser = open(serve());
    await browser.signIn("alice");
    const shared = await browser.exchange();
    const next = await upstream.signIn("alice");
    await browser.handOver(next, browser.state.session);
    const renewed = await browser.exchange();
    expect(renewed).toMatchObject(GOOD);
    expect(renewed.id_token).not.toBe(shared.id_token);
    expect(upstream.calls.at(-1)?.token).toBe(next.refreshToken);
  });

  test("releasing a refresh token twice does not extend the time in which it can be released", async () => {
    const browser = open(serve());
    await browser.signIn("alice");
    const back = open(serve({ SESSIONS: "browser" }));
    Object.assign(back.state, browser.state);
    await back.send("POST", "/api/session/release");
    await world.database.query("update sessions set released_at = now() - interval '40 seconds'");
    const [before] = await rows();
    expect((await back.send("POST", "/api/session/release")).status).toBe(200);
    const [after] = await rows();
    expect(after?.["released_at"]).toEqual(before?.["released_at"]);
  });

  test("an exchange that the limit refuses gives up its claim on the session", async () => {
    const browser = open(serve({ LIMIT_PER_CLIENT: "1/600" }));
    await browser.signIn("alice");
    await browser.exchange();
    await forget();
    expect(await browser.exchange()).toMatchObject({ status: 429 });
    expect(await rows()).toMatchObject([{ claim: null, claimed_until: null }]);
  });
}
