import { describe, expect, test } from "vitest";
import { connect } from "./support.ts";

const ada = { email: "ada@example.test", password: "correct horse" };
const signUpPath = "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=any-key";
const AUDIENCE = "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit";
const part = (content: object) => Buffer.from(JSON.stringify(content)).toString("base64url");
const customToken = (payload: object) =>
  `${part({ alg: "none", typ: "JWT" })}.${part({ aud: AUDIENCE, ...payload })}.`;

/** Each of these once differed from Google's Auth Emulator. */
describe("input is parsed as in the emulator", () => {
  test.each(["text/plain", "application/x-www-form-urlencoded", "application/xml; charset=utf-8"])(
    "a body of type %s is refused before the API key is checked",
    async (type) => {
      const { send } = connect();
      const init = { method: "POST", headers: { "content-type": type }, body: JSON.stringify(ada) };
      expect(await send(signUpPath.replace("?key=any-key", ""), init)).toMatchObject({
        status: 400,
        body: {
          error: {
            message: `Invalid content-type: ${type}`,
            errors: [{ message: `Invalid content-type: ${type}`, reason: "unknown" }],
          },
        },
      });
    },
  );

  test.each([
    { fields: { instanceId: {} }, problem: "/instanceId must be string" },
    {
      fields: { clientType: "CLIENT_TYPE_TOASTER" },
      problem: "/clientType must be equal to one of the allowed values",
    },
    { fields: { clientType: true }, problem: "/clientType must be string" },
    { fields: { mfaInfo: [{ displayName: [] }] }, problem: "/mfaInfo/0/displayName must be string" },
    { fields: [], problem: " must be object" },
  ])(
    "a wrong type in a field that the services do not use is refused: $problem",
    async ({ fields, problem }) => {
      const { call } = connect();
      expect(await call("accounts:signUp", fields)).toMatchObject({
        status: 400,
        word: `Invalid JSON payload received. ${problem}`,
      });
    },
  );

  test("a list as the body of an unknown method is refused as a wrong type", async () => {
    const { call } = connect();
    expect(await call("accounts:verifyIosClient", [])).toMatchObject({
      status: 400,
      word: "Invalid JSON payload received.  must be object",
    });
    expect(await call("accounts:verifyIosClient", {})).toMatchObject({ status: 501 });
  });

  test("of several wrong fields, a sign-up reports the alphabetically first one", async () => {
    const { call } = connect();
    const fields = { password: {}, email: [], disabled: 1 };
    expect((await call("accounts:signUp", fields)).word).toContain("/disabled must be boolean");
  });

  test("an unknown operation in a phone sign-in is refused", async () => {
    const { call } = connect();
    expect((await call("accounts:signInWithPhoneNumber", { operation: "DANCE" })).word).toContain(
      "/operation must be equal to one of the allowed values",
    );
  });

  test.each(['"text"', "null", "5"])(
    "the body %s is refused, because it is neither a JSON object nor a list",
    async (body) => {
      const { send } = connect();
      const init = { method: "POST", headers: { "content-type": "application/json" }, body };
      expect((await send(signUpPath, init)).body).toMatchObject({
        error: { errors: [{ reason: "parseError" }], status: "INVALID_ARGUMENT" },
      });
    },
  );

  test("an empty string in a request counts as absent", async () => {
    const { admin, call, signUp, services } = connect();
    const { uid, idToken } = await signUp();
    const empty = { email: "", password: "", phoneNumber: "" };
    expect((await admin("accounts:update", { localId: uid, ...empty })).status).toBe(200);
    expect(services.identity.account(uid)?.email).toBe(ada.email);
    expect((await call("accounts:update", { idToken: "", oobCode: "" })).word).toBe(
      "INVALID_REQ_TYPE : Unsupported request parameters.",
    );
    expect((await admin("accounts", { localId: "b", ...empty })).status).toBe(200);
    const mail = { requestType: "EMAIL_SIGNIN", email: ada.email, continueUrl: "" };
    expect((await call("accounts:sendOobCode", mail)).status).toBe(200);
    expect((await call("accounts:lookup", { idToken })).status).toBe(200);
  });

  test.each([7, true, "seven"])("a custom token may have the user ID %s", async (uid) => {
    const { call, services } = connect();
    await call("accounts:signInWithCustomToken", { token: customToken({ uid }) });
    expect(services.identity.account(String(uid))).toBeDefined();
  });

  test("the refusal of a custom token for another audience names the other audience", async () => {
    const { call } = connect();
    const token = customToken({ uid: "a", aud: "elsewhere" });
    expect((await call("accounts:signInWithCustomToken", { token })).word).toBe(
      "INVALID_CUSTOM_TOKEN : ((Invalid aud (audience): elsewhere Note: Firebase ID Tokens / third-party tokens cannot be used with signInWithCustomToken.))",
    );
  });

  test.each(["", "x", "1.5", "99999999999999999999", "-9223372036854775809", "0x10", 1.5, 1e300])(
    "the value %j in an int64 field is refused, because it is no 64-bit integer",
    async (createdAt) => {
      const { admin } = connect();
      expect((await admin("accounts:update", { localId: "nobody", createdAt })).word).toBe(
        'Invalid JSON payload received. /createdAt must match format "int64"',
      );
      expect((await admin("accounts:batchCreate", { users: [{ localId: "a", createdAt }] })).word).toBe(
        'Invalid JSON payload received. /users/0/createdAt must match format "int64"',
      );
    },
  );

  test.each(["1700000000000", 1_700_000_000_000, "+1700000000000", "1.7e12", "1700000000000.0"])(
    "an int64 field takes %j and stores its digits",
    async (createdAt) => {
      const { admin, signUp, services } = connect();
      const { uid: localId } = await signUp();
      expect((await admin("accounts:update", { localId, createdAt })).status).toBe(200);
      expect(services.identity.account(localId)?.createdAt).toBe("1700000000000");
    },
  );

  test.each([
    ["accounts:lookup", { tenantId: [] }, "/tenantId must be string"],
    ["accounts:signInWithIdp", { tenantId: null }, "/tenantId must be string"],
    ["accounts:revokeToken", { tokenType: "COIN" }, "/tokenType must be equal to one of the allowed values"],
    ["accounts:signInWithGameCenter", { timestamp: "now" }, '/timestamp must match format "int64"'],
    ["accounts:verifyIosClient", { isSandbox: 1 }, "/isSandbox must be boolean"],
  ])("%s refuses the fields %j", async (method, fields, problem) => {
    const { post } = connect();
    const version = method === "accounts:revokeToken" ? "v2" : "v1";
    const path = `/identitytoolkit.googleapis.com/${version}/${method}?key=any-key`;
    expect(await post(path, fields)).toMatchObject({
      status: 400,
      word: `Invalid JSON payload received. ${problem}`,
    });
  });

  test.each([0, "x"])("a request that names the tenant %j is refused", async (tenantId) => {
    const { call } = connect();
    expect((await call("accounts:signUp", { tenantId })).word).toMatch(/^INVALID_TENANT_ID : /);
  });

  test.each([
    [{ authorizedDomains: "localhost" }, "/authorizedDomains must be array"],
    [{ autodeleteAnonymousUsers: 1 }, "/autodeleteAnonymousUsers must be boolean"],
    [{ client: [] }, "/client must be object"],
    [{ mfa: { state: "ON" } }, "/mfa/state must be equal to one of the allowed values"],
    [
      { mfa: { providerConfigs: [{ totpProviderConfig: { adjacentIntervals: 1.5 } }] } },
      "/mfa/providerConfigs/0/totpProviderConfig/adjacentIntervals must be integer",
    ],
    [
      { notification: { sendEmail: { smtp: { port: 2 ** 31 } } } },
      '/notification/sendEmail/smtp/port must match format "int32"',
    ],
    [
      { quota: { signUpQuotaConfig: { quota: "x" } } },
      '/quota/signUpQuotaConfig/quota must match format "int64"',
    ],
    [{ signIn: { email: { enabled: "true" } } }, "/signIn/email/enabled must be boolean"],
    [
      { smsRegionConfig: { allowlistOnly: { allowedRegions: [{}] } } },
      "/smsRegionConfig/allowlistOnly/allowedRegions/0 must be string",
    ],
    [{ subtype: "GOLD" }, "/subtype must be equal to one of the allowed values"],
  ])("the configuration %j is refused for its types", async (config, problem) => {
    const { send, services } = connect();
    const path = `/identitytoolkit.googleapis.com/v2/projects/${services.projectId}/config`;
    const headers = { authorization: "Bearer owner", "content-type": "application/json" };
    const body = JSON.stringify({ emailPrivacyConfig: { enableImprovedEmailPrivacy: true }, ...config });
    expect(await send(path, { method: "PATCH", headers, body })).toMatchObject({
      status: 400,
      word: `Invalid JSON payload received. ${problem}`,
    });
    expect(services.identity.settings.enumerationProtection).toBe(false);
  });

  test("a session cookie requested without a duration lasts for the maximum of 14 days", async () => {
    const { post, signUp, services } = connect({ now: () => 0 });
    const { idToken } = await signUp();
    const path = `/identitytoolkit.googleapis.com/v1/projects/${services.projectId}:createSessionCookie`;
    const body = { idToken };
    const cookie = String((await post(path, body, { authorization: "Bearer owner" })).body["sessionCookie"]);
    const claims = JSON.parse(Buffer.from(cookie.split(".")[1] ?? "", "base64url").toString());
    expect(claims.exp - claims.iat).toBe(14 * 24 * 3600);
  });

  test("an update that sets the account's current address returns the address as `newEmail`", async () => {
    const { call, signUp } = connect();
    const { idToken } = await signUp();
    const { body } = await call("accounts:update", { idToken, email: "ADA@example.test" });
    expect(body["newEmail"]).toBe(ada.email);
    expect(body).not.toHaveProperty("idToken");
  });

  test.each([
    { query: "mode=verifyEmail&oobCode=x", error: "missing apiKey query parameter" },
    { query: "mode=verifyEmail&apiKey=x", error: "missing oobCode query parameter" },
    {
      query: "mode=recoverEmail&apiKey=x&oobCode=x",
      error: "Requested mode does not match the OOB code provided.",
    },
  ])("opening an invalid mailed link is refused: $error", async ({ query, error }) => {
    const { send } = connect();
    expect(await send(`/emulator/action?${query}`)).toMatchObject({
      status: 400,
      body: { authEmulator: { error } },
    });
  });

  test("an update checks custom claims before it looks up the account", async () => {
    const { admin } = connect();
    const fields = { localId: "nobody", customAttributes: '{"iss":1}' };
    expect((await admin("accounts:update", fields)).word).toBe("FORBIDDEN_CLAIM : iss");
  });

  test("the token endpoint requires an API key even from an administrator", async () => {
    const { post } = connect();
    const fields = { grantType: "refresh_token", refreshToken: "x" };
    const path = "/securetoken.googleapis.com/v1/token";
    expect((await post(path, fields, { authorization: "Bearer owner" })).status).toBe(403);
  });

  test("an error about invalid JSON does not quote the body, which may contain a password", async () => {
    const { send } = connect();
    const { status, word } = await send("/identitytoolkit.googleapis.com/v1/accounts:signUp?key=any-key", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"password": correct horse}',
    });
    expect({ status, word }).toEqual({
      status: 400,
      word: "Invalid JSON payload received. Unexpected token.",
    });
  });

  test.each([
    {
      body: { emailPrivacyConfig: null, signIn: { allowDuplicateEmails: null } },
      fault: "/signIn/allowDuplicateEmails must be boolean",
    },
    { body: { emailPrivacyConfig: null, signIn: {} }, fault: "/emailPrivacyConfig must be object" },
    {
      body: { signIn: null, emailPrivacyConfig: { enableImprovedEmailPrivacy: null } },
      api: "identitytoolkit.googleapis.com/v2",
      fault: "/emailPrivacyConfig/enableImprovedEmailPrivacy must be boolean",
    },
  ])("a configuration with several wrong fields is refused for the first one: $fault", async (row) => {
    const { body, fault, api = "emulator/v1" } = row;
    const { send, services } = connect();
    const answer = await send(`/${api}/projects/${services.projectId}/config`, {
      method: "PATCH",
      headers: { "content-type": "application/json", authorization: "Bearer owner" },
      body: JSON.stringify(body),
    });
    expect(answer.word).toBe(`Invalid JSON payload received. ${fault}`);
  });

  test("a passkey enrollment with several wrong fields is refused for the ID token", async () => {
    const { call2 } = connect();
    const body = { authenticatorRegistrationResponse: "text", idToken: [] };
    expect((await call2("accounts/passkeyEnrollment:finalize", body)).word).toBe(
      "Invalid JSON payload received. /idToken must be string",
    );
  });
});
