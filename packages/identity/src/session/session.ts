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
  user: User,
});
export type Session = Readonly<Omit<v.InferOutput<typeof Session>, "user">> & { readonly user: User };

/** Five minutes before expiry; at half its life where a token lives no longer than that. */
export function refreshAt({ receivedAt, expiresAt }: Session): number {
  const lifetime = expiresAt - receivedAt;
  if (lifetime <= REFRESH_BEFORE_EXPIRY_MS) return receivedAt + lifetime / 2;
  // A life of 301 s must not mean an exchange every second.
  return receivedAt + Math.max(lifetime - REFRESH_BEFORE_EXPIRY_MS, EXPIRY_MARGIN_MS);
}

/**
 * Whether the ID token may be handed out. A clock set back behind the moment of receipt says nothing
 * about the token's age any more; up to the margin it does no harm, since the margin covers it.
 */
export const isUsable = ({ receivedAt, expiresAt }: Session, now: number): boolean =>
  now >= receivedAt - EXPIRY_MARGIN_MS &&
  now < expiresAt - Math.min(EXPIRY_MARGIN_MS, (expiresAt - receivedAt) / 2);

export const isRefreshDue = (session: Session, now: number): boolean =>
  now >= refreshAt(session) || !isUsable(session, now);
