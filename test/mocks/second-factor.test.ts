import { decodeJwt } from "jose";
import { describe, expect, test } from "vitest";
import { computeTotpCode, findTotpStep } from "../../mocks/identity-toolkit/proofs/totp.ts";
import { connect } from "./support.ts";

describe("one-time codes", () => {
  // The test vectors of RFC 6238, with their last six of eight digits.
  test.each([
    { at: 59, code: "287082" },
    { at: 1111111109, code: "081804" },
    { at: 1234567890, code: "005924" },
    { at: 20000000000, code: "353130" },
  ])("the one-time code at second $at is $code, as in the test vectors of RFC 6238", ({ at, code }) => {
    // "12345678901234567890" in base 32
    expect(computeTotpCode("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", at * 1000)).toBe(code);
  });

  test("one-time codes of adjacent half minutes are accepted, and older or used codes are refused", () => {
    const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
    const now = 1_000_000_000_000;
    const step = Math.floor(now / 30_000);
    const find = (ms: number, lastStep = 0) =>
      findTotpStep(secret, computeTotpCode(secret, now + ms), now, lastStep);
    expect(find(-30_000)).toBe(step - 1);
    expect(find(30_000)).toBe(step + 1);
    expect(find(-60_000)).toBeUndefined();
    expect(find(0, step)).toBeUndefined();
  });
});

async function enrolled() {
  const connection = connect();
  const { services, call, call2 } = connection;
  const member = await services.scenarios.load("verified customer");
  const { body: first } = await call("accounts:signInWithPassword", member);
  const { body: started } = await call2("accounts/mfaEnrollment:start", {
    idToken: first["idToken"],
    totpEnrollmentInfo: {},
  });
  const info = started["totpSessionInfo"] as Record<string, string>;
  const finish = (verificationCode: string) =>
    call2("accounts/mfaEnrollment:finalize", {
      idToken: first["idToken"],
      displayName: "My app",
      totpVerificationInfo: { sessionInfo: info["sessionInfo"], verificationCode },
    });
  const code = () => computeTotpCode(String(info["sharedSecretKey"]), services.clock.now());
  return { ...connection, member, info, finish, code };
}

describe("an authenticator app", () => {
  test("an authenticator app is enrolled with its first code, and later sign-ins require a code of the app", async () => {
    const { call, call2, finish, code, member, services } = await enrolled();
    expect((await finish("000000")).word).toBe("INVALID_CODE");
    const { status, body } = await finish(code());
    expect(status).toBe(200);
    expect(decodeJwt(String(body["idToken"]))).toMatchObject({
      firebase: { sign_in_provider: "password", sign_in_second_factor: "totp" },
    });
    expect(services.outbox.latest("ada@example.test").type).toBe("REVERT_SECOND_FACTOR_ADDITION");

    const { body: pending } = await call("accounts:signInWithPassword", member);
    expect("idToken" in pending).toBe(false);
    const [hint] = pending["mfaInfo"] as Record<string, unknown>[];
    expect(hint).toMatchObject({ displayName: "My app", totpInfo: {} });
    const finalize = (verificationCode: string | undefined) =>
      call2("accounts/mfaSignIn:finalize", {
        mfaPendingCredential: pending["mfaPendingCredential"],
        mfaEnrollmentId: hint?.["mfaEnrollmentId"],
        totpVerificationInfo: { verificationCode },
      });
    expect((await finalize(code())).word, "the enrollment used this code").toBe("INVALID_CODE");
    services.clock.advance(30_000);
    expect((await finalize("000000")).word).toBe("INVALID_CODE");
    const fresh = code();
    expect(Object.keys((await finalize(fresh)).body)).toEqual(["idToken", "refreshToken"]);
    expect((await finalize(fresh)).word, "no code works twice").toBe("INVALID_CODE");
  });

  test("an authenticator app cannot be enrolled ten minutes after the enrollment began", async () => {
    const { finish, code, services } = await enrolled();
    services.identity.settings.recentSignInWindowS = 10_000;
    services.clock.advance(600_000);
    expect((await finish(code())).word).toBe("SESSION_EXPIRED");
  });

  test("a user can remove an authenticator app, and a mailed link offers to undo its enrollment", async () => {
    const { call, call2, finish, code, member, services } = await enrolled();
    const { body } = await finish(code());
    const { code: oobCode } = services.outbox.latest("ada@example.test", "REVERT_SECOND_FACTOR_ADDITION");
    const { body: described } = await call("accounts:resetPassword", { oobCode });
    expect(described).toMatchObject({
      requestType: "REVERT_SECOND_FACTOR_ADDITION",
      mfaInfo: { totpInfo: {} },
    });
    const [factor] = services.identity.account(member.uid)?.mfaInfo ?? [];
    const withdrawn = await call2("accounts/mfaEnrollment:withdraw", {
      idToken: body["idToken"],
      mfaEnrollmentId: factor?.mfaEnrollmentId,
    });
    expect(withdrawn.status).toBe(200);
    expect("idToken" in (await call("accounts:signInWithPassword", member)).body).toBe(true);
  });

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

  test("a sign-in that waits for a second factor expires after ten minutes", async () => {
    const { call, call2, services } = connect();
    const member = await services.scenarios.load("second factor");
    const { body: pending } = await call("accounts:signInWithPassword", member);
    services.clock.advance(600_000);
    const [shown] = services.totpCodes(member.email);
    const late = await call2("accounts/mfaSignIn:finalize", {
      mfaPendingCredential: pending["mfaPendingCredential"],
      mfaEnrollmentId: member.mfaEnrollmentId,
      totpVerificationInfo: { verificationCode: shown?.code },
    });
    expect(late.word).toBe("INVALID_MFA_PENDING_CREDENTIAL");
  });
});

describe("a session that has proven a second factor", () => {
  const GOOGLE = new URLSearchParams({
    providerId: "google.com",
    id_token: JSON.stringify({ sub: "g-1", email: "tom@example.test", email_verified: true }),
  }).toString();

  test.each([
    {
      what: "a password",
      method: "signUp",
      fields: { email: "tom@example.test", password: "battery staple" },
    },
    {
      what: "a password with a new address",
      method: "signUp",
      fields: { email: "new@example.test", password: "battery staple" },
    },
    {
      what: "a provider",
      method: "signInWithIdp",
      fields: { requestUri: "http://localhost", postBody: GOOGLE },
    },
    { what: "a mailed link", method: "signInWithEmailLink", fields: { email: "tom@example.test" } },
    { what: "a new password", method: "update", fields: { password: "battery staple" } },
    { what: "a new passkey", method: "passkeyEnrollment", fields: {} },
  ])("the session keeps its second factor when the user adds $what", async ({ what, method, fields }) => {
    const { call, call2, services } = connect();
    services.identity.settings.verifyPasskeys = false;
    const { uid, email } = await services.scenarios.load("second factor");
    services.identity.settings.verifyPasskeys = false;
    if (what.startsWith("a password"))
      services.identity.update(
        { localId: uid },
        { passwordHash: undefined, salt: undefined, customAuth: true },
      );
    const { idToken } = await services.issueSession(uid);
    await call("accounts:sendOobCode", { requestType: "EMAIL_SIGNIN", email });
    const { code: oobCode } = services.outbox.latest(email);
    const added = { idToken, ...fields, ...(method === "signInWithEmailLink" && { oobCode }) };
    const { body } =
      method === "passkeyEnrollment"
        ? await call2("accounts/passkeyEnrollment:finalize", {
            idToken,
            authenticatorRegistrationResponse: { id: "any" },
          })
        : await call(`accounts:${method}`, added);
    expect(decodeJwt(String(body["idToken"]))).toMatchObject({
      firebase: { sign_in_second_factor: "totp", second_factor_identifier: expect.any(String) },
    });
  });
});
