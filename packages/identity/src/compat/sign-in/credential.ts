import {
  type Credential,
  linkWithCredential as link,
  reauthenticateWithCredential as reauthenticate,
} from "../../sign-in/credential.ts";
import { changeBy, signInWith } from "../auth/operation.ts";
import type { Auth, User, UserCredential } from "../types.ts";

type AuthCredential = { own(): Credential };

/**
 * Signs in with any credential.
 * @throws AuthError `auth/invalid-credential`, `auth/account-exists-with-different-credential`,
 * `auth/multi-factor-auth-required`, `auth/user-disabled`
 */
export const signInWithCredential = (auth: Auth, credential: AuthCredential): Promise<UserCredential> =>
  signInWith(auth, (http) => credential.own().present(http, {}));

/**
 * Adds a sign-in method to the user's account.
 * @throws AuthError `auth/provider-already-linked`, `auth/credential-already-in-use`, `auth/email-already-in-use`
 */
export const linkWithCredential = (user: User, credential: AuthCredential): Promise<UserCredential> =>
  changeBy(user, "link", (client) => link(client, credential.own()));

/**
 * Proves the user's identity again, as `auth/requires-recent-login` demands.
 * @throws AuthError `auth/user-mismatch`, `auth/wrong-password`, `auth/multi-factor-auth-required`
 */
export const reauthenticateWithCredential = (
  user: User,
  credential: AuthCredential,
): Promise<UserCredential> =>
  changeBy(user, "reauthenticate", (client) => reauthenticate(client, credential.own()));
