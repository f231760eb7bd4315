import type { TokenResponse } from "../api/token-response.ts";
import type { IdentityClient } from "../client/client-parts.ts";
import type { Http } from "../http/http.ts";
import type { User } from "../user.ts";
import { startSession } from "./start-session.ts";

/**
 * What is presented to prove who somebody is. Passwords, codes and provider tokens stay inside the
 * function, so that a credential can be kept and logged without showing them.
 */
export type Credential = {
  readonly providerId: string;
  /** Whose it is, where the provider said so. */
  readonly email?: string | undefined;
  readonly present: (http: Http, purpose: Purpose) => Promise<TokenResponse>;
};

/** Neither: a sign-in. `idToken`: add to that account. `isReauthentication`: prove to be the same person. */
export type Purpose = { idToken?: string; isReauthentication?: true };

/** Signs in with any credential; resolves after one round trip, the lookup follows by itself. */
export const signInWithCredential = (client: IdentityClient, credential: Credential): Promise<User> =>
  startSession(client, (http) => credential.present(http, {}));
