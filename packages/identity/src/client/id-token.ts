import { decodeClaims, type IdTokenClaims } from "../session/claims.ts";
import { type IdentityClient, partsOf } from "./client-parts.ts";

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
