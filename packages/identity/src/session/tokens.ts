import { IdentityError } from "../errors/identity-error.ts";
import { tryTo } from "../lib/browser.ts";
import { decodeBase64, Numeric, textMatching, tryParse } from "../lib/data.ts";
import * as v from "../lib/schema.ts";
import type { User } from "../user.ts";
import type { Place, Session } from "./record.ts";

/** A token counts as expired this long before its expiry, so that a request in flight still arrives in time. */
const EXPIRY_MARGIN_MS = 30_000;
/** How long before expiry the client refreshes by itself. */
const REFRESH_BEFORE_EXPIRY_MS = 300_000;

/** The part of a session that gives its token's lifetime. */
type Life = Pick<Session, "receivedAt" | "expiresAt">;

/** Whether the clock was set back since the tokens were received. Their age is then unknown. */
const isClockAhead = ({ receivedAt }: Life, now: number): boolean => now < receivedAt - EXPIRY_MARGIN_MS;

/** Five minutes before expiry; a token that lives five minutes or less is refreshed at half its life. */
export function refreshTimeOf({ receivedAt, expiresAt }: Life): number {
  const lifetime = expiresAt - receivedAt;
  if (lifetime <= REFRESH_BEFORE_EXPIRY_MS) return receivedAt + lifetime / 2;
  // Otherwise a lifetime of 301 s would cause an exchange every second.
  return receivedAt + Math.max(lifetime - REFRESH_BEFORE_EXPIRY_MS, EXPIRY_MARGIN_MS);
}

/**
 * Whether the ID token may be handed out. A clock that was set back up to the margin is harmless, because a token counts
 * as expired that long before its expiry.
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

/** `expiresIn` is in seconds. */
export type Tokens = Pick<Session, "idToken" | "refreshToken" | "handle"> & {
  expiresIn?: number | undefined;
};

/** The place of a session, and the parts that its next tokens keep. */
export type SessionStart = Pick<Place, "stamp" | "generation"> &
  Partial<Pick<Session, "change" | "turn" | "user" | "profileAt" | "refusedTurn">>;

/**
 * Builds a session from a response: the first of a generation, or the next one with new tokens. Expiry counts from
 * before the request, by this device: by the server's `exp`, a wrong clock would make every token look expired, or
 * eternal. From the receipt, a page that was frozen meanwhile would take old tokens for new ones.
 * @param sentAt when the request was sent, in milliseconds
 * @throws IdentityError `user-mismatch` for tokens of another user than before (OpenID Connect Core 12.2),
 * `internal-error` for an ID token that cannot be read
 */
export function createSession(
  { idToken, refreshToken, handle, expiresIn }: Tokens,
  now: number,
  { stamp, generation, change = 0, turn = 0, user, profileAt = 0, refusedTurn }: SessionStart,
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
    stamp,
    generation,
    change,
    turn,
    refusedTurn,
    profileAt,
    receivedAt: now,
    expiresAt: Math.min(now, sentAt) + lifetime * 1000,
    user: user ?? userFromClaims(claims),
  };
}

/** The place of a session's next tokens. */
export const nextTurnOf = (session: Session): Session => ({ ...session, turn: session.turn + 1 });

/** The place of a session that its custody has returned. The ID token is the same, and counts as refused as before. */
export function returnedTurnOf(session: Session): Session {
  const { refusedTurn } = session;
  return { ...nextTurnOf(session), refusedTurn: refusedTurn === undefined ? undefined : refusedTurn + 1 };
}

/** The place of the tokens that a change of the account brings. No server has refused them. */
export const nextChangeOf = (session: Session): Session => ({
  ...session,
  change: session.change + 1,
  turn: 0,
  refusedTurn: undefined,
});

/** The session with a profile that was read at this time, which is later than any other one. */
export const withProfile = (session: Session, user: User, now: number): Session => ({
  ...session,
  user,
  profileAt: Math.max(now, session.profileAt + 1),
});

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
