import { signInWithPassword as requestSignIn } from "../api/sign-in-with-password.ts";
import { signUp as requestSignUp } from "../api/sign-up.ts";
import type { IdentityClient } from "../client/client-parts.ts";
import type { User } from "../user.ts";
import type { Credential } from "./credential.ts";
import { reauthenticateWithCredential } from "./reauthenticate.ts";
import { startSession } from "./start-session.ts";

export type PasswordCredential = { email: string; password: string };

/** An e-mail address and its password; linked, it adds a password to an account. */
export const passwordCredential = ({ email, password }: PasswordCredential): Credential => ({
  providerId: "password",
  present: (http, { idToken }) =>
    idToken ? requestSignUp(http, { email, password, idToken }) : requestSignIn(http, { email, password }),
});

/** Signs up with e-mail and password; resolves after one round trip, the lookup follows by itself. */
export const signUp = (client: IdentityClient, { email, password }: PasswordCredential): Promise<User> =>
  startSession(client, (http) => requestSignUp(http, { email, password }));

/**
 * Signs in with e-mail and password; resolves after one round trip.
 * @throws IdentityError `multi-factor-auth-required`: see `getMultiFactorResolver`
 */
export const signInWithPassword = (
  client: IdentityClient,
  { email, password }: PasswordCredential,
): Promise<User> => startSession(client, (http) => requestSignIn(http, { email, password }));

/** Proves once more who is signed in, as `requires-recent-login` asks for. */
export const reauthenticateWithPassword = (
  client: IdentityClient,
  credential: PasswordCredential,
): Promise<User> => reauthenticateWithCredential(client, passwordCredential(credential));
