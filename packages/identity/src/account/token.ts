import { type IdentityClient, ownerOf, partsOf } from "../client-parts.ts";
import { decodeClaims, type IdTokenClaims } from "../session/claims.ts";
import type { SignOutReason } from "../session/stored-record.ts";

/**
 * The ID token, for the `Authorization` header of an API. Never an expired one: waits for a refresh
 * that is due, and throws at once, with `retryAt`, while the client waits out a failure.
 * @throws IdentityError `signed-out`, `storage-unavailable`, or the reason why a refresh failed
 */
export const getIdToken = (client: IdentityClient, { forceRefresh = false } = {}): Promise<string> =>
  partsOf(client).runner.token(forceRefresh, ownerOf(client));

/** The claims of the ID token, read and not verified: to show, never to grant. */
export const getIdTokenClaims = async (
  client: IdentityClient,
  options: { forceRefresh?: boolean } = {},
): Promise<IdTokenClaims> => decodeClaims(await getIdToken(client, options));

/** Ends the session in all tabs. Asks no server: none has a say in whether this browser forgets. */
export function signOut(client: IdentityClient): Promise<void> {
  const parts = partsOf(client);
  const { runner } = parts;
  parts.turn += 1;
  runner.dispatch({ type: "sign-out-asked" });
  return runner.stored();
}

/**
 * Ends the session because one's own API has verified its token as bad; the reason is kept for the UI. With
 * the token that was sent, only while the session still holds it: whoever has signed in since stays.
 */
export function endSession(
  client: IdentityClient,
  reason: SignOutReason,
  { idToken }: { idToken?: string } = {},
): Promise<void> {
  const parts = partsOf(client);
  const { runner } = parts;
  if (idToken) {
    runner.dispatch({ type: "token-refused", seen: idToken, reason });
  } else {
    parts.turn += 1;
    runner.dispatch({ type: "sign-out-asked", reason });
  }
  return runner.stored();
}
