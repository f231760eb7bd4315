import { decodeClaims, type IdTokenClaims } from "../session/claims.ts";
import { type IdentityClient, partsOf } from "./client-parts.ts";

/**
 * The ID token, for the `Authorization` header of an API. Never returns an expired token: waits for a refresh that is
 * due. While the client waits after a failure, it throws immediately, with `retryAt`.
 * @throws IdentityError `signed-out`, `storage-unavailable`, or the reason why a refresh failed
 */
export const getIdToken = async (client: IdentityClient, { forceRefresh = false } = {}): Promise<string> => {
  const { runner, owner } = partsOf(client);
  return (await runner.usableSession(forceRefresh, owner)).idToken;
};

/** The unverified claims of the ID token. Use them for display, never to grant access. */
export const getIdTokenClaims = async (
  client: IdentityClient,
  options?: { forceRefresh?: boolean },
): Promise<IdTokenClaims> => decodeClaims(await getIdToken(client, options));
