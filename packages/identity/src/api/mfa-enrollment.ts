import * as v from "valibot";
import { PHONE_WORDS, SECOND_FACTOR_WORDS } from "../error-words.ts";
import { type Http, parseWire } from "../http.ts";
import { humanProof } from "./send-verification-code.ts";
import { TokenResponse } from "./token-response.ts";
import { optionalText, text } from "./wire.ts";

/** Both lists in one: text messages are one kind of second factor. */
export const MFA_WORDS = {
  renamed: { ...PHONE_WORDS.renamed, ...SECOND_FACTOR_WORDS.renamed },
  same: [...PHONE_WORDS.same, ...SECOND_FACTOR_WORDS.same],
};

const PhoneStart = v.object({ phoneSessionInfo: v.object({ sessionInfo: text }) });
const TotpStart = v.object({
  totpSessionInfo: v.object({
    sharedSecretKey: text,
    verificationCodeLength: v.number(),
    hashingAlgorithm: text,
    periodSec: v.number(),
    sessionInfo: text,
    finalizeEnrollmentTime: optionalText,
  }),
});
export type TotpSessionInfo = v.InferOutput<typeof TotpStart>["totpSessionInfo"];

const post = (http: Http, method: string, body: object) =>
  http.post(`v2/accounts/mfaEnrollment:${method}`, body, { words: MFA_WORDS });

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
