import { describe, expect, test } from "vitest";
import { connect } from "./support.ts";

const requestUri = "http://localhost/page";
const idp = (providerId: string, claims: object): string =>
  new URLSearchParams({ providerId, id_token: JSON.stringify(claims) }).toString();
const ada = { email: "ada@example.test", password: "correct horse" };

/** Each of these once differed from Google's Auth Emulator. */
describe("a client gets the emulator's responses", () => {
  test("a Google sign-in without an email address grants no email scope, and its rawUserInfo has verified_email false", async () => {
    const { call } = connect();
    const { body } = await call("accounts:signInWithIdp", {
      requestUri,
      postBody: idp("google.com", { sub: "q1" }),
    });
    expect(body).not.toHaveProperty("emailVerified");
    expect(JSON.parse(String(body["rawUserInfo"]))).toMatchObject({
      granted_scopes: "openid https://www.googleapis.com/auth/userinfo.profile",
      verified_email: false,
    });
  });

  test("a Google sign-in with capitals in the email address returns the address in lower case in rawUserInfo", async () => {
    const { call } = connect();
    const { body } = await call("accounts:signInWithIdp", {
      requestUri,
      postBody: idp("google.com", { sub: "q1", email: "Ada@Example.test" }),
    });
    expect(JSON.parse(String(body["rawUserInfo"]))).toMatchObject({
      email: "ada@example.test",
      granted_scopes: expect.stringContaining("userinfo.email"),
    });
  });

  test("createAuthUri names only the password for an address if several accounts may share an address", async () => {
    const { call, services, signUp } = connect();
    services.identity.settings.allowDuplicateEmails = true;
    await signUp();
    await call("accounts:signInWithIdp", { requestUri, postBody: idp("google.com", { ...ada, sub: "g" }) });
    await call("accounts:signInWithIdp", {
      requestUri,
      postBody: idp("google.com", { sub: "h", email: "only@provider.test" }),
    });
    const continueUri = "http://localhost";
    expect((await call("accounts:createAuthUri", { identifier: ada.email, continueUri })).body).toMatchObject(
      {
        registered: true,
        allProviders: ["password"],
        signinMethods: ["password"],
      },
    );
    expect(
      (await call("accounts:createAuthUri", { identifier: "only@provider.test", continueUri })).body,
    ).toMatchObject({ registered: false, allProviders: [], signinMethods: [] });
  });

  test("a password sign-in requires the second factor that an administrator enrolled", async () => {
    const { call, admin } = connect();
    const mfaInfo = [{ phoneInfo: "+15555550101", displayName: "Phone" }];
    await admin("accounts", { ...ada, emailVerified: true, mfaInfo });
    const { body } = await call("accounts:signInWithPassword", ada);
    expect(body).not.toHaveProperty("idToken");
    expect(body).toMatchObject({ mfaInfo: [{ displayName: "Phone", phoneInfo: "+*******0101" }] });
  });

  test.each([
    {
      enrollments: [{ phoneInfo: "555", mfaEnrollmentId: "a" }],
      word: "INVALID_MFA_PHONE_NUMBER : Invalid format.",
    },
    {
      enrollments: [{ phoneInfo: "+15555550101" }],
      word: "INVALID_MFA_ENROLLMENT_ID : mfaEnrollmentId must be defined.",
    },
    {
      enrollments: [
        { phoneInfo: "+15555550101", mfaEnrollmentId: "a" },
        { phoneInfo: "+15555550102", mfaEnrollmentId: "a" },
      ],
      word: "DUPLICATE_MFA_ENROLLMENT_ID",
    },
  ])(
    "an administrator's update with invalid second factors is refused with $word",
    async ({ enrollments, word }) => {
      const { admin, signUp } = connect();
      const { uid } = await signUp();
      expect((await admin("accounts:update", { localId: uid, mfa: { enrollments } })).word).toBe(word);
    },
  );

  test("an authenticator app stays enrolled when an administrator's update lists the app", async () => {
    const { admin, services } = connect();
    const { uid, mfaEnrollmentId } = await services.scenarios.load("second factor");
    const update = (enrollments: object[]) =>
      admin("accounts:update", { localId: uid, mfa: { enrollments } });
    expect((await update([{ mfaEnrollmentId, totpInfo: {} }])).status).toBe(200);
    expect(services.identity.account(uid)?.mfaInfo).toMatchObject([{ mfaEnrollmentId, totpInfo: {} }]);
    expect((await update([{ mfaEnrollmentId: "unknown", totpInfo: {} }])).status).toBe(400);
    expect((await update([])).status).toBe(200);
    expect(services.identity.account(uid)?.mfaInfo).toBeUndefined();
  });

  test("an administrator's change of an email address ends old ID tokens and mails a recovery link", async () => {
    const { admin, call, signUp, services } = connect();
    const { uid, idToken } = await signUp();
    services.clock.advance(2000);
    await admin("accounts:update", { localId: uid, email: "new@example.test" });
    expect((await call("accounts:lookup", { idToken })).word).toBe("TOKEN_EXPIRED");
    expect(services.outbox.latest(ada.email, "RECOVER_EMAIL")).toMatchObject({
      newEmail: "new@example.test",
    });
    expect(services.identity.account(uid)).toMatchObject({ initialEmail: ada.email, emailVerified: false });
  });

  test.each(["accounts:signUp", "accounts:lookup", "accounts:update", "accounts:sendOobCode"])(
    "a request to %s that names the project and has only an API key is refused with INSUFFICIENT_PERMISSION",
    async (method) => {
      const { call } = connect();
      expect(await call(method, { targetProjectId: "demo-project" })).toMatchObject({
        status: 400,
        word: "INSUFFICIENT_PERMISSION : Only authenticated requests can specify target_project_id.",
      });
    },
  );

  test("a request for an unknown project is refused by name and does not create the project", async () => {
    const { post, services } = connect();
    const path = "/identitytoolkit.googleapis.com/v1/accounts:signUp?key=any-key";
    const owner = { authorization: "Bearer owner" };
    const answer = await post(path, { ...ada, targetProjectId: "another-project" }, owner);
    expect(answer.word).toMatch(/^INVALID_PROJECT_ID : /);
    expect(services.identity.size).toBe(0);
    const own = await post(path, { ...ada, targetProjectId: services.projectId }, owner);
    expect(own.status).toBe(200);
  });

  test("a passkey request without an API key is refused with 403, even for an administrator", async () => {
    const { post } = connect();
    const path = "/identitytoolkit.googleapis.com/v2/accounts/passkeySignIn:start";
    for (const authorization of ["Bearer owner", "Bearer nonsense"])
      expect(await post(path, {}, { authorization })).toMatchObject({
        status: 403,
        word: "The request is missing a valid API key.",
      });
    expect((await post(`${path}?key=any-key`, {}, { authorization: "Bearer owner" })).status).toBe(200);
  });

  test('a passkey enrollment names the user by address, and shows "User" for an account without a name', async () => {
    const { signUp, call2 } = connect();
    const { idToken } = await signUp();
    const { body } = await call2("accounts/passkeyEnrollment:start", { idToken });
    expect(body["credentialCreationOptions"]).toMatchObject({
      user: { name: "ada@example.test", displayName: "User" },
    });
  });

  test("the reCAPTCHA configuration has a key, because Google's SDK requires one", async () => {
    const { send } = connect();
    const { body } = await send("/identitytoolkit.googleapis.com/v2/recaptchaConfig?key=any-key");
    expect(body["recaptchaKey"]).toMatch(/^projects\/[^/]+\/keys\/.+/);
  });

  test("an OPTIONS request without Access-Control-Request-Method gets 204", async () => {
    const { send } = connect();
    const path = "/identitytoolkit.googleapis.com/v1/accounts:signUp";
    expect((await send(path, { method: "OPTIONS" })).status).toBe(204);
  });

  test("a provider collision with an account without providers lists no verified providers", async () => {
    const { admin, call } = connect();
    await admin("accounts", { email: ada.email });
    const { body } = await call("accounts:signInWithIdp", {
      requestUri,
      postBody: idp("github.com", { sub: "g", email: ada.email }),
    });
    expect(body["needConfirmation"]).toBe(true);
    expect(body).not.toHaveProperty("verifiedProvider");
  });

  test("re-authentication with an unknown provider account creates no account, unlike in Google's emulator", async () => {
    const { call, services } = connect();
    const { word } = await call("accounts:signInWithIdp", {
      requestUri,
      postBody: idp("google.com", { sub: "unknown" }),
      autoCreate: false,
    });
    expect(word).toBe("USER_NOT_FOUND");
    expect(services.identity.size).toBe(0);
  });

  test("adding an address and a password to an anonymous account removes the account's name", async () => {
    const { call, services } = connect();
    const { body } = await call("accounts:signUp", { returnSecureToken: true });
    const idToken = body["idToken"];
    await call("accounts:update", { idToken, displayName: "Visitor" });
    await call("accounts:signUp", { idToken, ...ada });
    expect(services.identity.accountByEmail(ada.email)?.displayName).toBeUndefined();
  });

  test("an update that sets and deletes the same field deletes the field", async () => {
    const { call, signUp, services } = connect();
    const { uid, idToken } = await signUp();
    await call("accounts:update", {
      idToken,
      displayName: "Ada",
      email: "new@example.test",
      password: "battery staple",
      deleteAttribute: ["DISPLAY_NAME", "EMAIL", "PASSWORD"],
    });
    const account = services.identity.account(uid);
    expect([account?.displayName, account?.email, account?.passwordHash]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
