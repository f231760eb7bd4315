import { type IdentityErrorCode, SignOutReason } from "../errors/identity-error.ts";
import { tryTo } from "../lib/browser.ts";
import { Numeric, oneOf, Text, tryParse } from "../lib/data.ts";
import * as v from "../lib/schema.ts";
import type { Persistence } from "../persistence/persistence.ts";
import { User } from "../user.ts";

/** Where a record stands in the order of all records of a browser. Compared member by member. */
const Place = v.object({
  /**
   * The time of the user's last action, a sign-in or a sign-out, in milliseconds: a hybrid logical clock, which is
   * greater than every stamp that the tab has seen, even if the device's clock is behind.
   */
  stamp: Numeric,
  /** A random name of the sign-in, kept by every refresh. */
  generation: Text,
  /** The number of changes of the account since the sign-in that brought new tokens, such as a new password. */
  change: Numeric,
  /** The number of exchanges since the last change that brought usable tokens. A move between custodies is one too. */
  turn: Numeric,
});
export type Place = Readonly<v.InferOutput<typeof Place>>;

/** A session as it is stored. Releases before the order of records stored no place but the generation. */
const StoredSession = v.object({
  idToken: Text,
  /** Absent while a custody has it. */
  refreshToken: v.optional(Text),
  /**
   * Names the refresh token that a custody has. A session with both a handle and a refresh token could not hand its
   * token over; the handle then names the custody's session that the token belongs to.
   */
  handle: v.optional(Text),
  /**
   * When the tokens were received, or when an exchange requested them. Like `expiresAt`, in milliseconds since the
   * epoch, by this device's clock.
   */
  receivedAt: Numeric,
  expiresAt: Numeric,
  stamp: v.optional(Numeric),
  generation: v.optional(Text, ""),
  change: v.optional(Numeric, 0),
  turn: v.optional(Numeric, 0),
  /** The last turn whose token a server refused. If the server refuses the next turn's token too, the session ends. */
  refusedTurn: v.optional(Numeric),
  user: User,
  /** When a lookup read the profile. 0: the profile comes from the ID token. */
  profileAt: v.optional(Numeric),
});

/** This browser's tokens and user. */
export type Session = Place &
  Readonly<Omit<v.InferOutput<typeof StoredSession>, keyof Place | "user" | "profileAt">> & {
    readonly user: User;
    readonly profileAt: number;
  };

/**
 * The next attempt after a failed exchange. Stored, so that all tabs together make one attempt per step of the
 * back-off.
 */
export const Retry = v.object({
  attempt: Numeric,
  /**
   * Milliseconds since the epoch, by this device's clock, like `retryAt`. Missing in a record of an older version.
   */
  failedAt: v.optional(Numeric, 0),
  retryAt: Numeric,
  cause: Text as v.Schema<IdentityErrorCode>,
});
export type Retry = Readonly<v.InferOutput<typeof Retry>>;

/** Of two failures of one turn, the later step of the back-off counts for all tabs. */
export function laterStep(one: Retry | undefined, other: Retry | undefined): Retry | undefined {
  if (!one || !other) return one ?? other;
  const order = other.attempt - one.attempt || other.failedAt - one.failedAt || other.retryAt - one.retryAt;
  return order > 0 || (order === 0 && other.cause > one.cause) ? other : one;
}

/**
 * Everything that one browser stores, under one key, so that every change is atomic. Version 2: the session has a
 * handle and no refresh token. Clients that know only version 1 set it aside, so that they never send a handle to
 * Google.
 */
const Stored = v.object({
  version: oneOf([1, 2]),
  session: v.optional(StoredSession),
  end: v.optional(Place),
  signedOut: v.optional(SignOutReason),
  retry: v.optional(Retry),
  forced: v.optional(Retry),
});

/** A session, or the end of one. A sign-out is a record too, so that it is never mistaken for "not known yet". */
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
      /** What has ended: a refusal ends the tokens of its own place, a sign-out every session up to its stamp. */
      readonly end: Place;
      readonly signedOut?: SignOutReason | undefined;
      readonly retry?: undefined;
      readonly forced?: undefined;
    };

/** The generation of a sign-out, which is greater than the name of any sign-in. */
const EVERY = "\uffff";

/** The record of a user's sign-out. Stamp 0 ends nothing. */
export const signOutAt = (stamp: number, signedOut?: SignOutReason): SessionRecord => ({
  end: { stamp, generation: EVERY, change: 0, turn: 0 },
  signedOut,
});

/** What clients before version 2 stored in place of the refresh token. */
const OLD_HANDLE = /^session:/;

/**
 * Parses a stored value, which is untrusted input: another release, an extension or a crash may have written it.
 * Releases before the order of records stored no stamp: their sessions get the receipt of their tokens, and a value
 * without a session ends what the tab has seen in storage. So does an empty storage whose site data was cleared.
 * @param seen the greatest stamp that the tab has seen in this storage
 * @returns `undefined` for a format that this release does not know
 */
export function parseRecord(value: unknown, seen = 0): SessionRecord | undefined {
  const stored = tryParse(Stored, value ?? { version: 1 });
  if (!stored) return undefined;
  const { session, end, signedOut, retry, forced } = stored;
  if (!session) return end ? { end, signedOut } : signOutAt(seen, signedOut);
  const {
    refreshToken,
    handle,
    generation,
    receivedAt,
    stamp = receivedAt,
    profileAt = receivedAt,
  } = session;
  // Such a session cannot be exchanged, so it counts as an unknown format.
  if (!refreshToken && !handle) return undefined;
  const isOldHandle = refreshToken !== undefined && OLD_HANDLE.test(refreshToken);
  return {
    retry,
    forced,
    session: {
      ...session,
      ...(isOldHandle && { refreshToken: undefined, handle: refreshToken.replace(OLD_HANDLE, "") }),
      stamp,
      profileAt,
      // Sessions of older releases had no name. All tabs derive the same one.
      generation: generation || `of:${session.user.uid}`,
    },
  };
}

/** The key of the note beside storage. */
export const noteKeyOf = (scope: string) => `${scope}:signed-out`;
type Notes = Pick<Persistence, "signOutNotes">;

/**
 * The stamp of the last sign-out that any tab has noted, 0 if there is none. Releases before the order of records
 * noted the names of sessions instead.
 * @param session the session that such a name would end
 */
export function readNote({ signOutNotes }: Notes, scope: string, session?: Session): number {
  const readText = (key: string) => tryTo(() => signOutNotes?.getItem(key)) ?? "";
  const isNamed = session && readText(`${scope}:left`).split(" ").includes(session.generation);
  return Math.max(Number(readText(noteKeyOf(scope))) || 0, isNamed ? session.stamp : 0);
}

/** A stored value together with the noted sign-outs, for code that only reads. */
export function readRecord(notes: Notes, scope: string, value: unknown): SessionRecord | undefined {
  const record = parseRecord(value);
  const { session } = record ?? {};
  return session && session.stamp <= readNote(notes, scope, session) ? signOutAt(session.stamp) : record;
}
