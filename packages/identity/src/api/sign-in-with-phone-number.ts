import { IdentityError } from "../errors/identity-error.ts";
import { PHONE_CODES } from "../errors/server-codes.ts";
import { type Http, parseWire } from "../http/http.ts";
import { optionalTexts } from "../lib/data.ts";
import * as v from "../lib/schema.ts";
import {
  type PhoneProof,
  parseFirstFactorResponse,
  recoveries,
  type TokenResponse,
} from "./token-response.ts";

const Conflict = v.object(optionalTexts("temporaryProof", "phoneNumber"));

/**
 * Signs in with a phone number; with `idToken`, adds or replaces the number of that account.
 * @param phoneNumber in E.164 format: "+15550100"
 * @throws IdentityError `invalid-phone-number`, `captcha-check-failed`; a request's codes. `confirm` rejects with
 * `invalid-verification-code`, `code-expired`, `account-exists-with-different-credential`,
 * `multi-factor-auth-required`, `user-disabled`
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/signInWithPhoneNumber
 */
export async function signInWithPhoneNumber(
  http: Http,
  body: PhoneProof & { idToken?: string | undefined; operation?: "REAUTH" | undefined },
): Promise<TokenResponse> {
  const answer = await http("v1/accounts:signInWithPhoneNumber", body, PHONE_CODES);
  const { temporaryProof, phoneNumber } = parseWire(Conflict, answer);
  if (!temporaryProof || !phoneNumber) return parseFirstFactorResponse(answer);
  // The number belongs to another account. The response is a 200 with a proof that saves a second text message.
  const conflict = new IdentityError("account-exists-with-different-credential");
  recoveries.set(conflict, { phone: { temporaryProof, phoneNumber } });
  throw conflict;
}
