import { once } from "node:events";
import { Agent, request } from "node:http";
import fc from "fast-check";
import * as v from "valibot";
import { describe, expect, test, vi } from "vitest";
import { randomCases } from "../../packages/server/test/support/whole.ts";
import { listen } from "./http.ts";
import { connect, ORIGIN } from "./support.ts";

// Thousands of generated requests, which take long on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

/** Google's envelope: the form of every refusal. */
const Envelope = v.object({
  error: v.object({
    code: v.pipe(v.number(), v.minValue(400)),
    message: v.pipe(v.string(), v.minLength(1)),
    errors: v.pipe(v.array(v.object({ message: v.string(), reason: v.string() })), v.minLength(1)),
  }),
});

const HOST = "/identitytoolkit.googleapis.com";
const PROJECT = `${HOST}/v1/projects/demo-project`;
const METHODS =
  "signUp signInWithPassword signInWithEmailLink signInWithCustomToken signInWithIdp signInWithPhoneNumber sendVerificationCode resetPassword createAuthUri lookup update delete sendOobCode";
const paths = [
  ...METHODS.split(" ").map((name) => `${HOST}/v1/accounts:${name}?key=k`),
  ...[
    "mfaEnrollment:start",
    "mfaEnrollment:finalize",
    "mfaEnrollment:withdraw",
    "mfaSignIn:start",
    "mfaSignIn:finalize",
  ].map((name) => `${HOST}/v2/accounts/${name}?key=k`),
  "/securetoken.googleapis.com/v1/token?key=k",
];
const adminPaths = ["accounts", ":createSessionCookie"]
  .map((name) => (name.startsWith(":") ? `${PROJECT}${name}` : `${PROJECT}/${name}`))
  .concat(
    ["lookup", "update", "delete", "sendOobCode", "batchCreate", "batchDelete", "query"].map(
      (name) => `${PROJECT}/accounts:${name}`,
    ),
  );
const FIELDS =
  "email password idToken oobCode localId displayName photoUrl newPassword requestType requestUri postBody sessionId pendingToken token phoneNumber sessionInfo code temporaryProof identifier continueUri providerId refreshToken refresh_token grantType grant_type mfaPendingCredential mfaEnrollmentId phoneVerificationInfo totpVerificationInfo phoneEnrollmentInfo totpEnrollmentInfo users localIds expression deleteAttribute deleteProvider linkProviderUserInfo mfa customAttributes federatedUserId validDuration limit offset __proto__ constructor toString".split(
    " ",
  );

/** Sends a body and expects a success or a refusal in the envelope, but never a crash or a 500. */
async function survives(
  connection: ReturnType<typeof connect>,
  path: string,
  init: RequestInit,
): Promise<number> {
  const response = await connection.services.handle(
    new Request(`${ORIGIN}${path}`, { method: "POST", ...init }),
  );
  expect(response, "gets a response").toBeDefined();
  if (!response) return 0;
  const text = await response.text();
  const isError = response.status >= 400;
  if (isError) expect(v.safeParse(Envelope, JSON.parse(text)).success, text).toBe(true);
  expect(response.status, text).not.toBe(500);
  return response.status;
}

const json = { "content-type": "application/json" };
const odd = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom(
    "a@b",
    "+1",
    "{}",
    '{"sub":1}',
    "http://x",
    "a.b.c",
    "eyJhbGciOiJub25lIn0.e30.",
    "PASSWORD_RESET",
    "2",
  ),
  fc.array(fc.oneof(fc.string(), fc.integer(), fc.constant(null)), { maxLength: 4 }),
  fc.dictionary(fc.constantFrom(...FIELDS), fc.oneof(fc.string(), fc.integer(), fc.constant(null)), {
    maxKeys: 4,
  }),
);
const body = fc.dictionary(fc.constantFrom(...FIELDS), odd, { maxKeys: 8 });

describe("every request gets a response, in Google's envelope if refused", () => {
  test.each(paths)("random fields of wrong types never crash the endpoint %s", async (path) => {
    const connection = connect();
    await fc.assert(
      fc.asyncProperty(body, async (fields) => {
        await survives(connection, path, { headers: json, body: JSON.stringify(fields) });
      }),
      { numRuns: randomCases(20), seed: 4 },
    );
  });

  test.each(adminPaths)(
    "random fields of wrong types sent by an administrator never crash the endpoint %s",
    async (path) => {
      const connection = connect();
      const headers = { ...json, authorization: "Bearer owner" };
      await fc.assert(
        fc.asyncProperty(body, async (fields) => {
          await survives(connection, path, { headers, body: JSON.stringify(fields) });
        }),
        { numRuns: randomCases(20), seed: 5 },
      );
    },
  );

  test("bodies that are not JSON objects never crash an endpoint", async () => {
    const connection = connect();
    const bodies = fc.oneof(
      fc.json(),
      fc.string({ maxLength: 200 }),
      fc.constantFrom(
        "[]",
        "null",
        "1",
        '"x"',
        "{",
        "[[[",
        "\u0000",
        '{"email":',
        "email=a@b&password=secret1",
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths), bodies, async (path, text) => {
        await survives(connection, path, { headers: json, body: text });
      }),
      { numRuns: randomCases(300), seed: 6 },
    );
  });

  test.each([
    "text/plain",
    "application/xml",
    "multipart/form-data; boundary=x",
    "application/x-www-form-urlencoded",
    "",
  ])("a body with the content type %j never crashes an endpoint", async (type) => {
    const connection = connect();
    const bytes = new Uint8Array([0xff, 0xfe, 0x00, 0x7b, 0x7d]);
    for (const path of paths)
      for (const sent of ["{}", "<a/>", "a=1&a=2", bytes])
        await survives(connection, path, { headers: type ? { "content-type": type } : {}, body: sent });
  });

  test("a body of JSON nested a hundred thousand levels deep is refused", async () => {
    const connection = connect();
    const deep = `{"email":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
    expect(await survives(connection, paths[0] ?? "", { headers: json, body: deep })).toBe(400);
  });

  test("a body of twelve million bytes and a body without an end are refused as too large", async () => {
    const connection = connect();
    const huge = JSON.stringify({ email: "a".repeat(12_000_000) });
    expect(await survives(connection, paths[0] ?? "", { headers: json, body: huge })).toBe(413);

    const chunk = new Uint8Array(1_000_000).fill(32);
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(chunk) });
    const init: RequestInit & { duplex: "half" } = { headers: json, body: endless, duplex: "half" };
    expect(await survives(connection, paths[0] ?? "", init)).toBe(413);
  });

  test.each([
    ["/identitytoolkit.googleapis.com/v1/accounts:signUp?key=k", 413, {}],
    ["/__local/import", 413, {}],
    ["/__local/import", 403, { origin: "https://www.foreign.example" }],
    ["/v1/projects/demo-project/databases/(default)/documents:commit", 400, {}],
  ])(
    "over HTTP, a body that is refused before its end closes the connection: %s %i",
    async (path, status, headers) => {
      const http = await listen(connect().services);
      const sent = request(`${http.origin}${path}`, {
        method: "POST",
        agent: new Agent({ keepAlive: true }),
        headers: { ...json, "content-length": 90_000_000, ...headers },
      });
      sent.on("error", () => undefined);
      // The origin is refused at the first byte, the size at the limit.
      sent.write(Buffer.alloc(status === 403 ? 1 : 12_000_000));
      const [answer] = await once(sent, "response");
      expect([answer.statusCode, answer.headers.connection]).toEqual([status, "close"]);
      answer.resume();
      if (!sent.socket?.destroyed) await once(sent, "close");
      await http.close();
    },
  );

  test("unknown paths and methods get an error in Google's envelope", async () => {
    const connection = connect();
    const path = fc.webPath().map((part) => `${HOST}/v1${part}?key=k`);
    const method = fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS");
    await fc.assert(
      fc.asyncProperty(fc.oneof(path, fc.constantFrom(...paths)), method, async (where, name) => {
        const response = await connection.services.handle(new Request(`${ORIGIN}${where}`, { method: name }));
        expect(response?.status).not.toBe(500);
        if (name === "HEAD" || name === "OPTIONS" || !response || response.status < 400) return;
        expect(v.is(Envelope, await response.json())).toBe(true);
      }),
      { numRuns: randomCases(200), seed: 7 },
    );
  });

  test("URLs with invalid percent escapes get a client error", async () => {
    const connection = connect();
    for (const path of [
      `${HOST}/v1/projects/%E0%A4%A/accounts:lookup`,
      "/__local/failures/%",
      "/service_accounts/v1/jwk/%",
    ]) {
      const response = await connection.services.handle(new Request(`${ORIGIN}${path}`));
      expect(response?.status).toBeGreaterThanOrEqual(400);
      expect(response?.status).toBeLessThan(500);
    }
  });

  test.each(['{"email":1,"password":["hunter22"]}', '{"password": hunter22}'])(
    "the refusal of a sign-up never repeats the password of the request %s",
    async (text) => {
      const { send } = connect();
      const init = { method: "POST", headers: json, body: text };
      const { status, body: answer } = await send(`${HOST}/v1/accounts:signUp?key=k`, init);
      expect(status).toBe(400);
      expect(JSON.stringify(answer)).not.toContain("hunter22");
    },
  );
});

describe("the control endpoints", () => {
  test("the control endpoints never crash on random fields of wrong types", async () => {
    const connection = connect();
    const targets = "clock failures scenarios snapshot import events outbox accounts".split(" ");
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...targets), fc.oneof(body, fc.jsonValue()), async (path, fields) => {
        await survives(connection, `/__local/${path}`, { headers: json, body: JSON.stringify(fields) });
      }),
      { numRuns: randomCases(300), seed: 8 },
    );
  });
});
