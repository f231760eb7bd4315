import type { TokenResponse } from "../api/token-response.ts";
import type { IdentityClient } from "../client/client-parts.ts";
import type { Http } from "../http/http.ts";
import type { User } from "../user.ts";
import { startSession } from "./start-session.ts";

/**
 * A proof of identity. Passwords, codes and provider tokens stay inside the function, so that a credential can be
 * kept and logged without showing them.
 */
export type Credential = {
  readonly providerId: string;
  /** The owner, if the provider named one. */
  readonly email?: string | undefined;
  readonly present: (http: Http, purpose: Purpose) => Promise<TokenResponse>;
};

/** `idToken`: adds to that account. `isReauthentication`: proves the same identity. Neither: a sign-in. */
export type Purpose = { idToken?: string; isReauthentication?: true };

/** Signs in with any credential. Resolves after one round trip; the lookup runs in the background. */
export const signInWithCredential = (client: IdentityClient, credential: Credential): Promise<User> =>
  startSession(client, (http) => credential.present(http, {}));
