import { PHONE_CODES, SECOND_FACTOR_CODES } from "../errors/server-codes.ts";
import { type Http, parseWire } from "../http/http.ts";
import { Numeric, Text } from "../lib/data.ts";
import * as v from "../lib/schema.ts";
import { MfaEnrollment } from "./account.ts";

/** Google's `sessionInfo`: an opaque value that identifies the sent code. */
export const SessionInfo = v.object({ sessionInfo: Text });

/** The proof that Google requires: a reCAPTCHA v2 token. `recaptchaEnterprise` adds its own. */
export const toHumanProof = (recaptchaToken: string) => ({ recaptchaToken, clientType: "CLIENT_TYPE_WEB" });

/** The code of a text message or an authenticator app. The enrollment of an app also needs its session. */
export type SecondFactorProof =
  | { phoneVerificationInfo: { sessionInfo: string; code: string } }
  | { totpVerificationInfo: { sessionInfo?: string; verificationCode: string } };

export const toPhoneProof = (sessionInfo: string, code: string): SecondFactorProof => ({
  phoneVerificationInfo: { sessionInfo, code },
});

const Demand = v.object({ mfaPendingCredential: Text, mfaInfo: v.array(MfaEnrollment) });

/** Parses the demand for a second factor: a credential for this sign-in, and the enrolled factors. */
export const parseDemand = (answer: unknown) => parseWire(Demand, answer);

/** The field has one name at enrollment and another at sign-in. */
const EnrollmentStart = v.object({ phoneSessionInfo: SessionInfo });
const SignInStart = v.object({ phoneResponseInfo: SessionInfo });
const TotpStart = v.object({
  totpSessionInfo: v.object({
    sharedSecretKey: Text,
    verificationCodeLength: Numeric,
    hashingAlgorithm: Text,
    periodSec: Numeric,
    sessionInfo: Text,
  }),
});
export type TotpSessionInfo = v.InferOutput<typeof TotpStart>["totpSessionInfo"];

/** A second factor can be a text message, so the codes of text messages apply too. */
const postMfaRequest = (http: Http, method: string, body: object) =>
  http(`v2/accounts/mfa${method}`, body, PHONE_CODES + SECOND_FACTOR_CODES);

/**
 * Sends a code to the phone being enrolled; resolves to the session of that code.
 * @param phoneNumber in E.164 format: "+15550100"
 * @throws IdentityError `unverified-email`, `requires-recent-login`, `invalid-phone-number`, `captcha-check-failed`;
 * an account's codes. `enroll` rejects with `invalid-verification-code`, `code-expired`,
 * `second-factor-already-in-use`
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v2/accounts.mfaEnrollment/start
 */
export async function startPhoneEnrollment(
  http: Http,
  phoneNumber: string,
  recaptchaToken: string,
): Promise<string> {
  const phoneEnrollmentInfo = { phoneNumber, ...toHumanProof(recaptchaToken) };
  const answer = await postMfaRequest(http, "Enrollment:start", { phoneEnrollmentInfo });
  return parseWire(EnrollmentStart, answer).phoneSessionInfo.sessionInfo;
}

/**
 * Requests the secret for an authenticator app.
 * @throws IdentityError `unverified-email`, `requires-recent-login`; an account's codes. `enroll` rejects with
 * `invalid-verification-code`
 */
export const startTotpEnrollment = async (http: Http): Promise<TotpSessionInfo> =>
  parseWire(TotpStart, await postMfaRequest(http, "Enrollment:start", { totpEnrollmentInfo: {} }))
    .totpSessionInfo;

/**
 * Completes an enrollment with the first code. Later sign-ins require a code.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v2/accounts.mfaEnrollment/finalize
 */
export const finalizeEnrollment = (
  http: Http,
  body: SecondFactorProof & { displayName?: string | undefined },
): Promise<object> => postMfaRequest(http, "Enrollment:finalize", body);

/**
 * Removes a second factor. The response has no tokens if the server revoked the session.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v2/accounts.mfaEnrollment/withdraw
 */
export const withdrawEnrollment = (http: Http, mfaEnrollmentId: string): Promise<object> =>
  postMfaRequest(http, "Enrollment:withdraw", { mfaEnrollmentId });

/**
 * Sends a code to an enrolled phone; resolves to the session of that code. Authenticator apps need no start.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v2/accounts.mfaSignIn/start
 */
export async function startMfaSignIn(
  http: Http,
  mfaPendingCredential: string,
  mfaEnrollmentId: string,
  recaptchaToken: string,
): Promise<string> {
  const phoneSignInInfo = toHumanProof(recaptchaToken);
  const answer = await postMfaRequest(http, "SignIn:start", {
    mfaPendingCredential,
    mfaEnrollmentId,
    phoneSignInInfo,
  });
  return parseWire(SignInStart, answer).phoneResponseInfo.sessionInfo;
}

/**
 * Completes a sign-in with the second factor.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v2/accounts.mfaSignIn/finalize
 */
export const finalizeMfaSignIn = (
  http: Http,
  body: SecondFactorProof & { mfaPendingCredential: string; mfaEnrollmentId?: string },
): Promise<object> => postMfaRequest(http, "SignIn:finalize", body);
