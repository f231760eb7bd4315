import { type IdentityClient, partsOf } from "../client-parts.ts";
import { decodeClaims, type IdTokenClaims } from "../session/claims.ts";
import type { SignOutReason } from "../session/stored-record.ts";

/**
 * The ID token, for the `Authorization` header of an API. Never an expired one: waits for a refresh
 * that is due, and throws at once, with `retryAt`, while the client waits out a failure.
 * @throws IdentityError `signed-out`, `storage-unavailable`, or the reason why a refresh failed
 */
export const getIdToken = async (client: IdentityClient, { forceRefresh = false } = {}): Promise<string> => {
  const { runner, owner } = partsOf(client);
  return (await runner.usableSession(forceRefresh, owner)).idToken;
};

/** The claims of the ID token, read and not verified: to show, never to grant. */
export const getIdTokenClaims = async (
  client: IdentityClient,
  options?: { forceRefresh?: boolean },
): Promise<IdTokenClaims> => decodeClaims(await getIdToken(client, options));

/** Ends the session in all tabs. Asks no server: none has a say in whether this browser forgets. */
export const signOut = (client: IdentityClient): Promise<void> => end(client);

/**
 * Ends the session because one's own API has verified its token as bad; the reason is kept for the UI. With
 * the token that was sent, only while the session still holds it: whoever has signed in since stays.
 */
export const endSession = (
  client: IdentityClient,
  reason: SignOutReason,
  { idToken }: { idToken?: string } = {},
): Promise<void> => end(client, reason, idToken);

function end(client: IdentityClient, reason?: SignOutReason, seen?: string): Promise<void> {
  const { runner, counts } = partsOf(client);
  if (!seen) counts.turn += 1;
  runner.dispatch({ type: "sign-out", reason, seen });
  return runner.stored();
}
