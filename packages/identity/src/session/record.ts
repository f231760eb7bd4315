import { tryTo } from "@tallybin/platform/browser";
import { SignOutReason } from "../errors/identity-error.ts";
import { Retry } from "../http/retry.ts";
import { Numeric, oneOf, Text, tryParse } from "../lib/data.ts";
import * as v from "../lib/schema.ts";
import type { Persistence } from "../persistence/persistence.ts";
import { User } from "../user.ts";

/** Where a record stands among all records of a browser. Compared member by member (`order.ts`). */
const place = {
  /**
   * The time of the user's last action, a sign-in or a sign-out, in milliseconds. It is greater than every stamp that
   * the tab has seen, even if the device's clock was set back.
   */
  stamp: Numeric,
  /** A random name of the sign-in. A refresh does not change it. */
  generation: Text,
  /** The number of changes of the account since the sign-in that brought new tokens, such as a new password. */
  change: Numeric,
  /** The number of exchanges since the last change that brought usable tokens. */
  turn: Numeric,
};
const Place = v.object(place);
export type Place = Readonly<v.InferOutput<typeof Place>>;

/** This browser's tokens and user. */
const Session = v.object({
  idToken: Text,
  /** Absent while a custody has it. */
  refreshToken: v.optional(Text),
  /**
   * Names the session of the custody that has the refresh token. A session has both if the custody could not be given
   * its latest refresh token.
   */
  handle: v.optional(Text),
  /** When the tokens were received or requested. Times are in milliseconds since the epoch, by this device's clock. */
  receivedAt: Numeric,
  expiresAt: Numeric,
  ...place,
  /** The turn whose refused ID token has caused an exchange. If an API refuses the next token too, the session ends. */
  refusedTurn: v.optional(Numeric),
  user: User as v.Schema<User>,
  /** When a lookup read the profile. 0: the profile comes from the ID token. */
  profileAt: Numeric,
});
export type Session = Readonly<v.InferOutput<typeof Session>>;

/**
 * Everything that a browser stores, under one key, so that every change is atomic. The release before stored a session
 * without a refresh token as version 2.
 */
const Stored = v.object({
  version: oneOf([1, 2]),
  session: v.optional(Session),
  end: v.optional(Place),
  signedOut: v.optional(SignOutReason),
  retry: v.optional(Retry),
  forced: v.optional(Retry),
});

/** A session, or the end of one. A sign-out is a record too, so that an earlier session cannot replace it. */
export type SessionRecord =
  | {
      readonly session: Session;
      readonly end?: undefined;
      readonly signedOut?: undefined;
      /** The failed exchange that all tabs wait for. */
      readonly retry?: Retry | undefined;
      /** The last refresh that a caller or a refused token has forced. All tabs wait for its `retryAt`. */
      readonly forced?: Retry | undefined;
    }
  | {
      readonly session?: undefined;
      /** Everything up to this place has ended: the tokens that were refused, or all sessions before a sign-out. */
      readonly end: Place;
      readonly signedOut?: SignOutReason | undefined;
      readonly retry?: undefined;
      readonly forced?: undefined;
    };

export const placeOf = ({ session, end }: SessionRecord): Place => session ?? end;

/** The generation of a sign-out, which is greater than the name of any sign-in. */
const EVERY = "\uffff";

/** The record of a user's sign-out. Stamp 0 ends nothing. */
export const signOutAt = (stamp: number, signedOut?: SignOutReason): SessionRecord => ({
  end: { stamp, generation: EVERY, change: 0, turn: 0 },
  signedOut,
});

/**
 * Parses a stored value, which is untrusted input: another release, an extension or a crash may have written it. Empty
 * storage counts as a sign-out of what the tab has seen there, because the site's data was cleared.
 * @param seen the greatest stamp that the tab has seen in this storage
 * @returns `undefined` for an unknown format
 */
export function parseRecord(value: unknown, seen = 0): SessionRecord | undefined {
  const stored = tryParse(Stored, value ?? { version: 1 });
  if (!stored) return undefined;
  const { session, end, signedOut, retry, forced } = stored;
  if (!session) return end ? { end, signedOut } : signOutAt(seen, signedOut);
  // Nothing can exchange such a session.
  if (!session.refreshToken && !session.handle) return undefined;
  return { session, retry, forced };
}

/**
 * The key of the note of a sign-out in `localStorage`, its stamp. A closing page finishes no transaction, but its note is
 * synchronous.
 */
export const noteKeyOf = (scope: string) => `${scope}:left`;

/** The last sign-out that any tab has noted. */
export const readNote = ({ signOutNotes }: Pick<Persistence, "signOutNotes">, scope: string): SessionRecord =>
  signOutAt(Number.parseInt(tryTo(() => signOutNotes?.getItem(noteKeyOf(scope))) ?? "", 10) || 0);
