import { CUSTOM_TOKEN_CODES } from "../errors/server-codes.ts";
import { type Http, parseWire } from "../http/http.ts";
import { TokenResponse } from "./token-response.ts";

/**
 * Exchanges a custom token, signed by the application's server. The response names no account; its ID token does.
 * @param token of the Admin SDK's `createCustomToken`
 * @throws IdentityError `invalid-custom-token`, `custom-token-mismatch`, `user-disabled`; a request's codes
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/signInWithCustomToken
 */
export const signInWithCustomToken = async (http: Http, token: string): Promise<TokenResponse> =>
  parseWire(
    TokenResponse,
    await http("v1/accounts:signInWithCustomToken", { token, returnSecureToken: true }, CUSTOM_TOKEN_CODES),
  );
