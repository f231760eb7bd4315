import * as v from "valibot";
import { PHONE_WORDS, SECOND_FACTOR_WORDS } from "../error-words.ts";
import { type Http, parseWire } from "../http.ts";
import { humanProof } from "./send-verification-code.ts";
import { TokenResponse } from "./token-response.ts";

/** Text messages are one kind of second factor, and their words are met as well. */
export const MFA_WORDS = `${PHONE_WORDS} ${SECOND_FACTOR_WORDS}`;

const PhoneStart = v.object({ phoneSessionInfo: v.object({ sessionInfo: v.string() }) });
const TotpStart = v.object({
  totpSessionInfo: v.object({
    sharedSecretKey: v.string(),
    verificationCodeLength: v.number(),
    hashingAlgorithm: v.string(),
    periodSec: v.number(),
    sessionInfo: v.string(),
    finalizeEnrollmentTime: v.optional(v.string()),
  }),
});
export type TotpSessionInfo = v.InferOutput<typeof TotpStart>["totpSessionInfo"];

const post = (http: Http, method: string, body: object) =>
  http(`v2/accounts/mfaEnrollment:${method}`, body, MFA_WORDS);

/**
 * Sends a code to the phone that is to become a second factor; resolves to the session of that code.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v2/accounts.mfaEnrollment/start
 */
export async function startPhoneEnrollment(
  http: Http,
  { idToken, phoneNumber, recaptchaToken }: { idToken: string; phoneNumber: string; recaptchaToken: string },
): Promise<string> {
  const phoneEnrollmentInfo = { phoneNumber, ...humanProof(recaptchaToken) };
  return parseWire(PhoneStart, await post(http, "start", { idToken, phoneEnrollmentInfo })).phoneSessionInfo
    .sessionInfo;
}

/** Asks for the secret that an authenticator app is to hold. */
export const startTotpEnrollment = async (http: Http, idToken: string): Promise<TotpSessionInfo> =>
  parseWire(TotpStart, await post(http, "start", { idToken, totpEnrollmentInfo: {} })).totpSessionInfo;

export type EnrollmentProof =
  | { phoneVerificationInfo: { sessionInfo: string; code: string } }
  | { totpVerificationInfo: { sessionInfo: string; verificationCode: string } };

/**
 * Completes an enrolment with the first code; all later sign-ins ask for one.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v2/accounts.mfaEnrollment/finalize
 */
export const finalizeEnrollment = async (
  http: Http,
  body: EnrollmentProof & { idToken: string; displayName?: string },
): Promise<TokenResponse> => parseWire(TokenResponse, await post(http, "finalize", body));

/**
 * Takes a second factor away. The answer's tokens are missing where the session was revoked with it.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v2/accounts.mfaEnrollment/withdraw
 */
export async function withdrawEnrollment(
  http: Http,
  body: { idToken: string; mfaEnrollmentId: string },
): Promise<TokenResponse | undefined> {
  const answer = await post(http, "withdraw", body);
  const tokens = v.safeParse(TokenResponse, answer);
  return tokens.success ? tokens.output : undefined;
}
