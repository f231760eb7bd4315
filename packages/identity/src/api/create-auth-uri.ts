import * as v from "valibot";
import { PROVIDER_CODES } from "../errors/server-codes.ts";
import type { Http } from "../http/http.ts";
import { parseWire } from "../http/wire.ts";
import { matching, Texts } from "../lib/schema.ts";
import type { ProviderId } from "../user.ts";

const SignInMethods = v.object({ signinMethods: v.optional(Texts, []) });
const AuthUri = v.object({
  /** Followed by a browser window: HTTPS only, but for a provider on this machine, as the local services are. */
  authUri: matching(/^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1|\[::1\])([:/]|$))/),
  sessionId: matching(/./),
});
export type AuthUri = v.InferOutput<typeof AuthUri>;

const createAuthUri = (http: Http, body: object) => http("v1/accounts:createAuthUri", body, [PROVIDER_CODES]);

/**
 * Asks for the address at which a provider signs somebody in, and the session that its answer must match.
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

/** The ways an address can sign in; an empty list also where the project does not tell. */
export const findSignInMethods = async (
  http: Http,
  body: { identifier: string; continueUri: string },
): Promise<string[]> => parseWire(SignInMethods, await createAuthUri(http, body)).signinMethods;
