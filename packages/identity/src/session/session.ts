import * as v from "valibot";
import { User } from "../user.ts";

/** A token counts as expired this long before it is: a request in flight must still arrive in time. */
const EXPIRY_MARGIN_MS = 30_000;
/** How long before expiry the client refreshes without being asked. */
const REFRESH_BEFORE_EXPIRY_MS = 300_000;

/** The tokens and the user this browser holds. */
export const Session = v.object({
  idToken: v.string(),
  refreshToken: v.string(),
  /** Both by this device's clock, in milliseconds since the epoch. */
  receivedAt: v.number(),
  expiresAt: v.number(),
  /**
   * Random, made at sign-in and kept by every refresh. "Is this still the same session?" compares generations. A record
   * of an older version of this code has none, and gets one from its user.
   */
  generation: v.optional(v.string(), ""),
  /** The server refused the token before this one. If it refuses this one too, in whichever tab, the session ends. */
  isSecondChance: v.optional(v.boolean()),
  user: User,
});
export type Session = Readonly<Omit<v.InferOutput<typeof Session>, "user">> & { readonly user: User };

/** The part of a session that tells how long its token lives. */
type Life = Pick<Session, "receivedAt" | "expiresAt">;

/** Whether another tab's clock must have been ahead when it received the session, or this one was set back since. */
export const isAhead = ({ receivedAt }: Life, now: number): boolean => now < receivedAt - EXPIRY_MARGIN_MS;

/**
 * The life of a token by this tab's own clock. The clock of a tab that is ahead says nothing here, so the life counts
 * from `seenAt`, when this tab first saw the token. Judged by the other tab's clock the token would look out of date,
 * and the two tabs would replace each other's tokens without end.
 */
export const lifeOf = ({ session, seenAt }: { session: Session; seenAt?: number | undefined }): Life =>
  seenAt === undefined
    ? session
    : { receivedAt: seenAt, expiresAt: seenAt + session.expiresAt - session.receivedAt };

/** Five minutes before expiry; at half its life where a token lives no longer than that. */
export function refreshAt({ receivedAt, expiresAt }: Life): number {
  const lifetime = expiresAt - receivedAt;
  if (lifetime <= REFRESH_BEFORE_EXPIRY_MS) return receivedAt + lifetime / 2;
  // A life of 301 s must not mean an exchange every second.
  return receivedAt + Math.max(lifetime - REFRESH_BEFORE_EXPIRY_MS, EXPIRY_MARGIN_MS);
}

/**
 * Whether the ID token may be handed out. A clock set back behind the moment of receipt says nothing
 * about the token's age any more; up to the margin it does no harm, since the margin covers it.
 */
export const isUsable = (life: Life, now: number): boolean =>
  !isAhead(life, now) &&
  now < life.expiresAt - Math.min(EXPIRY_MARGIN_MS, (life.expiresAt - life.receivedAt) / 2);

export const isRefreshDue = (life: Life, now: number): boolean =>
  now >= refreshAt(life) || !isUsable(life, now);
