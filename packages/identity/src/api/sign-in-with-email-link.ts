import type { Http } from "../http/http.ts";
import { parseFirstFactorResponse, type TokenResponse } from "./token-response.ts";

/**
 * Exchanges the code of a mailed sign-in link; with `idToken`, adds the address to that account.
 * @throws IdentityError `argument-error` for another link, `invalid-action-code`, `expired-action-code`,
 * `user-disabled`, `multi-factor-auth-required`; a request's codes
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/signInWithEmailLink
 */
export const signInWithEmailLink = async (
  http: Http,
  body: { email: string; oobCode: string; idToken?: string | undefined },
): Promise<TokenResponse> => parseFirstFactorResponse(await http("v1/accounts:signInWithEmailLink", body));
