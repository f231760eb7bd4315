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
    "input parsing refuses a body of type %s before it checks the key",
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
  ])("input parsing refuses a wrong type in an unused field: $problem", async ({ fields, problem }) => {
    const { call } = connect();
    expect(await call("accounts:signUp", fields)).toMatchObject({
      status: 400,
      word: `Invalid JSON payload received. ${problem}`,
    });
  });

  test("input parsing refuses a list as the body of a method that does not exist here", async () => {
    const { call } = connect();
    expect(await call("accounts:verifyIosClient", [])).toMatchObject({
      status: 400,
      word: "Invalid JSON payload received.  must be object",
    });
    expect(await call("accounts:verifyIosClient", {})).toMatchObject({ status: 501 });
  });

  test("input parsing reports the first error by field name", async () => {
    const { call } = connect();
    const fields = { password: {}, email: [], disabled: 1 };
    expect((await call("accounts:signUp", fields)).word).toContain("/disabled must be boolean");
  });

  test("input parsing refuses an unknown operation of a phone sign-in", async () => {
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

  test("input parsing treats an empty text as absent", async () => {
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

  test.each([7, true, "seven"])("a custom token may have the ID %s", async (uid) => {
    const { call, services } = connect();
    await call("accounts:signInWithCustomToken", { token: customToken({ uid }) });
    expect(services.identity.account(String(uid))).toBeDefined();
  });

  test("the refusal of a custom token for another audience names that audience", async () => {
    const { call } = connect();
    const token = customToken({ uid: "a", aud: "elsewhere" });
    expect((await call("accounts:signInWithCustomToken", { token })).word).toBe(
      "INVALID_CUSTOM_TOKEN : ((Invalid aud (audience): elsewhere Note: Firebase ID Tokens / third-party tokens cannot be used with signInWithCustomToken.))",
    );
  });

  test("a session cookie with an invalid duration gets the maximum", async () => {
    const { post, signUp, services } = connect({ now: () => 0 });
    const { idToken } = await signUp();
    const path = `/identitytoolkit.googleapis.com/v1/projects/${services.projectId}:createSessionCookie`;
    const body = { idToken, validDuration: "x" };
    const cookie = String((await post(path, body, { authorization: "Bearer owner" })).body["sessionCookie"]);
    const claims = JSON.parse(Buffer.from(cookie.split(".")[1] ?? "", "base64url").toString());
    expect(claims.exp - claims.iat).toBe(14 * 24 * 3600);
  });

  test("an update to the address that the account has already returns it as `newEmail`", async () => {
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
  ])("input parsing refuses a mailed link: $error", async ({ query, error }) => {
    const { send } = connect();
    expect(await send(`/emulator/action?${query}`)).toMatchObject({
      status: 400,
      body: { authEmulator: { error } },
    });
  });

  test("input parsing checks custom claims before it looks up the account", async () => {
    const { admin } = connect();
    const fields = { localId: "nobody", customAttributes: '{"iss":1}' };
    expect((await admin("accounts:update", fields)).word).toBe("FORBIDDEN_CLAIM : iss");
  });

  test("the owner's bearer does not replace the key of the token endpoint", async () => {
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
  ])("of several errors in a configuration, the first one reported is $fault", async (row) => {
    const { body, fault, api = "emulator/v1" } = row;
    const { send, services } = connect();
    const answer = await send(`/${api}/projects/${services.projectId}/config`, {
      method: "PATCH",
      headers: { "content-type": "application/json", authorization: "Bearer owner" },
      body: JSON.stringify(body),
    });
    expect(answer.word).toBe(`Invalid JSON payload received. ${fault}`);
  });

  test("an enrollment of a passkey with several errors reports the ID token before the response", async () => {
    const { call2 } = connect();
    const body = { authenticatorRegistrationResponse: "text", idToken: [] };
    expect((await call2("accounts/passkeyEnrollment:finalize", body)).word).toBe(
      "Invalid JSON payload received. /idToken must be string",
    );
  });
});
