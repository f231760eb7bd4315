import { hkdfSync } from "node:crypto";
import {
  createSecret,
  hashSecret,
  sessionCookieHeader,
  sessionSecretsIn,
} from "@tallybin/identity-server/http/session-cookie";
import { createSealer } from "@tallybin/identity-server/sessions/sealing";
import { createTokenService } from "@tallybin/identity-server/sessions/token-service";
import { CompactEncrypt } from "jose";
import { describe, expect, test } from "vitest";

const SECURE = "https://www.example.com";
const LOCAL = "http://localhost:3000";
const SECRET = "example-secret-of-sessions-number-1";
const OTHER = "example-secret-of-sessions-number-2";
const CELL = { id: "id-1", column: "refresh_token" } as const;
const BROKEN = { name: "BrokenSealError" };

describe("sealed tokens", () => {
  const headerOf = (sealed: string) =>
    JSON.parse(Buffer.from(sealed.split(".")[0] ?? "", "base64url").toString()) as Record<string, unknown>;

  test("a sealed text opens only in its own row and column", async () => {
    const { seal, open } = createSealer([SECRET]);
    const sealed = await seal("refresh-é", CELL);
    expect(sealed).not.toContain("refresh");
    expect(await open(sealed, CELL)).toBe("refresh-é");
    await expect(open(sealed, { ...CELL, id: "id-2" })).rejects.toMatchObject(BROKEN);
    await expect(open(sealed, { ...CELL, column: "id_token" })).rejects.toMatchObject(BROKEN);
    expect(await seal("refresh-é", CELL), "never twice the same").not.toBe(sealed);
  });

  test("the header of a sealed text names the key, the row and the column, and reveals no secret", async () => {
    const header = headerOf(await createSealer([SECRET]).seal("refresh", CELL));
    expect(header).toEqual({
      alg: "dir",
      enc: "A256GCM",
      sid: "id-1",
      use: "refresh_token",
      kid: expect.stringMatching(/^[\w-]{10}$/),
    });
    const others = await Promise.all(
      [SECRET, OTHER].map(async (secret) => headerOf(await createSealer([secret]).seal("x", CELL))["kid"]),
    );
    expect(others[0]).toBe(header["kid"]);
    expect(others[1]).not.toBe(header["kid"]);
  });

  test("every configured secret opens a sealed text, and the first secret seals new texts", async () => {
    const [before, after] = [createSealer([SECRET]), createSealer([OTHER, SECRET])];
    expect(await after.open(await before.seal("x", CELL), CELL)).toBe("x");
    const unknown = { name: "UnavailableError", dependency: "session secret" };
    await expect(before.open(await after.seal("x", CELL), CELL)).rejects.toMatchObject(unknown);
  });

  test.each([
    ["no JWE", () => "refresh-of-alice"],
    ["empty", () => ""],
    ["no header", (sealed: string) => sealed.slice(sealed.indexOf("."))],
    ["cut short", (sealed: string) => sealed.slice(0, -4)],
    [
      "changed in one letter",
      (sealed: string) => sealed.replace(/.{9}$/, (end) => `${end[0] === "A" ? "B" : "A"}${end.slice(1)}`),
    ],
  ])("a sealed text counts as broken if it is %s", async (_, change) => {
    const { seal, open } = createSealer([SECRET]);
    await expect(open(change(await seal("x", CELL)), CELL)).rejects.toMatchObject(BROKEN);
  });

  test("a moved text counts as broken even if its header was changed to match the new cell", async () => {
    const { seal, open } = createSealer([SECRET]);
    const sealed = await seal("x", CELL);
    const header = Buffer.from(JSON.stringify({ ...headerOf(sealed), use: "id_token" })).toString(
      "base64url",
    );
    const forged = [header, ...sealed.split(".").slice(1)].join(".");
    await expect(open(forged, { ...CELL, column: "id_token" })).rejects.toMatchObject(BROKEN);
  });

  test("a sealed text of another algorithm counts as broken, even with the right key", async () => {
    const { seal, open } = createSealer([SECRET]);
    const { kid } = headerOf(await seal("x", CELL));
    const key = new Uint8Array(hkdfSync("sha256", SECRET, "", "tallybin session tokens", 32));
    const sealWith = (alg: string, enc: string, secret: Uint8Array) =>
      new CompactEncrypt(new TextEncoder().encode("x"))
        .setProtectedHeader({ alg, enc, kid: String(kid), sid: "id-1", use: "refresh_token" })
        .encrypt(secret);
    for (const sealed of [
      await sealWith("dir", "A128CBC-HS256", key),
      await sealWith("A256KW", "A256GCM", key),
      await sealWith("A256GCMKW", "A256GCM", key),
    ])
      await expect(open(sealed, CELL)).rejects.toMatchObject(BROKEN);
  });

  test("rows of an earlier release can still be opened, and are still found by the hash of the email address", async () => {
    const { open, hashesOf } = createSealer([SECRET]);
    const header = {
      alg: "dir",
      enc: "A256GCM",
      kid: "9byOPpCT19",
      sid: "id-1",
      use: "refresh_token",
    };
    const rest = ".A2c-3F9yx3eaOAfD.66HgsEgedD7zUx7gb9xFLg.t6KG8inteJcOOrpSBBDdzA";
    const sealed = `${Buffer.from(JSON.stringify(header)).toString("base64url")}.${rest}`;
    expect(await open(sealed, CELL)).toBe("refresh-of-alice");
    expect(hashesOf("alice@example.com")).toEqual(["gHyAYTHnzP_nlLj_azBhzeCGiFXIMv43nD4AMiFEpG8"]);
  });

  test("an email address has a different hash for each secret", () => {
    const hashes = createSealer([SECRET, OTHER]).hashesOf("alice@example.com");
    expect(new Set(hashes).size).toBe(2);
    for (const hash of hashes) expect(hash).toMatch(/^[\w-]{43}$/);
    expect(createSealer([OTHER]).hashesOf("alice@example.com")).toEqual(hashes.slice(1));
    expect(createSealer([SECRET]).hashesOf("bob@example.com")).not.toEqual(hashes.slice(0, 1));
  });
});

describe("the session cookies", () => {
  const requestWith = (cookie?: string) =>
    new Request(SECURE, cookie === undefined ? {} : { headers: { cookie } });
  const [secret, other] = ["a".repeat(43), "b".repeat(43)];
  const ID = "1a2b3c4d-0000-4000-8000-000000000001";

  test("a session cookie is valid for the whole origin, and scripts and other sites cannot use it", () => {
    expect(sessionCookieHeader(SECURE, ID, secret, 60)).toBe(
      `__Host-session-1a2b3c4d=${secret}; Path=/; Max-Age=60; HttpOnly; SameSite=Strict; Secure`,
    );
    expect(sessionCookieHeader(LOCAL, ID, secret, 60)).toBe(
      `session-1a2b3c4d-3000=${secret}; Path=/; Max-Age=60; HttpOnly; SameSite=Strict`,
    );
    expect(sessionCookieHeader("https://www.example.com:8443", ID, secret, 60)).toMatch(
      /^__Host-session-1a2b3c4d-8443=/,
    );
  });

  test("a cookie header contains only session secrets of the whole form, for its own origin", () => {
    const headers: [cookie: string | undefined, origin: string, found: string[]][] = [
      [`__Host-session-1a2b3c4d=${secret}`, SECURE, [secret]],
      [`__Host-session-5e6f7a8b=${other}; __Host-session-1a2b3c4d=${secret}`, SECURE, [other, secret]],
      [`a=b; __Host-session-1a2b3c4d=${secret}; c=d`, SECURE, [secret]],
      [`a=b;__Host-session-1a2b3c4d=${secret}`, SECURE, [secret]],
      [`a=b;\t__Host-session-1a2b3c4d=${secret}`, SECURE, [secret]],
      [`a=b;\u00a0__Host-session-1a2b3c4d=${secret}`, SECURE, []],
      [`__Host-session-1a2b3c4d\u00a0=${secret}`, SECURE, []],
      [`session-1a2b3c4d-3000=${secret}`, LOCAL, [secret]],
      [`session-1a2b3c4d-3001=${secret}; session-1a2b3c4d-3000=${other}`, LOCAL, [other]],
      [`session-1a2b3c4d-3000=${secret}`, SECURE, []],
      [`session-1a2b3c4d=${secret}`, SECURE, []],
      [`__Host-session-1a2b3c4d=${secret}`, LOCAL, []],
      [`__Host-session-1a2b3c4=${secret}`, SECURE, []],
      [`__Host-session-1a2b3c4d=${secret}a`, SECURE, []],
      [`__Host-session-1a2b3c4d=${secret.slice(1)}`, SECURE, []],
      [`__Host-session-1a2b3c4d=!${secret.slice(1)}`, SECURE, []],
      [`__Host-session-1a2b3c4d=!${secret}`, SECURE, []],
      ["__Host-session-1a2b3c4d", SECURE, []],
      [`__Host-session=${secret}`, SECURE, []],
      [undefined, SECURE, []],
    ];
    for (const [cookie, origin, found] of headers)
      expect([cookie, origin, sessionSecretsIn(requestWith(cookie), origin)]).toEqual([
        ...[cookie, origin, found],
      ]);
  });

  test("newSecret returns 256 random bits, and the hash of the secret does not reveal them", () => {
    const [one, other] = [createSecret(), createSecret()];
    expect(one).toMatch(/^[\w-]{43}$/);
    expect(one).not.toBe(other);
    expect(hashSecret(one)).toMatch(/^[\w-]{43}$/);
    expect(hashSecret(one)).not.toBe(one);
    expect(hashSecret("example")).toBe("UNhY4JhezH9gQYqvDMWrWH9CwlcKiECVqejMrND2VFw");
  });
});

describe("the request to the token service", () => {
  const idToken = `e30.${Buffer.from(JSON.stringify({ sub: "alice" })).toString("base64url")}.x`;
  const claims = { sub: "alice" };
  const good = { id_token: idToken, expires_in: "3600" };
  const callWith = (answer: () => Response | Promise<Response>) => {
    const requests: Request[] = [];
    const exchange = createTokenService("https://token.example", "a key&", SECURE, async (request) => {
      requests.push(request);
      return answer();
    });
    return { requests, exchange };
  };
  const exchangeWith = (body: unknown, status = 200) =>
    callWith(() => Response.json(body, { status })).exchange("refresh-1");
  const UNKNOWN = { name: "UnavailableError", dependency: "token service" };

  test("the request to the token service is a form with the API key in its address, and follows no redirect", async () => {
    const { requests, exchange } = callWith(() => Response.json(good));
    await exchange("refresh & 1");
    const [request] = requests;
    expect(request).toMatchObject({
      url: "https://token.example/v1/token?key=a+key%26",
      method: "POST",
      redirect: "manual",
    });
    expect(request?.headers.get("referer")).toBe(`${SECURE}/`);
    expect(request?.headers.get("content-type")).toMatch(/^application\/x-www-form-urlencoded/);
    expect(await request?.text()).toBe("grant_type=refresh_token&refresh_token=refresh+%26+1");
    expect(request?.signal.aborted).toBe(false);
  });

  test("an exchange returns the token service's tokens, and the old refresh token if the response has no new one", async () => {
    expect(await exchangeWith(good)).toEqual({
      idToken,
      claims,
      refreshToken: "refresh-1",
      expiresInSeconds: 3_600,
    });
    expect(await exchangeWith({ ...good, expires_in: 1, refresh_token: "refresh-2" })).toEqual({
      idToken,
      claims,
      refreshToken: "refresh-2",
      expiresInSeconds: 1,
    });
  });

  test("a definite code counts as a refusal only with a 4xx status", async () => {
    for (const code of ["TOKEN_EXPIRED", "USER_DISABLED", "USER_NOT_FOUND", "INVALID_REFRESH_TOKEN"]) {
      const refusal = { name: "TokenRefusal", code, message: `refused with ${code}` };
      const body = { error: { message: `${code} : more` } };
      for (const status of [400, 403, 499])
        await expect(exchangeWith(body, status)).rejects.toMatchObject(refusal);
      for (const status of [200, 399, 500, 503])
        await expect(exchangeWith(body, status)).rejects.toMatchObject(UNKNOWN);
    }
  });

  test("another response of the token service counts as unavailable, not as a refusal", async () => {
    const responses: [name: string, body: unknown, status: number][] = [
      ["an unknown code", { error: { message: "SOMETHING_ELSE" } }, 400],
      ["a code behind other text", { error: { message: "was TOKEN_EXPIRED" } }, 400],
      ["no code", { error: { message: "" } }, 400],
      ["no error", {}, 400],
      ["good tokens with another status", good, 201],
      ["good tokens with a redirect", good, 302],
      ["no ID token", { expires_in: "3600" }, 200],
      ["an ID token that is no JWT", { ...good, id_token: "garbage" }, 200],
      ["an ID token without a subject", { ...good, id_token: "e30.e30.x" }, 200],
      ["no lifetime", { id_token: idToken }, 200],
      ["no time to live", { ...good, expires_in: 0 }, 200],
      ["half a second to live", { ...good, expires_in: 0.5 }, 200],
      ["a lifetime that is text", { ...good, expires_in: "an hour" }, 200],
      ["an empty refresh token", { ...good, refresh_token: "" }, 200],
    ];
    for (const [name, body, status] of responses)
      await expect(exchangeWith(body, status), name).rejects.toMatchObject(UNKNOWN);
  });

  test("a token service response that is missing or is not JSON counts as unavailable and keeps its cause", async () => {
    const page = callWith(() => new Response("<html>"));
    await expect(page.exchange("x")).rejects.toMatchObject({ ...UNKNOWN, cause: expect.any(SyntaxError) });
    const cause = new TypeError("fetch failed");
    const broken = callWith(() => Promise.reject(cause));
    await expect(broken.exchange("x")).rejects.toMatchObject({ ...UNKNOWN, cause });
  });
});
