import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLocalServices, type LocalServices } from "../../mocks/local-services.ts";
import { listen } from "./http.ts";

/** A client as users of Google's emulator write it: it knows only an origin, and talks over a socket. */
let services: LocalServices;
let server: Awaited<ReturnType<typeof listen>>;
beforeAll(async () => {
  services = createLocalServices({ standalone: true });
  server = await listen(services);
});
afterAll(() => server.close());

const owner = { authorization: "Bearer owner" };
const request = async (
  method: string,
  path: string,
  fields?: unknown,
  headers: Record<string, string> = {},
) => {
  const response = await fetch(`${server.origin}${path}`, {
    method,
    headers: { "content-type": "application/json", ...headers },
    ...(fields !== undefined && { body: JSON.stringify(fields) }),
    redirect: "manual",
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json");
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : { text } };
};
const call = (method: string, fields: unknown) =>
  request("POST", `/identitytoolkit.googleapis.com/v1/accounts:${method}?key=fake-api-key`, fields);
const PROJECT = "/identitytoolkit.googleapis.com/v1/projects/demo-project";

/** A token as the emulator's users make them: no signature, no meaningful expiry. */
const unsigned = (claims: object): string =>
  `${[{ alg: "none", typ: "JWT" }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".")}.`;

describe("a client of Google's emulator", () => {
  test("a client of Google's emulator reads at the root path that the services are ready", async () => {
    expect((await request("GET", "/")).body).toMatchObject({ authEmulator: { ready: true } });
  });

  test("the health endpoint reports the services as healthy while failure scripts apply", async () => {
    services.failures.add({ fault: { kind: "status", status: 503 } });
    expect((await request("GET", "/")).status).toBe(503);
    expect(await request("GET", "/healthz")).toMatchObject({ status: 200, body: { status: "ok" } });
    services.failures.clear();
  });

  test("a client of Google's emulator can create, read, change, count and delete accounts as an administrator", async () => {
    const created = await request(
      "POST",
      `${PROJECT}/accounts`,
      { localId: "own-id", email: "own@example.test", password: "secret1" },
      owner,
    );
    expect(created.body).toMatchObject({ localId: "own-id" });
    await request(
      "POST",
      `${PROJECT}/accounts:update`,
      { localId: "own-id", customAttributes: '{"role":"admin"}', emailVerified: true },
      owner,
    );
    const { body: found } = await request(
      "POST",
      `${PROJECT}/accounts:lookup`,
      { localId: ["own-id"] },
      owner,
    );
    expect(found.users).toMatchObject([{ emailVerified: true, customAttributes: '{"role":"admin"}' }]);
    const { body: page } = await request(
      "GET",
      `${PROJECT}/accounts:batchGet?maxResults=1`,
      undefined,
      owner,
    );
    expect(page.users).toHaveLength(1);
    const { body: counted } = await request(
      "POST",
      `${PROJECT}/accounts:query`,
      { returnUserInfo: false },
      owner,
    );
    expect(counted).toEqual({ recordsCount: "1" });
    await request("POST", `${PROJECT}/accounts:batchDelete`, { localIds: ["own-id"], force: true }, owner);
    expect(services.identity.size).toBe(0);
  });

  test("a client of Google's emulator can upload accounts in a batch, and learns which accounts were invalid", async () => {
    const users = [
      { localId: "u1", email: "u1@example.test", rawPassword: "secret1" },
      { localId: "u2", email: "u1@example.test" },
      { email: "nobody@example.test" },
    ];
    const { body } = await request("POST", `${PROJECT}/accounts:batchCreate`, { users }, owner);
    expect(body.error).toMatchObject([{ index: 1 }, { index: 2, message: "localId is missing" }]);
    expect((await call("signInWithPassword", { email: "u1@example.test", password: "secret1" })).status).toBe(
      200,
    );
  });

  test("a client of Google's emulator can use unsigned ID tokens that it made itself", async () => {
    const { body } = await call("signUp", { email: "hand@example.test", password: "secret1" });
    const idToken = unsigned({
      sub: body.localId,
      user_id: body.localId,
      iat: Math.floor(Date.now() / 1000) + 2,
      exp: 1,
    });
    expect((await call("lookup", { idToken })).body.users).toMatchObject([{ email: "hand@example.test" }]);
  });

  test.each([
    { form: "plain JSON", token: (claims: object) => JSON.stringify(claims) },
    { form: "an unsigned JWT", token: unsigned },
  ])(
    "a client of Google's emulator can sign in with a provider's token in the form of $form",
    async ({ form, token }) => {
      const claims = {
        sub: `google-${form}`,
        email: `${form.length}@example.test`,
        email_verified: true,
        name: "G",
      };
      const postBody = `&id_token=${encodeURIComponent(token(claims))}&providerId=google.com`;
      const { body } = await call("signInWithIdp", {
        requestUri: "http://localhost",
        postBody,
        returnSecureToken: true,
      });
      expect(body).toMatchObject({
        isNewUser: true,
        federatedId: `https://accounts.google.com/google-${form}`,
      });
    },
  );

  test("a client of Google's emulator can sign in with a custom token, and the ID token has the custom token's claims", async () => {
    const { body } = await call("signInWithCustomToken", {
      token: '{"uid":"custom-1","claims":{"role":"x"}}',
    });
    const payload = JSON.parse(Buffer.from(String(body.idToken).split(".")[1] ?? "", "base64url").toString());
    expect(payload).toMatchObject({ sub: "custom-1", role: "x", firebase: { sign_in_provider: "custom" } });
  });

  test("a client of Google's emulator can read codes from the emulator's lists and follow mailed links", async () => {
    await call("signUp", { email: "mail@example.test", password: "secret1" });
    await call("sendOobCode", {
      requestType: "PASSWORD_RESET",
      email: "mail@example.test",
      continueUrl: "http://localhost/after",
    });
    const { body } = await request("GET", "/emulator/v1/projects/demo-project/oobCodes");
    const { oobLink, oobCode } = body.oobCodes.at(-1);
    expect(oobLink).toBe(
      `${server.origin}/emulator/action?mode=resetPassword&lang=en&oobCode=${oobCode}&apiKey=fake-api-key&continueUrl=http%3A%2F%2Flocalhost%2Fafter`,
    );
    const followed = await fetch(`${oobLink}&newPassword=secret2`, { redirect: "manual" });
    expect([followed.status, followed.headers.get("location")]).toEqual([303, "http://localhost/after"]);
    expect(
      (await call("signInWithPassword", { email: "mail@example.test", password: "secret2" })).status,
    ).toBe(200);

    await call("sendVerificationCode", { phoneNumber: "+15555550100" });
    const { body: sms } = await request("GET", "/emulator/v1/projects/demo-project/verificationCodes");
    expect(sms.verificationCodes).toMatchObject([
      { phoneNumber: "+15555550100", code: expect.stringMatching(/^\d{6}$/) },
    ]);
  });

  test("a sign-in link that a client of Google's emulator opens redirects to the continue URL with the code", async () => {
    await call("sendOobCode", {
      requestType: "EMAIL_SIGNIN",
      email: "l@example.test",
      continueUrl: "http://localhost/in?x=1",
    });
    const { actionLink = "" } = services.outbox.latest("l@example.test");
    const { status, headers } = await request("GET", actionLink.slice(server.origin.length));
    expect(status).toBe(303);
    expect(headers.get("location")).toMatch(/^http:\/\/localhost\/in\?x=1&mode=signIn&lang=en&oobCode=/);
  });

  test("a client of Google's emulator can use the paths of the API's first version", async () => {
    const path = "/www.googleapis.com/identitytoolkit/v3/relyingparty/verifyPassword?key=k";
    const { body } = await request("POST", path, { email: "mail@example.test", password: "secret2" });
    expect(body.kind).toBe("identitytoolkit#VerifyPasswordResponse");
  });

  test("a client of Google's emulator can change the project's configuration", async () => {
    const config = "/emulator/v1/projects/demo-project/config";
    const { body } = await request("PATCH", config, { signIn: { allowDuplicateEmails: true } }, owner);
    expect(body).toEqual({
      signIn: { allowDuplicateEmails: true },
      emailPrivacyConfig: { enableImprovedEmailPrivacy: false },
    });
    await request("PATCH", config, { signIn: { allowDuplicateEmails: false } }, owner);
  });

  test("a client of Google's emulator gets a clear error for tenants and for other projects", async () => {
    const tenants = await request(
      "GET",
      "/identitytoolkit.googleapis.com/v2/projects/demo-project/tenants",
      undefined,
      owner,
    );
    expect([tenants.status, tenants.body.error.message]).toEqual([
      400,
      expect.stringMatching(/^INVALID_TENANT_ID : /),
    ]);
    const other = await request(
      "POST",
      "/identitytoolkit.googleapis.com/v1/projects/other/accounts:lookup",
      {},
      owner,
    );
    expect(other.body.error.message).toMatch(/^INVALID_PROJECT_ID : /);
    const signUp = await call("signUp", { email: "t@example.test", password: "secret1", tenantId: "t" });
    expect(signUp.body.error.message).toMatch(/^INVALID_TENANT_ID : /);
  });

  test("a client of Google's emulator can create session cookies with the expected issuer and lifetime", async () => {
    const { body } = await call("signUp", { email: "cookie@example.test", password: "secret1" });
    const made = await request(
      "POST",
      `${PROJECT}:createSessionCookie`,
      { idToken: body.idToken, validDuration: "600" },
      owner,
    );
    const payload = JSON.parse(
      Buffer.from(String(made.body.sessionCookie).split(".")[1] ?? "", "base64url").toString(),
    );
    expect(payload).toMatchObject({
      iss: "https://session.firebase.google.com/demo-project",
      sub: body.localId,
    });
    expect(payload.exp - payload.iat).toBe(600);
  });

  test("a client of Google's emulator can delete all accounts, and pending codes are kept", async () => {
    await request("DELETE", "/emulator/v1/projects/demo-project/accounts", undefined, owner);
    expect(services.identity.size).toBe(0);
    expect(services.identity.oobCodes.size).toBeGreaterThan(0);
  });
});
