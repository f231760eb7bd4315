import { IdentityError } from "../errors/identity-error.ts";
import { PROVIDER_CODES } from "../errors/server-codes.ts";
import { errorFromMessage } from "../errors/server-error.ts";
import { type Http, parseWire } from "../http/http.ts";
import { Flag, optionalTexts, parseJson } from "../lib/data.ts";
import * as v from "../lib/schema.ts";
import type { ProviderId } from "../user.ts";
import { type ProviderResult, recoveries } from "./token-response.ts";

export type SignInWithIdpBody = {
  requestUri: string;
  sessionId?: string | undefined;
  postBody?: string | undefined;
  pendingToken?: string | undefined;
  /** `false` keeps a re-authentication from creating an account. */
  autoCreate?: false | undefined;
};

/** The fields of a provider's response. Its tokens are the provider's. */
const IdpResponse = v.object({
  ...optionalTexts(
    "email",
    "oauthIdToken",
    "oauthAccessToken",
    "oauthTokenSecret",
    "pendingToken",
    "nonce",
    "errorMessage",
    "rawUserInfo",
    "screenName",
  ),
  needConfirmation: v.optional(Flag),
});

/**
 * Signs in with a provider's response. A collision, or a provider that another account has, arrives as a 200 with the
 * provider's credential. The client keeps that credential, so that the user can link it after signing in another way.
 * @see https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/signInWithIdp
 */
export async function signInWithIdp(
  http: Http,
  providerId: ProviderId,
  body: SignInWithIdpBody,
): Promise<{ provided: ProviderResult }> {
  const request = { ...body, returnSecureToken: true, returnIdpCredential: true };
  const answer = await http("v1/accounts:signInWithIdp", request, PROVIDER_CODES);
  const idp = parseWire(IdpResponse, answer);
  // Google's own client tests for presence: even `false` means that the response signed no user in.
  const { needConfirmation, errorMessage } = idp;
  const { oauthIdToken: idToken, oauthAccessToken: accessToken, oauthTokenSecret: secret } = idp;
  const tokens = { providerId, idToken, accessToken, secret };
  if (needConfirmation === undefined && errorMessage === undefined) {
    return {
      ...answer,
      provided: { tokens, profile: Object(parseJson(idp.rawUserInfo ?? "")), username: idp.screenName },
    };
  }
  const conflict =
    needConfirmation === undefined
      ? errorFromMessage(errorMessage ?? "", { codes: PROVIDER_CODES, fields: body })
      : new IdentityError("account-exists-with-different-credential");
  recoveries.set(conflict, { provided: { ...idp, ...tokens } });
  throw conflict;
}
