import { IdentityError } from "../errors/identity-error.ts";
import { tryTo } from "../lib/browser.ts";
import { decodeBase64, Numeric, textMatching, tryParse } from "../lib/data.ts";
import * as v from "../lib/schema.ts";
import type { User } from "../user.ts";
import type { Session } from "./session.ts";

/** A token counts as expired this long before its expiry, so that a request in flight still arrives in time. */
const EXPIRY_MARGIN_MS = 30_000;
/** How long before expiry the client refreshes by itself. */
const REFRESH_BEFORE_EXPIRY_MS = 300_000;

/** The part of a session that gives its token's lifetime. */
type Life = Pick<Session, "receivedAt" | "expiresAt">;

/**
 * Whether the clock of the tab that received the session was ahead of this tab's clock, or this clock was set back
 * since.
 */
export const isClockAhead = ({ receivedAt }: Life, now: number): boolean =>
  now < receivedAt - EXPIRY_MARGIN_MS;

/**
 * The token's lifetime by this tab's own clock. If the storing tab's clock is ahead, `receivedAt` is useless here, so
 * the lifetime counts from `seenAt`, when this tab first saw the token. By the other tab's clock the token would look
 * outdated, and the two tabs would replace each other's tokens endlessly.
 */
export const tokenLifetimeOf = ({
  session,
  seenAt,
}: {
  session: Session;
  seenAt?: number | undefined;
}): Life =>
  seenAt === undefined
    ? session
    : { receivedAt: seenAt, expiresAt: seenAt + session.expiresAt - session.receivedAt };

/** Five minutes before expiry; a token that lives five minutes or less is refreshed at half its life. */
export function refreshTimeOf({ receivedAt, expiresAt }: Life): number {
  const lifetime = expiresAt - receivedAt;
  if (lifetime <= REFRESH_BEFORE_EXPIRY_MS) return receivedAt + lifetime / 2;
  // Otherwise a lifetime of 301 s would cause an exchange every second.
  return receivedAt + Math.max(lifetime - REFRESH_BEFORE_EXPIRY_MS, EXPIRY_MARGIN_MS);
}

/**
 * Whether the ID token may be handed out. If the clock was set back to before the receipt, the token's age is
 * unknown. A step back up to the margin is harmless, because a token counts as expired that long before its expiry.
 */
export const isTokenUsable = (life: Life, now: number): boolean =>
  !isClockAhead(life, now) &&
  now < life.expiresAt - Math.min(EXPIRY_MARGIN_MS, (life.expiresAt - life.receivedAt) / 2);

export const isRefreshDue = (life: Life, now: number): boolean =>
  now >= refreshTimeOf(life) || !isTokenUsable(life, now);

/** The required claims of a token. All others may be custom claims of any type. */
const Claims = v.object({ sub: textMatching(/./), iat: Numeric, exp: Numeric });

/** The claims of an ID token. Only three of them are type-checked. */
export type IdTokenClaims = Readonly<v.InferOutput<typeof Claims> & Record<string, unknown>>;

/**
 * Reads the claims of an ID token. Does not check the signature, issuer, audience or expiry:
 * good enough to show a name, never to grant access. Servers use `jwtVerify` from jose.
 */
export function decodeClaims(idToken: string): IdTokenClaims {
  // Drop the cause of a failure, because it may quote the text that could not be parsed.
  const claims = tryTo(() => JSON.parse(new TextDecoder().decode(decodeBase64(idToken.split(".")[1] ?? ""))));
  if (tryParse(Claims, claims)) return claims;
  throw new IdentityError("internal-error", { detail: "ID token" });
}

/** When the user of a token signed in, by the account service's clock, in seconds. A refresh does not change it. */
export const signInTimeOf = ({ idToken }: Pick<Session, "idToken">): number =>
  Number(tryTo(() => decodeClaims(idToken)["auth_time"])) || 0;

/** `expiresIn` is in seconds. */
export type Tokens = Pick<Session, "idToken" | "refreshToken" | "handle"> & {
  expiresIn?: number | undefined;
};

/**
 * Builds a session from a response: the first of a generation, or the next one with new tokens. Expiry counts from
 * before the request, by this device: by the server's `exp`, a wrong clock would make every token look expired, or
 * eternal. From the receipt, a page that was frozen meanwhile would take old tokens for new ones.
 * @throws IdentityError `user-mismatch` for tokens of another user than before (OpenID Connect Core 12.2),
 * `internal-error` for an ID token that cannot be read
 */
export function createSession(
  { idToken, refreshToken, handle, expiresIn }: Tokens,
  now: number,
  { generation, user }: { generation: string; user?: User },
  sentAt = now,
): Session {
  const claims = decodeClaims(idToken);
  if (user && user.uid !== claims.sub) throw new IdentityError("user-mismatch");
  const lifetime = expiresIn ?? claims.exp - claims.iat;
  if (lifetime <= 0) throw new IdentityError("internal-error", { detail: "lifetime" });
  return {
    idToken,
    refreshToken,
    handle,
    receivedAt: now,
    expiresAt: Math.min(now, sentAt) + lifetime * 1000,
    generation,
    user: user ?? userFromClaims(claims),
  };
}

const textOrUndefined = (value: unknown) => (typeof value === "string" ? value : undefined);

/** The user according to the ID token, enough to show immediately. The lookup completes it. */
function userFromClaims(claims: IdTokenClaims): User {
  const { sign_in_provider: provider, identities, tenant } = Object(claims["firebase"]);
  const uids = Object(identities);
  const providerIds = Object.keys(uids).filter((id) => id !== "email");
  if (provider === "password") providerIds.unshift(provider);
  return {
    uid: claims.sub,
    email: textOrUndefined(claims["email"]),
    emailVerified: claims["email_verified"] === true,
    displayName: textOrUndefined(claims["name"]),
    photoURL: textOrUndefined(claims["picture"]),
    phoneNumber: textOrUndefined(claims["phone_number"]),
    isAnonymous: provider === "anonymous",
    tenantId: textOrUndefined(tenant),
    providerData: providerIds.map((providerId) => ({
      providerId,
      uid: textOrUndefined(Object(uids[providerId])[0]),
    })),
    enrolledFactors: [],
    passkeys: [],
  };
}
