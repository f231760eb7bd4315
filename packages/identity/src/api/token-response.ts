import { IdentityError } from "../errors/identity-error.ts";
import { parseWire, Time } from "../http/http.ts";
import { Flag, Text } from "../lib/data.ts";
import * as v from "../lib/schema.ts";
import type { ProviderId, User } from "../user.ts";

/**
 * The fields of every sign-in response. `localId` is missing after a custom token and `expiresIn` after a second
 * factor. The schema requires neither, because the ID token's claims have both.
 */
export const TokenResponse = v.object({
  idToken: Text,
  refreshToken: Text,
  expiresIn: v.optional(Time),
  isNewUser: v.optional(Flag),
});
export type TokenResponse = v.InferOutput<typeof TokenResponse> & { provided?: ProviderResult };

/** The tokens that a provider issued for the person who signed in. */
export type ProviderTokens = {
  providerId: ProviderId;
  idToken?: string | undefined;
  accessToken?: string | undefined;
  /** Twitter's token secret. */
  secret?: string | undefined;
  nonce?: string | undefined;
  /** Google's reference to an earlier, unfinished attempt; replaces all fields above. */
  pendingToken?: string | undefined;
};

/**
 * The provider's data that a sign-in response has besides the tokens. The client returns it once, and neither stores
 * nor logs it.
 */
export type ProviderResult = {
  tokens: ProviderTokens;
  /** The provider's own description of the person, whose fields each provider names differently. */
  profile?: Readonly<Record<string, unknown>> | undefined;
  /** The person's name at GitHub or Twitter. */
  username?: string | undefined;
};

/** The provider's own credential, from a signInWithIdp response that signed no user in. */
export type ProviderAnswer = {
  providerId?: ProviderId | undefined;
  email?: string | undefined;
  oauthIdToken?: string | undefined;
  oauthAccessToken?: string | undefined;
  oauthTokenSecret?: string | undefined;
  pendingToken?: string | undefined;
  nonce?: string | undefined;
};

/** The code of a text message, or the temporary proof of an earlier response. */
export type PhoneProof =
  | { sessionInfo: string; code: string }
  | { temporaryProof: string; phoneNumber: string };

/** The means to continue after an error: a second factor, or a credential to link. */
type Recovery = {
  /** The demand for a second factor, as received. */
  demand?: unknown;
  idp?: ProviderAnswer;
  phone?: PhoneProof;
  /** Makes the request of the second factor and handles its tokens, if the call is not a sign-in. */
  complete?: (request: () => Promise<TokenResponse>) => Promise<User>;
};

/** The map keeps secrets out of the error, so that a logged error cannot show them. */
export const recoveries = new WeakMap<IdentityError, Recovery>();

/** Parses the response to a first factor: tokens, or a demand for a second factor, which also arrives as a 200. */
export function parseFirstFactorResponse(body: object): TokenResponse {
  if (!("mfaPendingCredential" in body)) return parseWire(TokenResponse, body);
  const error = new IdentityError("multi-factor-auth-required");
  recoveries.set(error, { demand: body });
  throw error;
}
