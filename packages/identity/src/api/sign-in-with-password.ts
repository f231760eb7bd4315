import type { Http } from "../http/http.ts";
import { parseFirstFactorResponse, type TokenResponse } from "./token-response.ts";

/**
 * Exchanges an email address and a password for tokens, or for the demand for a second factor.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/signInWithPassword
 */
export const signInWithPassword = async (
  http: Http,
  credential: { email: string; password: string },
): Promise<TokenResponse> =>
  parseFirstFactorResponse(
    await http("v1/accounts:signInWithPassword", { ...credential, returnSecureToken: true }),
  );
