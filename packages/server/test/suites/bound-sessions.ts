import { expect, test } from "vitest";
import { openBrowser, sessionWorld } from "../support/sessions.ts";
import { createUserAgent } from "../support/user-agent.ts";
import type { World } from "../support/world.ts";

/** Sessions that are bound to their browser's key; `packages/identity-server/test/binding` has every rule and attack. */
export function boundSessionsSuite(world: World): void {
  const { upstream, serve, rows } = sessionWorld(world);
  let offsetMs = 0;
  const now = () => Date.now() + offsetMs;

  function bound(env: Record<string, string> = {}) {
    offsetMs = 0;
    const { request } = serve(env, { now });
    const agent = createUserAgent({ reach: request, now });
    return { ...openBrowser(upstream, agent.fetch), agent, request };
  }

  test("a session is bound at its sign-in, and a copy of its cookies gives no access after ten minutes", async () => {
    const browser = bound();
    await browser.signIn("alice");
    expect(await rows()).toMatchObject([{ bound_key: expect.stringMatching(/^\{"kty":"EC"/) }]);
    const agent = createUserAgent({ reach: browser.request, now, disk: browser.agent.copyDisk(false) });
    const thief = openBrowser(upstream, agent.fetch);
    Object.assign(thief.state, browser.state);
    expect(await thief.exchange()).toMatchObject({ status: 200 });
    offsetMs = 601_000;
    expect(await thief.exchange()).toMatchObject({ status: 503, code: "unavailable" });
    expect(await browser.exchange()).toMatchObject({ status: 200 });
    expect(browser.agent.log).toEqual(["register 200", "refresh 403", "refresh 200"]);
    expect(await browser.list()).toMatchObject([{ bound: true }]);
  });

  test("if two servers receive the same proof of a challenge, only one of them accepts the proof", async () => {
    const browser = bound();
    const second = serve({}, { now, database: world.another() });
    await browser.signIn("alice");
    offsetMs = 601_000;
    const calls: RequestInit[] = [];
    const agent = createUserAgent({
      now,
      disk: browser.agent.copyDisk(true),
      reach(path, init) {
        if (path === "/api/session/proof") calls.push(init);
        return browser.request(path, init);
      },
    });
    await agent.fetch("/api/sessions", { headers: { cookie: browser.state.cookie } });
    const replay = await second.request("/api/session/proof", calls.at(-1));
    expect([replay.status, replay.headers.get("set-cookie")]).toEqual([403, null]);
  });

  test("with SESSION_BINDING=off, the server asks no browser for a key", async () => {
    const browser = bound({ SESSION_BINDING: "off" });
    await browser.signIn("alice");
    expect(browser.agent.log).toEqual([]);
    offsetMs = 601_000;
    expect(await browser.exchange()).toMatchObject({ status: 200 });
  });
}
