import { type Http, parseWire } from "../http/http.ts";
import { TokenResponse } from "./token-response.ts";

export type SignUpBody = { email?: string; password?: string; idToken?: string; displayName?: string };

/**
 * Creates an account: with email and password, or anonymous with neither. With `idToken`, adds email and password to
 * that token's account.
 * @throws IdentityError `email-already-in-use`, `weak-password`, `password-does-not-meet-requirements`,
 * `invalid-email`, `operation-not-allowed`, `argument-error`; a request's codes
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/signUp
 */
export const signUp = async (http: Http, body: SignUpBody): Promise<TokenResponse> =>
  parseWire(TokenResponse, await http("v1/accounts:signUp", { ...body, returnSecureToken: true }));
