import { expect, test } from "vitest";
import { sessionWorld } from "../support/sessions.ts";
import type { World } from "../support/world.ts";

const OVER = { status: 400, code: "TOKEN_EXPIRED" };
const GOOD = { status: 200 };

/** Which cookie opens a session, and what a request leaves in its row. */
export function sessionSecretsSuite(world: World): void {
  const { upstream, serve, open, rows } = sessionWorld(world);

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
    const back = open(serve({ SESSIONS: "browser" }));
    Object.assign(back.state, browser.state);
    await back.send("POST", "/api/session/release");
    await world.database.query("update sessions set released_at = now() - interval '40 seconds'");
    const [before] = await rows();
    expect((await back.send("POST", "/api/session/release")).status).toBe(200);
    const [after] = await rows();
    expect(after?.["released_at"]).toEqual(before?.["released_at"]);
  });
}
