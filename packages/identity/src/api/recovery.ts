import type { IdentityError } from "../errors/identity-error.ts";
import type { User } from "../user.ts";
import type { TokenResponse } from "./token-response.ts";

/** The provider's own credential, from a signInWithIdp response that signed no user in. */
export type ProviderAnswer = {
  providerId?: string | undefined;
  email?: string | undefined;
  oauthIdToken?: string | undefined;
  oauthAccessToken?: string | undefined;
  oauthTokenSecret?: string | undefined;
  pendingToken?: string | undefined;
  nonce?: string | undefined;
};

/** The code of a text message, or the proof from an earlier attempt that conflicted. */
export type PhoneProof =
  | { sessionInfo: string; code: string }
  | { temporaryProof: string; phoneNumber: string };

/** The means to continue after an error: a second factor, or a credential to link. */
type Recovery = {
  /** The demand for a second factor, as received. */
  demand?: unknown;
  idp?: ProviderAnswer;
  phone?: PhoneProof;
  /** Handles the tokens after the second factor, if the call is not a sign-in. */
  complete?: (tokens: TokenResponse) => Promise<User>;
};

/** The map keeps secrets out of the error, so that a logged error cannot show them. */
export const recoveries = new WeakMap<IdentityError, Recovery>();
