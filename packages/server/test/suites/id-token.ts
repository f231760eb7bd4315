import { expect, test } from "vitest";
import { recordLog } from "../support/open-site.ts";
import { codeOf } from "../support/sessions.ts";
import type { World } from "../support/world.ts";

/** What the API answers to an ID token; `id-token.test.ts` and `token-keys.test.ts` have every token, key and clock. */
export function idTokenSuite(world: World): void {
  const subscribeWith = async (token: string, site = world.site()) => {
    const headers = { authorization: `Bearer ${token}` };
    const response = await site.subscribe("alice@example.com", { headers });
    return [...(await codeOf(response)), response.headers.get("retry-after")];
  };

  test("a forged ID token is refused, and the user must sign in again", async () => {
    const forged = await world.tokens.sign({}, { kid: "key-1" }, await world.tokens.make("stranger"));
    expect(await subscribeWith(forged)).toEqual([401, "auth/invalid-user-token", null]);
    expect(await world.rows("subscribers")).toEqual([]);
    expect(await subscribeWith(await world.tokens.sign())).toEqual([200, "ok", null]);
  });

  test("an ID token of a key that Google does not list gets 401 with another code, which signs no user out", async () => {
    const { lines, log } = recordLog("warn");
    const token = await world.tokens.sign({}, { kid: "unknown" });
    expect(await subscribeWith(token, world.site({}, { log }))).toEqual([401, "unknown-token-key", "10"]);
    expect(lines, "forged tokens must not look like an outage").toEqual([]);
  });

  test("a malformed authorization header is refused, and signs no user out", async () => {
    const { subscribe } = world.site();
    for (const authorization of ["Basic YTpi", "Bearer", "Bearer a b", "Token abc", "BearereyJ"]) {
      const response = await subscribe("alice@example.com", { headers: { authorization } });
      expect(await codeOf(response), authorization).toEqual([400, "invalid-argument"]);
    }
  });

  test("an ID token gets 503 while the key servers fail, not 401, and the server recovers by itself", async () => {
    world.tokens.answerWith(() => Promise.reject(new TypeError("fetch failed")));
    const site = world.site();
    const token = await world.tokens.sign();
    expect(await subscribeWith(token, site)).toEqual([503, "unavailable", "10"]);
    const readiness = async () => (await site.request("/readyz")).json();
    expect(await readiness()).toMatchObject({ status: "ready", keys: "unknown" });
    world.tokens.answerWith(undefined);
    // The keys are fetched at most once a second.
    await expect.poll(async () => (await subscribeWith(token, site))[0], { timeout: 5_000 }).toBe(200);
    await expect.poll(readiness).toEqual({ status: "ready", database: "writable", keys: "known" });
  });

  test("an ID token gets 503 from a server whose clock is wrong, which logs the skew", async () => {
    const { lines, log } = recordLog("warn");
    const site = world.site({}, { now: () => Date.now() + 7_200_000, log });
    expect((await subscribeWith(await world.tokens.sign(), site))[0]).toBe(503);
    const skews = lines.flatMap(({ skewSeconds }) => (skewSeconds === undefined ? [] : [skewSeconds]));
    // The date of a response has whole seconds.
    expect(skews).toEqual([expect.closeTo(7_200, -0.5)]);
  });
}
