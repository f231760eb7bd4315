import type { TokenResponse } from "../api/token-response.ts";
import { type IdentityClient, partsOf } from "../client-parts.ts";
import { IdentityError } from "../errors.ts";
import type { Http } from "../http.ts";
import { createSession } from "../session/create-session.ts";
import type { User } from "../user.ts";

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
  begin(client, (http) => credential.present(http, {}));

/** A sign-in or sign-out has begun: answers to earlier ones are late from now on. */
export function startTurn(client: IdentityClient) {
  const parts = partsOf(client);
  parts.counts.turn += 1;
  return parts;
}

/**
 * Makes the tokens of an answer the session, and waits until a reload of the page would find it.
 * @throws IdentityError `session-changed` when another sign-in or a sign-out has begun here while the answer was on its way
 */
export async function begin(
  client: IdentityClient,
  request: (http: Http) => Promise<TokenResponse>,
): Promise<User> {
  const parts = startTurn(client);
  const { turn } = parts.counts;
  const tokens = await request(parts.http);
  if (parts.counts.turn !== turn) throw new IdentityError("session-changed");
  const session = createSession(tokens, parts.platform.now());
  parts.runner.dispatch({ type: "signed-in", session });
  await parts.runner.stored();
  return session.user;
}
