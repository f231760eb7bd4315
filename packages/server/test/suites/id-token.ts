import { expect, test } from "vitest";
import { createLogger } from "../../src/operation/logger.ts";
import { forgeries, tokensOfUnknownKeys } from "../support/attacks/forged-tokens.ts";
import { LYING_KEYS } from "../support/attacks/lying-keys.ts";
import type { World } from "../support/world.ts";

const seconds = (): number => Math.floor(Date.now() / 1000);

export function idTokenSuite(world: World): void {
  const subscribeWith = async (token: string) => {
    const { subscribe } = world.site();
    const response = await subscribe("alice@example.com", { headers: { authorization: `Bearer ${token}` } });
    return [response.status, ((await response.json()) as { code: string }).code];
  };
  const REFUSED = [401, "auth/invalid-user-token"];

  test("the newsletter endpoint refuses ID tokens that are forged in any classic way", async () => {
    const good = await world.tokens.sign();
    for (const [name, token] of Object.entries(await forgeries(world.tokens))) {
      expect(await subscribeWith(token), name).toEqual(REFUSED);
    }
    expect(await world.rows("subscribers")).toEqual([]);
    expect(await subscribeWith(good), "the untouched token").toEqual([200, "ok"]);
  });

  test("an ID token of a key that Google does not list gets 401 with another code, which signs no user out", async () => {
    const lines: string[] = [];
    const log = createLogger("warn", { write: (line: string) => void lines.push(line) });
    const { subscribe } = world.site({}, { log });
    for (const [name, token] of Object.entries(await tokensOfUnknownKeys(world.tokens))) {
      const headers = { authorization: `Bearer ${token}` };
      const response = await subscribe("alice@example.com", { headers });
      expect([response.status, response.headers.get("retry-after")], name).toEqual([401, "10"]);
      expect(await response.json(), name).toMatchObject({ status: "error", code: "unknown-token-key" });
    }
    expect(lines, "forged tokens must not look like an outage").toEqual([]);
  });

  test.each(["Basic YTpi", "Bearer", "Bearer a b", "Token abc", "BearereyJ"])(
    "the authorization header %j is refused as malformed, and signs no user out",
    async (authorization) => {
      const { subscribe } = world.site();
      const response = await subscribe("alice@example.com", { headers: { authorization } });
      expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
        400,
        "invalid-argument",
      ]);
    },
  );

  test.each(LYING_KEYS)("key servers that $name cause 503 for an ID token, not 401", async ({ answer }) => {
    world.tokens.answerWith(() => answer(world.tokens));
    const { subscribe, request } = world.site();
    for (const token of [await world.tokens.sign(), await world.tokens.sign({}, { kid: "unknown" })]) {
      const response = await subscribe("alice@example.com", {
        headers: { authorization: `Bearer ${token}` },
      });
      expect([response.status, response.headers.get("retry-after")]).toEqual([503, "10"]);
      expect(await response.json()).toMatchObject({ status: "error", code: "unavailable" });
    }
    expect(await (await request("/readyz")).json()).toMatchObject({ status: "ready", keys: "unknown" });
    world.tokens.answerWith(undefined);
    const headers = { authorization: `Bearer ${await world.tokens.sign()}` };
    // The keys are fetched at most once a second.
    await expect
      .poll(async () => (await subscribe("alice@example.com", { headers })).status, { timeout: 5_000 })
      .toBe(200);
    await expect
      .poll(async () => (await request("/readyz")).json())
      .toEqual({ status: "ready", database: "writable", keys: "known" });
  });

  test.each([
    { clock: "8 s slow", shiftS: -8, issuedS: 0, livesS: 3600, status: 200 },
    { clock: "2 min slow", shiftS: -120, issuedS: 0, livesS: 3600, status: 200 },
    { clock: "10 min slow", shiftS: -600, issuedS: 0, livesS: 3600, status: 503 },
    { clock: "2 h fast", shiftS: 7_200, issuedS: 0, livesS: 3600, status: 503 },
    { clock: "right", shiftS: 0, issuedS: -3700, livesS: 3600, status: 401 },
  ])(
    "if the server's clock is $clock, an ID token issued $issuedS s from now gets $status",
    async ({ shiftS, issuedS, livesS, status }) => {
      const lines: Record<string, unknown>[] = [];
      const log = createLogger("warn", { write: (line: string) => void lines.push(JSON.parse(line)) });
      const { subscribe } = world.site({}, { now: () => Date.now() + shiftS * 1000, log });
      const at = seconds() + issuedS;
      const token = await world.tokens.sign({ iat: at, auth_time: at, exp: at + livesS });
      const headers = { authorization: `Bearer ${token}` };
      expect((await subscribe("alice@example.com", { headers })).status).toBe(status);
      const skews = lines.flatMap(({ skewSeconds }) => (skewSeconds === undefined ? [] : [skewSeconds]));
      // The date of a response has whole seconds.
      expect(skews).toEqual(shiftS === 0 ? [] : [expect.closeTo(shiftS, -0.5)]);
    },
  );

  test("the check of ID tokens can use another clock than the system's", async () => {
    const shift = 86_400_000;
    // The local services send no date either.
    world.tokens.answerWith(
      async () => new Response((await world.tokens.list()).body, { headers: { date: "" } }),
    );
    const { subscribe } = world.site({}, { now: () => Date.now() + shift });
    const at = seconds() + shift / 1000;
    const send = async (token: string) =>
      (await subscribe("alice@example.com", { headers: { authorization: `Bearer ${token}` } })).status;
    expect(await send(await world.tokens.sign())).toBe(401);
    expect(await send(await world.tokens.sign({ iat: at, auth_time: at, exp: at + 3600 }))).toBe(200);
  });
}
