import * as v from "valibot";
import { type Http, parseWire } from "../http.ts";
import { MFA_WORDS } from "./mfa-enrollment.ts";
import { humanProof } from "./send-verification-code.ts";
import { TokenResponse } from "./token-response.ts";

/** Named otherwise than at enrolment, for the same thing. */
const Start = v.object({ phoneResponseInfo: v.object({ sessionInfo: v.string() }) });

const post = (http: Http, method: string, body: object) =>
  http(`v2/accounts/mfaSignIn:${method}`, body, MFA_WORDS);

/**
 * Sends a code to an enrolled phone; resolves to the session of that code. Authenticator apps need no start.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v2/accounts.mfaSignIn/start
 */
export async function startMfaSignIn(
  http: Http,
  body: { mfaPendingCredential: string; mfaEnrollmentId: string; recaptchaToken: string },
): Promise<string> {
  const { recaptchaToken, ...rest } = body;
  const answer = await post(http, "start", { ...rest, phoneSignInInfo: humanProof(recaptchaToken) });
  return parseWire(Start, answer).phoneResponseInfo.sessionInfo;
}

export type SecondFactorProof =
  | { phoneVerificationInfo: { sessionInfo: string; code: string } }
  | { mfaEnrollmentId: string; totpVerificationInfo: { verificationCode: string } };

/**
 * Completes a sign-in with the second factor.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v2/accounts.mfaSignIn/finalize
 */
export const finalizeMfaSignIn = async (
  http: Http,
  body: SecondFactorProof & { mfaPendingCredential: string },
): Promise<TokenResponse> => parseWire(TokenResponse, await post(http, "finalize", body));
