import type { SignOutReason } from "../errors/identity-error.ts";
import { decodeClaims, type IdTokenClaims } from "../id-token.ts";
import type { Persistence } from "../persistence/persistence.ts";
import { type IdentityClient, partsOf, requireLocalPersistence } from "./client-parts.ts";

/**
 * The ID token, for the `Authorization` header of an API. Never returns an expired token: waits for a refresh that is
 * due. While the client waits after a failure, it throws immediately, with `retryAt`.
 * @param options `forceRefresh` exchanges the token although it has not expired; `true` alone means the same
 * @throws IdentityError `signed-out`, `storage-unavailable`, or the reason why a refresh failed
 */
export const getIdToken = async (
  client: IdentityClient,
  options: boolean | { forceRefresh?: boolean } = false,
): Promise<string> => {
  const { runner, owner } = partsOf(client);
  const forceRefresh = typeof options === "object" ? options.forceRefresh : options;
  return (await runner.usableSession(forceRefresh, owner)).idToken;
};

/**
 * The unverified claims of the ID token. Use them for display, never to grant access.
 * @param options as of `getIdToken`
 * @throws IdentityError as `getIdToken`; `internal-error` for a token that cannot be decoded
 */
export const getIdTokenClaims = async (
  client: IdentityClient,
  options?: boolean | { forceRefresh?: boolean },
): Promise<IdTokenClaims> => decodeClaims(await getIdToken(client, options));

/**
 * Ends the session in all tabs at once, because a sign-out must succeed without a server. With a custody, the promise
 * also waits for its server, for at most two seconds. A page that the server renders afterwards then has no user.
 * @throws IdentityError `storage-unavailable` if storage refuses the removal; the client retries it
 */
export async function signOut(client: IdentityClient): Promise<void> {
  const { runner, shared } = partsOf(client);
  await runner.signOut();
  await runner.ended();
  await shared.ending;
}

/**
 * Ends the session because the application's API has found its token invalid; the reason is kept for the UI. With the
 * token that was sent, ends only the session that still holds it, so a later sign-in stays.
 * @param reason kept in the state `signed-out`
 * @throws IdentityError `storage-unavailable` if storage refuses the removal; the client retries it
 */
export const invalidateSession = async (
  client: IdentityClient,
  reason: SignOutReason,
  { idToken }: { idToken?: string } = {},
): Promise<void> => {
  const { runner } = partsOf(client);
  if (idToken) runner.dispatch({ type: "token-refused", idToken, reason, isFinal: true });
  else await runner.signOut(reason);
  await runner.ended();
};

/**
 * Moves this tab's session to another kind of persistence, and uses that from now on. The session leaves the old place,
 * so other tabs that share it are signed out, as with Google's SDK.
 * @throws IdentityError `argument-error` for a persistence other than "local" with a custody, `storage-unavailable` when it cannot be taken out of where it is, and stays there
 */
export async function setPersistence(client: IdentityClient, next: Persistence): Promise<void> {
  const { emit, runner, shared } = partsOf(client);
  if (shared.custody) requireLocalPersistence(next);
  await runner.firstRead();
  await runner.move(next);
  emit({ type: "persistence-changed", kind: next.kind });
}
