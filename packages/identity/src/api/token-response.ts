import { IdentityError } from "../errors/identity-error.ts";
import { type Http, parseWire, Time } from "../http/http.ts";
import { Text, tryParse } from "../lib/data.ts";
import * as v from "../lib/schema.ts";
import type { ProviderId, User } from "../user.ts";

/** The tokens of a response. After a second factor, only the ID token's claims have the lifetime. */
const TokenResponse = v.object({
  idToken: Text,
  refreshToken: Text,
  expiresIn: v.optional(Time),
});
export type TokenResponse = v.InferOutput<typeof TokenResponse>;

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

/** The provider's data in a sign-in response. The client returns it once, and neither stores nor logs it. */
export type ProviderResult = {
  tokens: ProviderTokens;
  /** The provider's own description of the person, whose fields each provider names differently. */
  profile?: Readonly<Record<string, unknown>> | undefined;
  /** The person's name at GitHub or Twitter. */
  username?: string | undefined;
};

/** The code of a text message, or the temporary proof of an earlier response. */
export type PhoneProof =
  | { sessionInfo: string; code: string }
  | { temporaryProof: string; phoneNumber: string };

/** The means to continue after an error: a second factor, or a credential to link. */
type Recovery = {
  /** The demand for a second factor, as received. */
  demand?: unknown;
  /** The provider's own credential and its owner, of a response that signed no user in. */
  provided?: ProviderTokens & { email?: string | undefined };
  phone?: PhoneProof;
  /** Makes the request of the second factor and handles its tokens, if the call is not a sign-in. */
  complete?: (request: (http: Http) => Promise<object>) => Promise<User>;
};

/** The map keeps secrets out of the error, so that a logged error cannot show them. */
export const recoveries = new WeakMap<IdentityError, Recovery>();

/** Makes a call with an `http` that takes the tokens out of the response, so that the call sees none. */
async function takeTokens<T>(http: Http, call: (http: Http) => Promise<T>) {
  let received: object = {};
  const answer = await call(async (...request) => {
    received = await http(...request);
    // The demand for a second factor also arrives as a 200.
    if ("mfaPendingCredential" in received) {
      const error = new IdentityError("multi-factor-auth-required");
      recoveries.set(error, { demand: received });
      throw error;
    }
    return { ...received, idToken: undefined, refreshToken: undefined };
  });
  return { answer, received };
}

/** Makes a call whose response may bring new tokens. */
export async function receiveTokens<T>(http: Http, call: (http: Http) => Promise<T>) {
  const { answer, received } = await takeTokens(http, call);
  return { answer, tokens: tryParse(TokenResponse, received) };
}

/**
 * Makes a call whose response must bring tokens.
 * @throws IdentityError `internal-error` without them, `multi-factor-auth-required`
 */
export const requireTokens = async (
  http: Http,
  call: (http: Http) => Promise<object>,
): Promise<TokenResponse> => parseWire(TokenResponse, (await takeTokens(http, call)).received);
