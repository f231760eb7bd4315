import { SessionInfo, toHumanProof } from "../api/mfa.ts";
import { type PhoneProof, recoveries } from "../api/token-response.ts";
import { type IdentityClient, partsOf } from "../client/client-parts.ts";
import { IdentityError } from "../errors/identity-error.ts";
import { PHONE_CODES } from "../errors/server-codes.ts";
import { type Http, parseWire } from "../http/http.ts";
import { optionalTexts } from "../lib/data.ts";
import * as v from "../lib/schema.ts";
import type { User } from "../user.ts";
import { addCredential, type Credential, signInWithCredential } from "./credential.ts";

/** Proves that a person requested a text message: a reCAPTCHA token, from any source. */
export type HumanVerifier = { verify(): Promise<string> };

const Conflict = v.object(optionalTexts("temporaryProof", "phoneNumber"));

/**
 * Signs in with a phone number; with an ID token, adds or replaces the number of its account.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/signInWithPhoneNumber
 */
async function requestSignIn(
  http: Http,
  body: PhoneProof & { operation?: "REAUTH" | undefined },
): Promise<object> {
  const answer = await http("v1/accounts:signInWithPhoneNumber", body, PHONE_CODES);
  const { temporaryProof, phoneNumber } = parseWire(Conflict, answer);
  if (!temporaryProof || !phoneNumber) return answer;
  // The number belongs to another account. The response is a 200 with a proof that saves a second text message.
  const conflict = new IdentityError("account-exists-with-different-credential");
  recoveries.set(conflict, { phone: { temporaryProof, phoneNumber } });
  throw conflict;
}

const credentialOfProof = (proof: PhoneProof): Credential => ({
  providerId: "phone",
  present: (http, purpose) =>
    requestSignIn(http, { ...proof, operation: purpose === "reauthenticate" ? "REAUTH" : undefined }),
});

/** A phone number, proved by the code sent to it. Never throws. */
export const phoneCredential = (sent: { verificationId: string; code: string }): Credential =>
  credentialOfProof({ sessionInfo: sent.verificationId, code: sent.code });

/** The credential of another account's number, from the error of the linking attempt. Never throws. */
export function phoneCredentialFromError(error: IdentityError): Credential | undefined {
  const phone = recoveries.get(error)?.phone;
  return phone && credentialOfProof(phone);
}

/**
 * Sends a code by text message; resolves to the verification ID that `phoneCredential` needs with the code.
 * @param phoneNumber in E.164 format: "+15550100"
 * @throws IdentityError `invalid-phone-number`, `captcha-check-failed`; a request's codes; what `verifier` rejects
 * with
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/sendVerificationCode
 */
export const sendPhoneCode = async (
  client: IdentityClient,
  phoneNumber: string,
  verifier: HumanVerifier,
): Promise<string> => {
  const request = { phoneNumber, ...toHumanProof(await verifier.verify()) };
  const answer = await partsOf(client).http("v1/accounts:sendVerificationCode", request, PHONE_CODES);
  return parseWire(SessionInfo, answer).sessionInfo;
};

/**
 * Sends a code by text message; `confirm` signs in with it.
 * @param phoneNumber in E.164 format: "+15550100"
 * @throws IdentityError `invalid-phone-number`, `captcha-check-failed`; a request's codes. `confirm` rejects with
 * `invalid-verification-code`, `code-expired`, `account-exists-with-different-credential`,
 * `multi-factor-auth-required`, `user-disabled`
 */
export async function signInWithPhoneNumber(
  client: IdentityClient,
  phoneNumber: string,
  verifier: HumanVerifier,
): Promise<{ verificationId: string; confirm(code: string): Promise<User> }> {
  const verificationId = await sendPhoneCode(client, phoneNumber, verifier);
  const confirmCode = (code: string) =>
    signInWithCredential(client, phoneCredential({ verificationId, code }));
  return { verificationId, confirm: confirmCode };
}

/**
 * Adds a phone number to the account, or replaces it.
 * @throws IdentityError `invalid-verification-code`, `code-expired`, `account-exists-with-different-credential`,
 * `requires-recent-login`; an account's codes
 */
export const updatePhoneNumber: (client: IdentityClient, credential: Credential) => Promise<User> =
  addCredential;
