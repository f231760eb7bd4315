import {
  linkWithCredential as link,
  reauthenticateWithCredential as reauthenticate,
} from "../../sign-in/credential.ts";
import { runSessionChange, runSignInRequest } from "../auth/operation.ts";
import { type AuthCredential, toClientCredential } from "../providers/credentials.ts";
import type { Auth, User, UserCredential } from "../types.ts";

/**
 * Signs in with any credential.
 * @throws AuthError `auth/invalid-credential`, `auth/account-exists-with-different-credential`,
 * `auth/multi-factor-auth-required`
 */
export const signInWithCredential = (auth: Auth, credential: AuthCredential): Promise<UserCredential> =>
  runSignInRequest(auth, async (http) => toClientCredential(credential).present(http, {}));

/**
 * Adds a sign-in method to the account.
 * @throws AuthError `auth/provider-already-linked`, `auth/credential-already-in-use`, `auth/email-already-in-use`
 */
export const linkWithCredential = (user: User, credential: AuthCredential): Promise<UserCredential> =>
  runSessionChange(user, "link", async (client) => link(client, toClientCredential(credential)));

/**
 * Proves the user's identity again.
 * @throws AuthError `auth/user-mismatch`, `auth/wrong-password`, `auth/multi-factor-auth-required`
 */
export const reauthenticateWithCredential = (
  user: User,
  credential: AuthCredential,
): Promise<UserCredential> =>
  runSessionChange(user, "reauthenticate", async (client) =>
    reauthenticate(client, toClientCredential(credential)),
  );
