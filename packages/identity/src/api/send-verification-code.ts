import { PHONE_CODES } from "../errors/server-codes.ts";
import { type Http, parseWire } from "../http/http.ts";
import { Text } from "../lib/data.ts";
import * as v from "../lib/schema.ts";

/** Google's `sessionInfo`: an opaque value that identifies the sent code. */
export const SessionInfo = v.object({ sessionInfo: Text });

/** The proof that Google requires: a reCAPTCHA v2 token. `recaptchaEnterprise` adds its own. */
export const toHumanProof = (recaptchaToken: string) => ({ recaptchaToken, clientType: "CLIENT_TYPE_WEB" });

/**
 * Sends a code by text message; resolves to the value that identifies the sent code.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/sendVerificationCode
 */
export async function sendVerificationCode(
  http: Http,
  body: { phoneNumber: string; recaptchaToken: string },
): Promise<string> {
  const request = { phoneNumber: body.phoneNumber, ...toHumanProof(body.recaptchaToken) };
  const answer = await http("v1/accounts:sendVerificationCode", request, PHONE_CODES);
  return parseWire(SessionInfo, answer).sessionInfo;
}
