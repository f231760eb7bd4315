import { exportSPKI, SignJWT } from "jose";
import { expect, test } from "vitest";
import type { Claims } from "../support/tokens.ts";
import type { World } from "../support/world.ts";

const seconds = (): number => Math.floor(Date.now() / 1000);
const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

export function idTokenSuite(world: World): void {
  const subscribeWith = async (token: string) => {
    const { subscribe } = world.site();
    const response = await subscribe("alice@example.com", { headers: { authorization: `Bearer ${token}` } });
    return [response.status, ((await response.json()) as { code: string }).code];
  };
  const REFUSED = [401, "auth/invalid-user-token"];

  test.each<[string, Claims]>([
    ["another project's audience", { aud: "other-project" }],
    ["an audience among others", { aud: ["other-project"] }],
    ["another issuer", { iss: "https://securetoken.google.com/other-project" }],
    ["an issuer without https", { iss: "http://securetoken.google.com/tallybin-example" }],
    ["no issuer", { iss: undefined }],
    ["no audience", { aud: undefined }],
    ["an expiry in the past", { exp: 1_700_000_000 }],
    ["no expiry", { exp: undefined }],
    ["an expiry that is text", { exp: "tomorrow" }],
    ["an issue in the future", { iat: 4_000_000_000 }],
    ["no issue time", { iat: undefined }],
    ["a sign-in in the future", { auth_time: 4_000_000_000 }],
    ["no sign-in time", { auth_time: undefined }],
    ["a start in the future", { nbf: 4_000_000_000 }],
    ["no subject", { sub: undefined }],
    ["an empty subject", { sub: "" }],
    ["a subject that is a number", { sub: 5 }],
    ["an endless subject", { sub: "u".repeat(129) }],
  ])("a signed token with %s is refused", async (_, changes) => {
    expect(await subscribeWith(await world.tokens.sign(changes))).toEqual(REFUSED);
    expect(await world.rows("subscribers")).toEqual([]);
  });

  test("forgeries of every classic kind are refused", async () => {
    const { tokens } = world;
    const good = await tokens.sign();
    const [header = "", payload = "", signature = ""] = good.split(".");
    const publicKey = await exportSPKI(tokens.signingKey().publicKey);
    const { kid } = tokens.signingKey();
    const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as Record<string, unknown>;
    const stranger = await tokens.make("stranger");
    const forged: Record<string, string> = {
      "algorithm none": `${base64url({ alg: "none", typ: "JWT", kid })}.${payload}.`,
      "algorithm None": `${base64url({ alg: "None", typ: "JWT", kid })}.${payload}.`,
      "algorithm none with the old signature": `${base64url({ alg: "none", kid })}.${payload}.${signature}`,
      "no algorithm": `${base64url({ kid })}.${payload}.${signature}`,
      "HS256 with the public key as its secret": await new SignJWT(claims)
        .setProtectedHeader({ alg: "HS256", kid })
        .sign(new TextEncoder().encode(publicKey)),
      "another claim under the old signature": `${header}.${base64url({ ...claims, sub: "uid-of-mallory" })}.${signature}`,
      "a stranger's key under our key's name": await tokens.sign({}, { kid }, stranger),
      "a stranger's key": await tokens.sign({}, {}, stranger),
      "a key of its own": await tokens.sign({}, { kid, jwk: { kty: "RSA" } } as object, stranger),
      "a key address of its own": await tokens.sign(
        {},
        { kid, jku: "https://evil.example/jwks" } as object,
        stranger,
      ),
      "an unknown critical extension": `${base64url({ alg: "RS256", kid, crit: ["x"], x: 1 })}.${payload}.${signature}`,
      "PS256 named over an RS256 signature": `${base64url({ alg: "PS256", kid })}.${payload}.${signature}`,
      "a kid that is a path": await tokens.sign({}, { kid: "../../etc/passwd" }, stranger),
      "no signature": `${header}.${payload}.`,
      "two parts": `${header}.${payload}`,
      "five parts": `${good}.a.b`,
      "a flipped bit": `${header}.${payload}.${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`,
      "not base64": "a.b.c",
      "not a token": "null",
      "nine kilobytes": `${header}.${"e".repeat(9_000)}.${signature}`,
    };
    for (const [name, token] of Object.entries(forged)) {
      expect(await subscribeWith(token), name).toEqual(REFUSED);
    }
    expect(await world.rows("subscribers")).toEqual([]);
    expect(await subscribeWith(good), "the untouched token").toEqual([200, "ok"]);
  });

  test.each(["Basic YTpi", "Bearer", "Bearer a b", "Token abc", "BearereyJ"])(
    "authorization %j is no bearer token and signs nobody out",
    async (authorization) => {
      const { subscribe } = world.site();
      const response = await subscribe("alice@example.com", { headers: { authorization } });
      expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
        400,
        "invalid-argument",
      ]);
    },
  );

  test.each([
    ["refuse the connection", () => Promise.reject(new TypeError("fetch failed"))],
    ["answer 500", () => new Response("no", { status: 500 })],
    ["answer a page", () => new Response("<html>", { headers: { "content-type": "text/html" } })],
    ["answer other JSON", () => Response.json({ certificates: [] })],
    ["answer an empty list", () => Response.json({ keys: [] })],
    [
      "answer a list of other keys",
      () => Response.json({ keys: [{ kty: "EC", crv: "P-256", x: "a", y: "b" }] }),
    ],
  ])("keys that %s are an outage, not a verdict", async (_, answer) => {
    world.tokens.answerWith(answer);
    const { subscribe, request } = world.site();
    for (const token of [await world.tokens.sign(), await world.tokens.sign({}, { kid: "unknown" })]) {
      const response = await subscribe("alice@example.com", {
        headers: { authorization: `Bearer ${token}` },
      });
      expect([response.status, response.headers.get("retry-after")]).toEqual([503, "10"]);
      expect(await response.json()).toMatchObject({ status: "error", code: "unavailable" });
    }
    expect((await request("/readyz")).status).toBe(503);
    world.tokens.answerWith(undefined);
    const after = await subscribe("alice@example.com", {
      headers: { authorization: `Bearer ${await world.tokens.sign()}` },
    });
    expect(after.status).toBe(200);
    expect(await (await request("/readyz")).json()).toEqual({
      status: "ready",
      database: "reached",
      keys: "reached",
    });
  });

  test("keys are fetched once for many requests, and again for a key that is new", async () => {
    const { subscribe } = world.site();
    const before = world.tokens.fetched;
    const send = async (token: string) =>
      (await subscribe("alice@example.com", { headers: { authorization: `Bearer ${token}` } })).status;
    const token = await world.tokens.sign();
    expect(await Promise.all(Array.from({ length: 20 }, () => send(token)))).toEqual(Array(20).fill(200));
    expect(world.tokens.fetched - before).toBe(1);
    await world.tokens.rotate();
    await new Promise((resolve) => setTimeout(resolve, 1_050));
    expect(await send(await world.tokens.sign())).toBe(200);
    expect(await send(token), "a token of the key before").toBe(200);
    expect(world.tokens.fetched - before).toBe(2);
    world.tokens.answerWith(() => Promise.reject(new TypeError("fetch failed")));
    expect(await send(token), "known keys survive an outage").toBe(200);
    world.tokens.answerWith(() => Response.json({ keys: [] }));
    await new Promise((resolve) => setTimeout(resolve, 1_050));
    expect(await send(await world.tokens.sign({}, { kid: "unknown" })), "an emptied list is no verdict").toBe(
      503,
    );
    expect(await send(token), "and takes no known key away").toBe(200);
  });

  test("the clock of the token check can be another's", async () => {
    const shift = 86_400_000;
    const { subscribe } = world.site({}, { now: () => Date.now() + shift });
    const at = seconds() + shift / 1000;
    const send = async (token: string) =>
      (await subscribe("alice@example.com", { headers: { authorization: `Bearer ${token}` } })).status;
    expect(await send(await world.tokens.sign())).toBe(401);
    expect(await send(await world.tokens.sign({ iat: at, auth_time: at, exp: at + 3600 }))).toBe(200);
  });
}
