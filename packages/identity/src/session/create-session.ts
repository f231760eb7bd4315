import { IdentityError } from "../errors/identity-error.ts";
import type { User } from "../user.ts";
import { decodeClaims, type IdTokenClaims } from "./claims.ts";
import type { Session } from "./session.ts";

/** `expiresIn` is in seconds, a number or its digits as on the wire. */
export type Tokens = Pick<Session, "idToken" | "refreshToken" | "handle"> & {
  expiresIn?: number | string | undefined;
};

/**
 * Builds a session from a response: the first of a generation, or the next one with new tokens. Expiry counts from
 * the moment of receipt, because a wrong device clock would make every token look expired, or eternal, by the
 * server's `exp`.
 * @throws IdentityError `user-mismatch` for tokens of another user than before (OpenID Connect Core 12.2),
 * `internal-error` for an ID token that cannot be read
 */
export function createSession(
  { expiresIn, ...tokens }: Tokens,
  now: number,
  { generation, user }: { generation: string; user?: User },
): Session {
  const claims = decodeClaims(tokens.idToken);
  if (user && user.uid !== claims.sub) throw new IdentityError("user-mismatch");
  const lifetime = Number(expiresIn ?? claims.exp - claims.iat);
  if (lifetime <= 0) throw new IdentityError("internal-error", { detail: "lifetime" });
  return {
    ...tokens,
    receivedAt: now,
    expiresAt: now + lifetime * 1000,
    generation,
    user: user ?? userFromClaims(claims),
  };
}

const object = (value: unknown): Record<string, unknown> => Object(value);
const text = (value: unknown) => (typeof value === "string" ? value : undefined);

/** The user according to the ID token, enough to show immediately. The lookup completes it. */
function userFromClaims(claims: IdTokenClaims): User {
  const { sign_in_provider: provider, identities, tenant } = object(claims["firebase"]);
  const uids = object(identities);
  const providerIds = Object.keys(uids).filter((id) => id !== "email");
  if (provider === "password") providerIds.unshift(provider);
  return {
    uid: claims.sub,
    email: text(claims["email"]),
    emailVerified: claims["email_verified"] === true,
    displayName: text(claims["name"]),
    photoURL: text(claims["picture"]),
    phoneNumber: text(claims["phone_number"]),
    isAnonymous: provider === "anonymous",
    tenantId: text(tenant),
    providerData: providerIds.map((providerId) => ({ providerId, uid: text(object(uids[providerId])[0]) })),
    enrolledFactors: [],
    passkeys: [],
  };
}
