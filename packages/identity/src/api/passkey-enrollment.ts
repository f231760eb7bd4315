import { PASSKEY_CODES } from "../errors/passkey-codes.ts";
import { ACCOUNT_CODES } from "../errors/server-codes.ts";
import { type Http, parseWire } from "../http/http.ts";
import { tryParse } from "../lib/data.ts";
import { TokenResponse } from "./token-response.ts";

/** A new passkey from an authenticator. Binary values are base64; the ID is base64url. */
type RegistrationResponse = {
  id: string;
  rawId: string;
  type: string;
  response: { clientDataJSON: string; attestationObject: string };
};

/**
 * Requests the options of a new passkey; `passkey/options.ts` parses them.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v2/accounts.passkeyEnrollment/start
 */
export const startPasskeyEnrollment = (http: Http, idToken: string): Promise<object> =>
  http("v2/accounts/passkeyEnrollment:start", { idToken }, PASSKEY_CODES);

/**
 * Adds a passkey to an account.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v2/accounts.passkeyEnrollment/finalize
 */
export const finalizePasskeyEnrollment = async (
  http: Http,
  body: { idToken: string; name: string; authenticatorRegistrationResponse: RegistrationResponse },
): Promise<TokenResponse> =>
  parseWire(TokenResponse, await http("v2/accounts/passkeyEnrollment:finalize", body, PASSKEY_CODES));

/**
 * Removes a passkey. The response has tokens only if the old ones became invalid.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/update
 */
export async function deletePasskey(
  http: Http,
  idToken: string,
  credentialId: string,
): Promise<TokenResponse | undefined> {
  const request = { idToken, deletePasskey: [credentialId], returnSecureToken: true };
  return tryParse(TokenResponse, await http("v1/accounts:update", request, ACCOUNT_CODES + PASSKEY_CODES));
}
