import type { Http } from "../http/http.ts";
import { parseWire } from "../http/wire.ts";
import { TokenResponse } from "./token-response.ts";

export type SignUpBody = { email?: string; password?: string; idToken?: string; displayName?: string };

/**
 * Creates an account: with e-mail and password, or anonymous with neither. With `idToken`, adds
 * e-mail and password to the account that token belongs to.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/signUp
 */
export const signUp = async (http: Http, body: SignUpBody): Promise<TokenResponse> =>
  parseWire(TokenResponse, await http("v1/accounts:signUp", { ...body, returnSecureToken: true }));
