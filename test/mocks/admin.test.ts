import { describe, expect, test } from "vitest";
import { connect } from "./support.ts";

describe("an administrator", () => {
  test.each([
    { fields: { phoneNumber: "+15555550100" }, shows: { phoneNumber: "+15555550100" } },
    { fields: { email: "New@example.test" }, shows: { email: "new@example.test", emailVerified: false } },
    { fields: { emailVerified: true }, shows: { emailVerified: true } },
    { fields: { disableUser: true }, shows: { disabled: true } },
    { fields: { displayName: "Ada", photoUrl: "http://x/a.png" }, shows: { displayName: "Ada" } },
    { fields: { customAttributes: '{"role":"x"}' }, shows: { customAttributes: '{"role":"x"}' } },
    { fields: { createdAt: "5", lastLoginAt: 6 }, shows: { createdAt: "5", lastLoginAt: "6" } },
    {
      fields: { mfa: { enrollments: [{ mfaEnrollmentId: "phone-1", phoneInfo: "+15555550101" }] } },
      shows: { mfaInfo: [{ mfaEnrollmentId: "phone-1", unobfuscatedPhoneInfo: "+15555550101" }] },
    },
    {
      fields: { linkProviderUserInfo: { providerId: "google.com", rawId: "g1" } },
      shows: { providerUserInfo: [{ providerId: "google.com", rawId: "g1" }, { providerId: "password" }] },
    },
  ])("an administrator can set the account fields $fields", async ({ fields, shows }) => {
    const { admin, signUp, services } = connect();
    const { uid } = await signUp();
    expect((await admin("accounts:update", { localId: uid, ...fields })).status).toBe(200);
    const account = services.identity.account(uid);
    const { providerUserInfo, ...rest } = shows as Record<string, unknown>;
    expect(account).toMatchObject(rest);
    if (Array.isArray(providerUserInfo))
      expect(account?.providerUserInfo).toEqual(
        expect.arrayContaining(providerUserInfo.map((info) => expect.objectContaining(info))),
      );
  });

  test.each([
    { fields: { localId: "nobody" }, word: "USER_NOT_FOUND" },
    { fields: { localId: undefined }, word: "MISSING_LOCAL_ID" },
    { fields: { email: "bob@example.test" }, word: "EMAIL_EXISTS" },
    { fields: { email: "nope" }, word: "INVALID_EMAIL" },
    { fields: { phoneNumber: "123" }, word: "INVALID_PHONE_NUMBER : Invalid format." },
    { fields: { password: "123" }, word: "WEAK_PASSWORD : Password should be at least 6 characters" },
    { fields: { customAttributes: "[]" }, word: "INVALID_CLAIMS" },
    { fields: { customAttributes: '{"iss":1}' }, word: "FORBIDDEN_CLAIM : iss" },
    { fields: { customAttributes: `{"a":"${"x".repeat(1000)}"}` }, word: "CLAIMS_TOO_LARGE" },
    {
      fields: { mfa: { enrollments: [{ phoneInfo: "1" }] } },
      word: "INVALID_MFA_PHONE_NUMBER : Invalid format.",
    },
  ])("an administrator's update with the fields $fields is refused with $word", async ({ fields, word }) => {
    const { admin, signUp, services } = connect();
    const { uid } = await signUp();
    await signUp("bob@example.test");
    const before = services.identity.account(uid);
    expect((await admin("accounts:update", { localId: uid, ...fields })).word).toBe(word);
    expect(services.identity.account(uid), "nothing has changed").toEqual(before);
  });

  test.each([
    { by: { localId: ["UID"] } },
    { by: { email: ["ada@example.test"] } },
    { by: { phoneNumber: ["+15555550100"] } },
    { by: { federatedUserId: [{ providerId: "google.com", rawId: "g1" }] } },
  ])(
    "an administrator's lookup finds an account by $by, and an empty lookup finds no account",
    async ({ by }) => {
      const { admin, signUp } = connect();
      const { uid } = await signUp();
      const linkProviderUserInfo = { providerId: "google.com", rawId: "g1" };
      await admin("accounts:update", { localId: uid, phoneNumber: "+15555550100", linkProviderUserInfo });
      const fields = JSON.parse(JSON.stringify(by).replace("UID", uid));
      expect((await admin("accounts:lookup", fields)).body["users"]).toMatchObject([{ localId: uid }]);
      expect("users" in (await admin("accounts:lookup", {})).body).toBe(false);
    },
  );

  test("only an administrator may request that the response contains the mailed link", async () => {
    const { admin, call, signUp } = connect();
    await signUp();
    const fields = { requestType: "PASSWORD_RESET", email: "ada@example.test", returnOobLink: true };
    expect((await admin("accounts:sendOobCode", fields)).body["oobLink"]).toMatch(/mode=resetPassword/);
    expect((await call("accounts:sendOobCode", fields)).word).toBe("INSUFFICIENT_PERMISSION");
  });

  test("a request with only an API key does not count as an administrator's", async () => {
    const { post } = connect();
    const path = "/identitytoolkit.googleapis.com/v1/projects/demo-project/accounts:lookup?key=any-key";
    expect(await post(path, { localId: ["x"] })).toMatchObject({
      status: 400,
      word: "INSUFFICIENT_PERMISSION : Only authenticated requests can specify target_project_id.",
    });
  });
});

describe("a user changing their own account", () => {
  test.each([
    { fields: { disableUser: false }, word: "OPERATION_NOT_ALLOWED" },
    { fields: { customAttributes: "{}" }, word: "INSUFFICIENT_PERMISSION" },
    { fields: { displayName: "x".repeat(257) }, word: /displayName must NOT have more than 256/ },
    { fields: { displayName: null }, word: /\/displayName must be string/ },
  ])(
    "a user's update of their own account with the fields $fields is refused with $word",
    async ({ fields, word }) => {
      const { call, signUp } = connect();
      const { idToken } = await signUp();
      expect((await call("accounts:update", { idToken, ...fields })).word).toMatch(word);
    },
  );

  test("a user can unlink providers and clear named fields of their own account", async () => {
    const { call, admin, signUp, services } = connect();
    const { uid, idToken } = await signUp();
    const linkProviderUserInfo = { providerId: "google.com", rawId: "g1", email: "ada@example.test" };
    await admin("accounts:update", {
      localId: uid,
      displayName: "Ada",
      phoneNumber: "+15555550100",
      linkProviderUserInfo,
    });
    await call("accounts:update", {
      idToken,
      deleteAttribute: ["DISPLAY_NAME"],
      deleteProvider: ["phone", "password"],
    });
    expect(services.identity.account(uid)?.providerUserInfo?.map(({ providerId }) => providerId)).toEqual([
      "google.com",
    ]);
    expect(services.identity.account(uid)).not.toHaveProperty("displayName");
    expect(services.identity.account(uid)).not.toHaveProperty("passwordHash");
  });

  test("a lookup refuses an ID token whose claims were changed", async () => {
    const { call, signUp } = connect();
    const { idToken } = await signUp();
    const [header = "", , signature = ""] = idToken.split(".");
    const { uid } = await signUp("bob@example.test");
    const claims = { sub: uid, aud: "demo-project", iat: 1, exp: 9_999_999_999 };
    const payload = Buffer.from(JSON.stringify(claims)).toString("base64url");
    const forged = `${header}.${payload}.${signature}`;
    expect((await call("accounts:lookup", { idToken: forged })).word).toBe("INVALID_ID_TOKEN");
  });
});

describe("opening a mailed link without a site", () => {
  const open = async (mode: string, requestType: string, more: object = {}) => {
    const connection = connect();
    const { idToken, uid } = await connection.signUp();
    await connection.call("accounts:sendOobCode", {
      requestType,
      idToken,
      email: "ada@example.test",
      ...more,
    });
    const { actionLink = "" } = connection.services.outbox.list()[0] ?? {};
    expect(new URL(actionLink).searchParams.get("mode")).toBe(mode);
    const { pathname, search } = new URL(actionLink);
    return { ...connection, uid, path: pathname + search };
  };

  test("opening a mailed link without a site verifies the address once", async () => {
    const { send, services, uid, path } = await open("verifyEmail", "VERIFY_EMAIL");
    expect((await send(path)).body).toMatchObject({ authEmulator: { success: expect.any(String) } });
    expect(services.identity.account(uid)?.emailVerified).toBe(true);
    expect(await send(path)).toMatchObject({
      status: 400,
      body: { authEmulator: { error: expect.stringMatching(/expired/) } },
    });
  });

  test("opening a mailed link without a site changes the address, and the recovery link restores the previous address", async () => {
    const { send, services, uid, path } = await open("verifyAndChangeEmail", "VERIFY_AND_CHANGE_EMAIL", {
      newEmail: "b@example.test",
    });
    expect((await send(path)).status).toBe(200);
    expect(services.identity.account(uid)?.email).toBe("b@example.test");
    const { actionLink = "" } = services.outbox.latest("ada@example.test", "RECOVER_EMAIL");
    const { pathname, search } = new URL(actionLink);
    expect((await send(pathname + search)).status).toBe(200);
    expect(services.identity.account(uid)?.email).toBe("ada@example.test");
  });

  test("opening a mailed link of an unknown mode is refused", async () => {
    const { send } = connect();
    expect(await send("/emulator/action?mode=dance&oobCode=some-code&apiKey=any-key")).toMatchObject({
      status: 400,
      body: { authEmulator: { error: "Invalid mode" } },
    });
  });
});

test.each([
  ["letters of one byte", "a", 992],
  ["letters of two bytes", "ö", 496],
  ["letters of three bytes", "€", 330],
  ["letters of four bytes", "😀", 248],
  ["letters of a script of three bytes", "字", 330],
])("custom claims have at most 1000 bytes: %s", async (_, letter, most) => {
  const { admin, signUp } = connect();
  const { uid: localId } = await signUp();
  const claim = (count: number) =>
    admin("accounts:update", { localId, customAttributes: JSON.stringify({ a: letter.repeat(count) }) });
  expect((await claim(most)).status).toBe(200);
  expect((await claim(most + 1)).word).toBe("CLAIMS_TOO_LARGE");
});
