import { decodeJwt } from "jose";
import { describe, expect, test } from "vitest";
import { type Connection, connect } from "./support.ts";

const EMAIL = "ada@example.test";
const PASSWORD = "correct horse";
const requestUri = "http://localhost/page";

describe("email addresses", () => {
  const invalid = [
    "a da@example.test",
    "<ada@example.test>",
    "Ada <ada@example.test>",
    "ada@example.test\n",
    "ada@exam\u00a0ple.test",
    "\u200bada@example.test",
    "mailto:ada@example.test",
    "ada@example.test, bea@example.test",
    '"ada"@example.test',
    "ada@@example.test",
    "ada@example..test",
    "ada@-example.test",
    ".ada@example.test",
    "a..b@example.test",
    "ada@[127.0.0.1]",
    "ada@example.test/",
  ];

  test.each(invalid)("the address %j is refused everywhere, and changes nothing", async (email) => {
    const { call, admin, signUp, services } = connect();
    const { uid, idToken } = await signUp("bea@example.test");
    const continueUri = "http://localhost/page";
    const words = await Promise.all([
      call("accounts:signUp", { email, password: PASSWORD }),
      call("accounts:signInWithPassword", { email, password: PASSWORD }),
      call("accounts:sendOobCode", { requestType: "EMAIL_SIGNIN", email }),
      call("accounts:sendOobCode", { requestType: "PASSWORD_RESET", email }),
      call("accounts:sendOobCode", { requestType: "VERIFY_AND_CHANGE_EMAIL", idToken, newEmail: email }),
      call("accounts:update", { idToken, email }),
      admin("accounts", { email }),
      admin("accounts:update", { localId: uid, email }),
      call("accounts:createAuthUri", { identifier: email, continueUri }),
    ]);
    expect(words.map(({ word }) => word)).toEqual([...Array(8).fill("INVALID_EMAIL"), "INVALID_IDENTIFIER"]);
    const { body } = await admin("accounts:batchCreate", { users: [{ localId: "new", email }] });
    expect(body["error"]).toEqual([{ index: 0, message: "email is invalid" }]);
    await expect(services.scenarios.load("verified customer", { email })).rejects.toThrow("INVALID_EMAIL");
    expect(services.identity.accounts().map((account) => account.email)).toEqual(["bea@example.test"]);
    expect(services.outbox.list()).toEqual([]);
  });

  const valid = [
    "ada+tag@example.test",
    "o'brien@example.test",
    "ada_1-2.x@sub.example.test",
    "jürgen@example.test",
    "ada@münchen.example",
    "ada@xn--mnchen-3ya.example",
    "ada@localhost",
  ];
  test("addresses with signs, other scripts and every kind of host are accepted", async () => {
    const { call } = connect();
    for (const email of valid)
      expect.soft((await call("accounts:signUp", { email, password: PASSWORD })).body["email"]).toBe(email);
  });
});

describe("phone numbers", () => {
  const invalid = [
    "+1 555 010 0",
    "+1-555-555-0100",
    "+1(555)5550100",
    "+abc",
    "+",
    "+0155550100",
    "+123456",
    "+1234567890123456",
    "0015555550100",
    "5555550100",
    "+15555550100 ",
    "\u202a+15555550100",
    "+١٥٥٥٥٥٥٠١٠٠",
    "＋15555550100",
    "+15555550100\n",
  ];

  test.each(invalid)("the number %j is refused everywhere, and changes nothing", async (phoneNumber) => {
    const { call, call2, admin, signUp, services } = connect();
    const { uid, idToken } = await signUp();
    const account = services.identity.update({ localId: uid }, { emailVerified: true });
    const factor = { phoneInfo: phoneNumber, mfaEnrollmentId: "factor" };
    const words = await Promise.all([
      call("accounts:sendVerificationCode", { phoneNumber }),
      admin("accounts", { phoneNumber }),
      admin("accounts:update", { localId: uid, phoneNumber }),
      call2("accounts/mfaEnrollment:start", { idToken, phoneEnrollmentInfo: { phoneNumber } }),
      call("accounts:signUp", { email: "bea@example.test", password: PASSWORD, mfaInfo: [factor] }),
      admin("accounts:update", { localId: uid, mfa: { enrollments: [factor] } }),
    ]);
    expect(words.map(({ word }) => word)).toEqual([
      ...Array(4).fill("INVALID_PHONE_NUMBER : Invalid format."),
      ...Array(2).fill("INVALID_MFA_PHONE_NUMBER : Invalid format."),
    ]);
    const users = [
      { localId: "one", phoneNumber },
      { localId: "two", email: "two@example.test", emailVerified: true, mfaInfo: [factor] },
    ];
    const { body } = await admin("accounts:batchCreate", { users });
    expect(body["error"]).toEqual([
      { index: 0, message: "phone number format is invalid" },
      { index: 1, message: "Phone number format is invalid" },
    ]);
    expect(services.identity.accounts()).toEqual([account]);
    expect(services.outbox.list()).toEqual([]);
  });

  test.each(["+15550100", "+15555550100", "+4915112345678", "+2904012", "+123456789012345"])(
    "the number %s is accepted",
    async (phoneNumber) => {
      const { call, services } = connect();
      const { body } = await call("accounts:sendVerificationCode", { phoneNumber });
      const { code } = services.outbox.latest(phoneNumber);
      const signedIn = await call("accounts:signInWithPhoneNumber", {
        sessionInfo: body["sessionInfo"],
        code,
      });
      expect(signedIn.body["phoneNumber"]).toBe(phoneNumber);
    },
  );
});

describe("mailed links", () => {
  const modes = [
    { mode: "verifyEmail", requestType: "VERIFY_EMAIL", more: {} },
    { mode: "resetPassword", requestType: "PASSWORD_RESET", more: { newPassword: "battery staple" } },
    {
      mode: "verifyAndChangeEmail",
      requestType: "VERIFY_AND_CHANGE_EMAIL",
      fields: { newEmail: "new@example.test" },
    },
    { mode: "signIn", requestType: "EMAIL_SIGNIN" },
  ];
  /** Sends a mail, and returns a function that opens its link with these parameters. */
  async function openerOf({ call, signUp, services, send }: Connection, of: (typeof modes)[number]) {
    const { idToken } = await signUp();
    const { requestType, fields, more } = of;
    await call("accounts:sendOobCode", { requestType, email: EMAIL, idToken, ...fields });
    const link = new URL(services.outbox.list()[0]?.actionLink ?? "");
    return (continueUrl: string) => {
      for (const [name, value] of Object.entries({ ...more, continueUrl }))
        link.searchParams.set(name, value);
      return send(link.pathname + link.search);
    };
  }

  const unusual = [
    ["https://site.test/ünïcödé", "https://site.test/%C3%BCn%C3%AFc%C3%B6d%C3%A9"],
    ["https://site.test/日本?q=語#ā", "https://site.test/%E6%97%A5%E6%9C%AC?q=%E8%AA%9E#%C4%81"],
    ["https://münchen.example/", "https://xn--mnchen-3ya.example/"],
    ["https://site.test/a\r\nset-cookie: a=b", "https://site.test/aset-cookie:%20a=b"],
    ["https://site.test/\tone two", "https://site.test/one%20two"],
    ["https://site.test/😀", "https://site.test/%F0%9F%98%80"],
    ["https://site.test/\ud800", "https://site.test/%EF%BF%BD"],
  ];

  test.each(modes)("a continue URL is encoded in the redirect of the mode $mode", async (of) => {
    for (const [url = "", encoded] of unusual) {
      const { response } = await (await openerOf(connect(), of))(url);
      expect.soft(response.status, url).toBe(303);
      const target = new URL(response.headers.get("location") ?? "");
      for (const name of [...target.searchParams.keys()]) if (name !== "q") target.searchParams.delete(name);
      expect.soft(target.href).toBe(encoded);
    }
  });

  const invalid = ["page", "/page", "//site.test", "https://", "javascript:alert(1)", "http://a b/", "日本"];
  test.each(modes)("the mode $mode refuses an invalid continue URL before the code is spent", async (of) => {
    const open = await openerOf(connect(), of);
    for (const url of invalid)
      expect.soft(await open(url), url).toMatchObject({
        status: 400,
        body: { authEmulator: { error: expect.any(String) } },
      });
    expect((await open("https://site.test/")).status).toBe(303);
  });
});

describe("password policies", () => {
  const policyOf = async ({ send }: Connection) =>
    (await send("/identitytoolkit.googleapis.com/v2/passwordPolicy?key=any-key")).body;
  const connectWithPolicy = () => {
    const connection = connect();
    const { settings } = connection.services.identity;
    settings.passwordPolicy.enforcementState = "ENFORCE";
    settings.passwordPolicy.containsNonAlphanumericCharacter = true;
    return connection;
  };
  /** @see https://cloud.google.com/identity-platform/docs/password-policy */
  const SPECIAL = "^$*.[]{}()?\"!@#%&/\\,><':;|_~`";

  test("the policy names the special characters that production documents", async () => {
    const { allowedNonAlphanumericCharacters } = await policyOf(connectWithPolicy());
    expect(new Set(allowedNonAlphanumericCharacters as string[])).toEqual(new Set(SPECIAL));
  });

  test("each of these characters meets a policy that requires a special character", async () => {
    const { call } = connectWithPolicy();
    for (const [index, character] of [...SPECIAL].entries()) {
      const account = { email: `ada-${index}@example.test`, password: `correct${character}horse` };
      expect.soft((await call("accounts:signUp", account)).status, character).toBe(200);
    }
  });

  test.each(["ö", " ", "€", "ß", "日", "😀", "\u00a0", "٣", "é", "+", "=", "-"])(
    "a password with %j does not meet the policy, which does not name that character",
    async (character) => {
      const { call, admin, signUp, services } = connectWithPolicy();
      const password = `correct${character}horse`;
      const refusal = /^PASSWORD_DOES_NOT_MEET_REQUIREMENTS : .*must contain a non-alphanumeric character/;
      expect((await call("accounts:signUp", { email: EMAIL, password })).word).toMatch(refusal);
      expect((await admin("accounts", { email: EMAIL, password })).word).toMatch(refusal);
      const { idToken } = await signUp(EMAIL, "correct!horse");
      expect((await call("accounts:update", { idToken, password })).word).toMatch(refusal);
      await call("accounts:sendOobCode", { requestType: "PASSWORD_RESET", email: EMAIL });
      const { code: oobCode } = services.outbox.latest(EMAIL);
      const reset = { oobCode, newPassword: password };
      expect((await call("accounts:resetPassword", reset)).word).toMatch(refusal);
    },
  );
});

describe("pictures of providers", () => {
  const START = "https://pictures.test/";
  const pictureOf = (length: number, start = START) => start + "x".repeat(length - start.length);
  const signIn = async ({ call }: Connection, providerId: string, picture: string, idToken?: string) => {
    const claims = { sub: "one", email: "gina@example.test", email_verified: true, picture };
    const postBody = new URLSearchParams({ providerId, id_token: JSON.stringify(claims) }).toString();
    return (await call("accounts:signInWithIdp", { requestUri, idToken, postBody })).body;
  };
  /** Everything but the provider's own words, which are passed on as they are. */
  const shown = async ({ call }: Connection, { rawUserInfo: _, oauthIdToken: __, ...body }: Body) => {
    const lookup = await call("accounts:lookup", { idToken: body["idToken"] });
    return JSON.stringify([body, lookup.body, decodeJwt(String(body["idToken"]))]);
  };
  type Body = Record<string, unknown>;

  test.each([
    { what: "2,049 characters", picture: pictureOf(2049) },
    { what: "9,000 characters", picture: pictureOf(9000) },
    { what: "100,000 characters", picture: pictureOf(100_000) },
    { what: "a data: URL of 3,000 characters", picture: pictureOf(3000, "data:image/png;base64,") },
    { what: "1,200 emoji, which are 2,400 characters", picture: START + "😀".repeat(1200) },
  ])("a picture of $what is left out of a sign-in and of a link", async ({ picture }) => {
    for (const providerId of ["google.com", "github.com", "oidc.acme", "saml.acme"]) {
      const connection = connect();
      const { idToken } = await connection.signUp();
      for (const caller of [idToken, undefined]) {
        const body = await signIn(connection, providerId, picture, caller);
        expect(body["idToken"]).toEqual(expect.any(String));
        expect(await shown(connection, body)).not.toContain(picture.slice(0, 30));
      }
    }
  });

  test("a picture of 2,048 characters is stored", async () => {
    const connection = connect();
    const photoUrl = pictureOf(2048);
    const body = await signIn(connection, "google.com", photoUrl);
    expect(body).toMatchObject({ photoUrl });
    expect(connection.services.identity.account(String(body["localId"]))).toMatchObject({
      photoUrl,
      providerUserInfo: [{ photoUrl }],
    });
  });

  test.each([
    (photoUrl: string) => ({ photoUrl }),
    (photoUrl: string) => ({ providerUserInfo: [{ providerId: "google.com", rawId: "one", photoUrl }] }),
  ])("a longer picture is left out of an imported account too", async (fields) => {
    const { admin, services } = connect();
    const { body } = await admin("accounts:batchCreate", {
      users: [{ localId: "gina", ...fields(pictureOf(2049)) }],
    });
    expect(body["error"]).toEqual([]);
    expect(JSON.stringify(services.identity.account("gina"))).not.toContain(START);
  });
});
