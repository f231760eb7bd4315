import { PASSKEY_CODES } from "../errors/passkey-codes.ts";
import type { Http } from "../http/http.ts";
import { parseFirstFactorResponse, type TokenResponse } from "./token-response.ts";

/** A passkey's signature; binary values are base64, the ID is base64url. */
type AuthenticationResponse = {
  id: string;
  rawId: string;
  type: string;
  response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle: string };
};

/**
 * Requests a challenge; `passkey/options.ts` parses it. The request names no user, because the passkey does.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v2/accounts.passkeySignIn/start
 */
export const startPasskeySignIn = (http: Http): Promise<object> =>
  http("v2/accounts/passkeySignIn:start", {}, PASSKEY_CODES);

/**
 * Signs in with a passkey's signature.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v2/accounts.passkeySignIn/finalize
 */
export const finalizePasskeySignIn = async (
  http: Http,
  authenticatorAuthenticationResponse: AuthenticationResponse,
): Promise<TokenResponse> =>
  parseFirstFactorResponse(
    await http("v2/accounts/passkeySignIn:finalize", { authenticatorAuthenticationResponse }, PASSKEY_CODES),
  );
