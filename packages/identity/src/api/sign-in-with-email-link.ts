import type { Http } from "../http/http.ts";
import { firstFactorResponse, type TokenResponse } from "./token-response.ts";

/**
 * Exchanges the code of a mailed sign-in link; with `idToken`, adds the address to that account.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/signInWithEmailLink
 */
export const signInWithEmailLink = async (
  http: Http,
  body: { email: string; oobCode: string; idToken?: string | undefined },
): Promise<TokenResponse> => firstFactorResponse(await http("v1/accounts:signInWithEmailLink", body));
