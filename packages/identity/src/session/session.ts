import { SignOutReason } from "../errors/identity-error.ts";
import { tryTo } from "../lib/browser.ts";
import { Flag, Numeric, oneOf, Text, tryParse } from "../lib/data.ts";
import * as v from "../lib/schema.ts";
import type { Persistence } from "../persistence/persistence.ts";
import { User } from "../user.ts";
import { Retry } from "./retry.ts";

/** This browser's tokens and user. */
export const Session = v.object({
  idToken: Text,
  /** Absent while a custody holds it. */
  refreshToken: v.optional(Text),
  /**
   * Names the refresh token that a custody holds. A session with both a handle and a refresh token could not hand its
   * token over; the handle then names the custody's session that the token belongs to.
   */
  handle: v.optional(Text),
  /**
   * When the tokens were received, or when an exchange requested them. Like `expiresAt`, in milliseconds since the
   * epoch, by this device's clock.
   */
  receivedAt: Numeric,
  expiresAt: Numeric,
  /**
   * A random ID, created at sign-in and kept by every refresh. Two records with the same generation are the same
   * session. A record of an older version has none, and gets one derived from its user.
   */
  generation: v.optional(Text, ""),
  /** Whether the server refused the previous token. If it refuses this token too, in any tab, the session ends. */
  isSecondChance: v.optional(Flag),
  user: User,
});
export type Session = Readonly<Omit<v.InferOutput<typeof Session>, "user">> & { readonly user: User };

/**
 * Everything that one browser stores, under one key, so that every change is atomic. Version 2: the session has a
 * handle and no refresh token. Clients that know only version 1 set it aside, so that they never send a handle to
 * Google.
 */
const Stored = v.object({
  version: oneOf([1, 2]),
  session: v.optional(Session),
  signedOut: v.optional(SignOutReason),
  retry: v.optional(Retry),
  forced: v.optional(Retry),
});

/** What clients before version 2 stored in place of the refresh token. */
const OLD_HANDLE = /^session:/;

/** The prefix of a derived generation, which all sign-ins of one user by an older version share. */
const DERIVED = "of:";

/** The version of a record's format. */
export const formatVersionOf = ({ session }: StoredRecord): number =>
  session && !session.refreshToken ? 2 : 1;

/** The store adds the version when it writes the record. */
export type StoredRecord = {
  readonly session?: Session | undefined;
  readonly signedOut?: SignOutReason | undefined;
  readonly retry?: Retry | undefined;
  /**
   * The last refresh that was forced by a caller or by a refused token. The next one waits until its `retryAt`, in
   * all tabs.
   */
  readonly forced?: Retry | undefined;
  /** A value in a format that this version does not know. It stays until the next sign-in or sign-out. */
  readonly setAside?: unknown;
  /** Whether the session was signed out although storage still holds it. Never stored. */
  readonly isSignOutNoted?: boolean;
};

/** Stored values are untrusted input: another version of this code, an extension or a crash may have written them. */
const parseRecord = (stored: unknown): StoredRecord =>
  tryParse(Stored, stored ?? { version: 1 }) ?? { setAside: stored };

/**
 * Parses a stored value. A record of an older version has no generation and gets one derived from its user, the same
 * in all tabs.
 */
export function parseSession(stored: unknown): StoredRecord {
  const record = parseRecord(stored);
  const { session } = record;
  if (!session) return record;
  const { refreshToken, handle, generation, user } = session;
  if (!refreshToken && !handle) return { setAside: stored };
  const isOldHandle = refreshToken !== undefined && OLD_HANDLE.test(refreshToken);
  return {
    ...record,
    session: {
      ...session,
      ...(isOldHandle && { refreshToken: undefined, handle: refreshToken.replace(OLD_HANDLE, "") }),
      generation: generation || DERIVED + user.uid,
    },
  };
}

/** The generation in a record; the empty text means no session. */
export const generationOf = ({ session }: StoredRecord): string => session?.generation ?? "";

/** The number of notes that are kept: more than the sign-outs that can be unfinished at a time. */
const MOST_NAMES = 20;

const notesKeyOf = (scope: string) => `${scope}:left`;
/**
 * The generations of the noted sign-outs. Empty if the browser refuses to read the notes, which can start at any
 * time.
 */
const readNotedGenerations = ({ signOutNotes }: Persistence, scope: string): string[] =>
  tryTo(() => signOutNotes?.getItem(notesKeyOf(scope)))?.split(" ") ?? [];

/** Whether any tab has signed the stored session out; its page may have closed before the removal was stored. */
export const isSignOutNoted = (persistence: Persistence, scope: string, { session }: StoredRecord): boolean =>
  !!session && readNotedGenerations(persistence, scope).includes(session.generation);

/**
 * Notes the sessions that a tab has signed out. The last notes stay, because a page may have read the session just
 * before its removal was stored.
 */
export function noteSignOuts(persistence: Persistence, scope: string, generations: readonly string[]): void {
  // A derived generation would end later sign-ins of the same user too.
  const own = generations.filter((generation) => generation && !generation.startsWith(DERIVED));
  if (own.length === 0) return;
  const names = [...new Set([...readNotedGenerations(persistence, scope), ...own])].slice(-MOST_NAMES);
  // A full disk may refuse the note. The removal from storage goes on.
  tryTo(() => persistence.signOutNotes?.setItem(notesKeyOf(scope), names.join(" ")));
}
