import { PROVIDER_CODES } from "../errors/server-codes.ts";
import { type Http, parseWire } from "../http/http.ts";
import { Texts, textMatching } from "../lib/data.ts";
import * as v from "../lib/schema.ts";
import type { ProviderId } from "../user.ts";

const SignInMethods = v.object({ signinMethods: v.optional(Texts, []) });
export const AuthUri = v.object({
  /** A browser window opens this address: HTTPS, except for a provider on this machine. */
  authUri: textMatching(/^http(s:\/\/|:\/\/(localhost|127\.0\.0\.1|\[::1])[:/])/),
  sessionId: textMatching(/./),
});
export type AuthUri = v.InferOutput<typeof AuthUri>;

const createAuthUri = (http: Http, body: object) => http("v1/accounts:createAuthUri", body, PROVIDER_CODES);

/**
 * Requests the provider's sign-in address, and the IdP session ID that the provider's response must match.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/createAuthUri
 */
export const createProviderUri = async (
  http: Http,
  body: {
    providerId: ProviderId;
    continueUri: string;
    oauthScope?: string | undefined;
    customParameter?: Record<string, string> | undefined;
  },
): Promise<AuthUri> => parseWire(AuthUri, await createAuthUri(http, body));

/** The sign-in methods of an address. Empty if the project protects against email enumeration. */
export const findSignInMethods = async (
  http: Http,
  body: { identifier: string; continueUri: string },
): Promise<string[]> => parseWire(SignInMethods, await createAuthUri(http, body)).signinMethods;
