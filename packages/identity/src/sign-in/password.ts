import { signInWithPassword as requestSignIn } from "../api/sign-in-with-password.ts";
import { signUp as requestSignUp } from "../api/sign-up.ts";
import type { IdentityClient } from "../client/client-parts.ts";
import type { User } from "../user.ts";
import type { Credential } from "./credential.ts";
import { reauthenticateWithCredential } from "./reauthenticate.ts";
import { startSession } from "./start-session.ts";

export type PasswordCredential = { email: string; password: string };

/** An email address and its password. Linking it adds a password to an account. */
export const passwordCredential = ({ email, password }: PasswordCredential): Credential => ({
  providerId: "password",
  present: (http, { idToken }) =>
    idToken ? requestSignUp(http, { email, password, idToken }) : requestSignIn(http, { email, password }),
});

/** Signs up with email and password. Resolves after one round trip; the lookup runs in the background. */
export const signUp = (client: IdentityClient, { email, password }: PasswordCredential): Promise<User> =>
  startSession(client, (http) => requestSignUp(http, { email, password }));

/**
 * Signs in with email and password. Resolves after one round trip.
 * @throws IdentityError `multi-factor-auth-required`: see `getMultiFactorResolver`
 */
export const signInWithPassword = (
  client: IdentityClient,
  { email, password }: PasswordCredential,
): Promise<User> => startSession(client, (http) => requestSignIn(http, { email, password }));

/** Proves the user's identity again, as `requires-recent-login` demands. */
export const reauthenticateWithPassword = (
  client: IdentityClient,
  credential: PasswordCredential,
): Promise<User> => reauthenticateWithCredential(client, passwordCredential(credential));
