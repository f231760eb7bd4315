import { PHONE_CODES, SECOND_FACTOR_CODES } from "../errors/server-codes.ts";
import type { Http } from "../http/http.ts";
import { Text } from "../lib/data.ts";
import * as v from "../lib/schema.ts";

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

/**
 * One step of an enrollment or a sign-in. A second factor can be a text message, so the codes of text messages apply
 * too.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v2/accounts.mfaEnrollment
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v2/accounts.mfaSignIn
 */
export const postMfaRequest = (http: Http, method: string, body: object): Promise<object> =>
  http(`v2/accounts/mfa${method}`, body, PHONE_CODES + SECOND_FACTOR_CODES);
