import type { User } from "../user.ts";
import { decodeClaims, type IdTokenClaims } from "./claims.ts";
import type { Session } from "./session.ts";

/** `expiresIn` is in seconds, as on the wire. */
export type Tokens = { idToken: string; refreshToken: string; expiresIn?: number | undefined };

/**
 * Builds a session from an answer. Expiry is counted from the moment of receipt: the server's `exp`
 * read by a wrong device clock would make every token look expired, or eternal.
 */
export function createSession({ expiresIn, ...tokens }: Tokens, now: number, user?: User): Session {
  const claims = decodeClaims(tokens.idToken);
  return {
    ...tokens,
    receivedAt: now,
    expiresAt: now + (expiresIn ?? claims.exp - claims.iat) * 1000,
    user: user ?? userFromClaims(claims),
  };
}

/** The user as the ID token describes them, enough to show at once; the lookup completes it. */
function userFromClaims(claims: IdTokenClaims): User {
  const { sign_in_provider: provider, identities = {}, tenant } = claims.firebase;
  const providerIds = Object.keys(identities).filter((id) => id !== "email");
  if (provider === "password") providerIds.unshift(provider);
  return {
    uid: claims.sub,
    email: claims.email,
    emailVerified: claims.email_verified ?? false,
    displayName: claims.name,
    photoURL: claims.picture,
    phoneNumber: claims.phone_number,
    isAnonymous: provider === "anonymous",
    tenantId: tenant,
    providerData: providerIds.map((providerId) => ({ providerId, uid: identities[providerId]?.[0] })),
    enrolledFactors: [],
    passkeys: [],
  };
}
