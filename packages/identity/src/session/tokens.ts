import { IdentityError } from "../errors/identity-error.ts";
import { decodeClaims, userFromClaims } from "../id-token.ts";
import type { User } from "../user.ts";
import type { Place, Session } from "./record.ts";

/** A token counts as expired this long before its expiry, so that a request in flight still arrives in time. */
const EXPIRY_MARGIN_MS = 30_000;
/** How long before expiry the client refreshes by itself. */
const REFRESH_BEFORE_EXPIRY_MS = 300_000;

/** The part of a session that gives its token's lifetime. */
type Life = Pick<Session, "receivedAt" | "expiresAt">;

/** Five minutes before expiry; a token that lives five minutes or less is refreshed at half its life. */
export function refreshTimeOf({ receivedAt, expiresAt }: Life): number {
  const lifetime = expiresAt - receivedAt;
  if (lifetime <= REFRESH_BEFORE_EXPIRY_MS) return receivedAt + lifetime / 2;
  // Without the minimum, a lifetime of 301 s would cause an exchange every second.
  return receivedAt + Math.max(lifetime - REFRESH_BEFORE_EXPIRY_MS, EXPIRY_MARGIN_MS);
}

/**
 * Whether the ID token may be handed out. If the clock was set back by more than the margin since the receipt, the
 * token's age is unknown.
 */
export const isTokenUsable = ({ receivedAt, expiresAt }: Life, now: number): boolean =>
  now >= receivedAt - EXPIRY_MARGIN_MS &&
  now < expiresAt - Math.min(EXPIRY_MARGIN_MS, (expiresAt - receivedAt) / 2);

/** `expiresIn` is in seconds. */
export type Tokens = Pick<Session, "idToken" | "refreshToken" | "handle"> & {
  expiresIn?: number | undefined;
};

/** The place of new tokens, and the parts that they take from the session before. */
export type SessionStart = Pick<Place, "stamp" | "generation"> &
  Partial<Pick<Session, "change" | "turn" | "user" | "profileAt" | "refusedTurn">>;

/**
 * Builds a session from the tokens of a response. The token's life counts from the request, by this device's clock. By
 * the server's `exp`, a wrong clock would make every token seem expired, or eternal. From the receipt, a page that was
 * frozen meanwhile would take old tokens for new ones.
 * @param sentAt when the request was sent, in milliseconds
 * @throws IdentityError `user-mismatch` for tokens of another user than before (OpenID Connect Core 12.2),
 * `internal-error` for an ID token that cannot be read
 */
export function createSession(
  { idToken, refreshToken, handle, expiresIn }: Tokens,
  now: number,
  start: SessionStart,
  sentAt = now,
): Session {
  const { user } = start;
  const claims = decodeClaims(idToken);
  if (user && user.uid !== claims.sub) throw new IdentityError("user-mismatch");
  const lifetime = expiresIn ?? claims.exp - claims.iat;
  if (lifetime <= 0) throw new IdentityError("internal-error", { detail: "lifetime" });
  return {
    change: 0,
    turn: 0,
    profileAt: 0,
    ...start,
    idToken,
    refreshToken,
    handle,
    receivedAt: now,
    expiresAt: Math.min(now, sentAt) + lifetime * 1000,
    user: user ?? userFromClaims(claims),
  };
}

/** The place of the next exchange's tokens. */
export const nextTurnOf = (session: Session): Session => ({ ...session, turn: session.turn + 1 });

/** The place of the tokens that a change of the account brings. */
export const nextChangeOf = (session: Session): Session => ({
  ...session,
  change: session.change + 1,
  turn: 0,
  refusedTurn: undefined,
});

/** The session with a profile that a lookup has just read. */
export const withProfile = (session: Session, user: User, now: number): Session => ({
  ...session,
  user,
  profileAt: Math.max(now, session.profileAt + 1),
});
