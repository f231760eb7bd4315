import { signInWithPassword as requestSignInWithPassword } from "../api/sign-in-with-password.ts";
import { signUp as requestSignUp } from "../api/sign-up.ts";
import type { TokenResponse } from "../api/token-response.ts";
import { type IdentityClient, partsOf } from "../client-parts.ts";
import { createSession } from "../session/session.ts";
import type { User } from "../user.ts";

/** Signs up with e-mail and password; resolves after one round trip, the lookup follows by itself. */
export const signUp = (
  client: IdentityClient,
  { email, password }: { email: string; password: string },
): Promise<User> => begin(client, requestSignUp(startTurn(client).http, { email, password }));

/**
 * Signs in with e-mail and password; resolves after one round trip.
 * @throws IdentityError `multi-factor-auth-required`: see `getMultiFactorResolver`
 */
export const signInWithPassword = (
  client: IdentityClient,
  { email, password }: { email: string; password: string },
): Promise<User> => begin(client, requestSignInWithPassword(startTurn(client).http, { email, password }));

/** A sign-in has begun: answers to earlier popups are late from now on. */
export function startTurn(client: IdentityClient) {
  const parts = partsOf(client);
  parts.turn.current += 1;
  return parts;
}

/** Makes the tokens of an answer the session, and waits until a reload would find it. */
export async function begin(client: IdentityClient, answer: Promise<TokenResponse>): Promise<User> {
  const { runner, platform } = partsOf(client);
  const session = createSession(await answer, platform.now());
  runner.dispatch({ type: "signed-in", session });
  await runner.stored();
  return session.user;
}
