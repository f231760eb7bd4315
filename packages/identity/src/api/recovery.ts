import type { IdentityError } from "../errors/identity-error.ts";
import type { User } from "../user.ts";
import type { TokenResponse } from "./token-response.ts";

/** The provider's own credential in an answer of signInWithIdp without a sign-in. */
export type ProviderAnswer = {
  providerId?: string | undefined;
  email?: string | undefined;
  oauthIdToken?: string | undefined;
  oauthAccessToken?: string | undefined;
  oauthTokenSecret?: string | undefined;
  pendingToken?: string | undefined;
  nonce?: string | undefined;
};

/** Either the code of a text message, or the proof that an earlier, conflicting attempt left behind. */
export type PhoneProof =
  | { sessionInfo: string; code: string }
  | { temporaryProof: string; phoneNumber: string };

/** What it takes to go on from an error: a second factor to give, or a credential to link. */
type Recovery = {
  /** The demand of a second factor, as it came. */
  demand?: unknown;
  idp?: ProviderAnswer;
  phone?: PhoneProof;
  /** What to do with the tokens once the second factor has been given, where that is not a sign-in. */
  complete?: (tokens: TokenResponse) => Promise<User>;
};

/** Kept beside the error and not on it, so that a logged error cannot show a secret. */
export const recoveries = new WeakMap<IdentityError, Recovery>();
