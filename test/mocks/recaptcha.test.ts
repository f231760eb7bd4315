import { describe, expect, test } from "vitest";
import { type Connection, connect } from "./support.ts";

const credentials = { email: "ada@example.test", password: "correct horse" };
const human = { clientType: "CLIENT_TYPE_WEB", recaptchaVersion: "RECAPTCHA_ENTERPRISE" };

const configure = ({ send, services }: Connection, recaptchaConfig: object) =>
  send(
    `/identitytoolkit.googleapis.com/v2/projects/${services.projectId}/config?updateMask=recaptchaConfig`,
    {
      method: "PATCH",
      headers: { "content-type": "application/json", authorization: "Bearer owner" },
      body: JSON.stringify({ recaptchaConfig }),
    },
  );
const states = async ({ send }: Connection) => {
  const { body } = await send("/identitytoolkit.googleapis.com/v2/recaptchaConfig?key=any-key");
  return body["recaptchaEnforcementState"];
};

describe("reCAPTCHA Enterprise", () => {
  test.each(["OFF", "AUDIT"])(
    "with reCAPTCHA enforcement %s, sign-ins without a reCAPTCHA token and with an invalid one succeed",
    async (state) => {
      const connection = connect();
      await configure(connection, { emailPasswordEnforcementState: state, phoneEnforcementState: state });
      expect(await states(connection)).toEqual([
        { provider: "EMAIL_PASSWORD_PROVIDER", enforcementState: state },
        { provider: "PHONE_PROVIDER", enforcementState: state },
      ]);
      await connection.signUp();
      for (const more of [{}, { ...human, captchaResponse: "bad" }])
        expect(
          (await connection.call("accounts:signInWithPassword", { ...credentials, ...more })).status,
        ).toBe(200);
    },
  );

  test.each([
    ["accounts:signUp", { ...credentials, email: "bea@example.test" }],
    ["accounts:signInWithPassword", credentials],
    ["accounts:sendOobCode", { requestType: "PASSWORD_RESET", email: credentials.email }],
    ["accounts:sendOobCode", { requestType: "EMAIL_SIGNIN", email: credentials.email }],
    ["accounts:sendVerificationCode", { phoneNumber: "+15555550100" }],
  ])("with reCAPTCHA enforcement ENFORCE, %s %o is refused without a valid token", async (method, fields) => {
    const connection = connect();
    await connection.signUp();
    const isPhone = method === "accounts:sendVerificationCode";
    const state = isPhone ? "phoneEnforcementState" : "emailPasswordEnforcementState";
    await configure(connection, { [state]: "ENFORCE" });
    const field = method === "accounts:sendOobCode" ? "captchaResp" : "captchaResponse";
    const word = async (more: object) => (await connection.call(method, { ...fields, ...more })).word;
    expect(await word({})).toBe("MISSING_RECAPTCHA_TOKEN");
    expect(await word({ ...human, [field]: "bad" })).toBe("INVALID_RECAPTCHA_TOKEN");
    expect(await word({ ...human, recaptchaVersion: undefined, [field]: "token" })).toBe(
      "MISSING_RECAPTCHA_VERSION",
    );
    expect(await word({ ...human, [field]: "token" })).toBeUndefined();
  });

  test("enforced reCAPTCHA guards the text message of a second factor, at enrollment and at sign-in", async () => {
    const connection = connect();
    const member = await connection.services.scenarios.load("sms second factor");
    await configure(connection, { phoneEnforcementState: "ENFORCE" });
    const { body: first } = await connection.call("accounts:signInWithPassword", member);
    const start = (phoneSignInInfo?: object) =>
      connection.call2("accounts/mfaSignIn:start", {
        mfaPendingCredential: first["mfaPendingCredential"],
        mfaEnrollmentId: member.mfaEnrollmentId,
        phoneSignInInfo,
      });
    expect((await start()).word).toBe("MISSING_RECAPTCHA_TOKEN");
    expect((await start({ ...human, captchaResponse: "token" })).status).toBe(200);

    const { uid, idToken } = await connection.signUp();
    await connection.admin("accounts:update", { localId: uid, emailVerified: true });
    const enroll = (more: object) =>
      connection.call2("accounts/mfaEnrollment:start", {
        idToken,
        phoneEnrollmentInfo: { phoneNumber: "+15555550199", ...more },
      });
    expect((await enroll({})).word).toBe("MISSING_RECAPTCHA_TOKEN");
    expect((await enroll({ ...human, captchaResponse: "token" })).status).toBe(200);
  });

  test("enforced reCAPTCHA asks neither administrators nor anonymous sign-ups for a token", async () => {
    const connection = connect();
    await configure(connection, { emailPasswordEnforcementState: "ENFORCE" });
    expect((await connection.admin("accounts", credentials)).status).toBe(200);
    expect((await connection.call("accounts:signUp", {})).status).toBe(200);
  });
});
