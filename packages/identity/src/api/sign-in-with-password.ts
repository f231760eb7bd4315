import type { Http } from "../http.ts";
import { type FirstFactorResponse, firstFactorResponse } from "./first-factor-response.ts";

/**
 * Exchanges an e-mail address and a password for tokens, or for the demand of a second factor.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/signInWithPassword
 */
export const signInWithPassword = async (
  http: Http,
  credential: { email: string; password: string },
): Promise<FirstFactorResponse> =>
  firstFactorResponse(
    await http.post("v1/accounts:signInWithPassword", { ...credential, returnSecureToken: true }),
  );
