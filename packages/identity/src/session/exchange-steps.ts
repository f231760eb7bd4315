import { createSession, type Tokens } from "./create-session.ts";
import { failedExchange } from "./lifecycle.ts";
import { type BackOff, hasFailedSince } from "./retry.ts";
import type { Session } from "./session.ts";
import type { Base, SessionEvent, SignedIn } from "./state.ts";
import { isNewer } from "./state-facts.ts";
import { generationOf, type StoredRecord } from "./stored-record.ts";

/*
 * What an exchange and a change of storage decide, without I/O. The runner and the exchange decide by these inside a
 * transaction of storage or inside the lock; the model search composes the same functions with every order of events.
 */

/** Whether storage still holds what a change is meant for. One that is late must not undo what others did since. */
export const isMeant = (
  current: StoredRecord,
  isLate: boolean,
  base: Base,
  over = isLate ? base : undefined,
): boolean => !over || (current.setAside === undefined && over.includes(generationOf(current)));

/**
 * The second look, inside the lock. Without a session in the answer, another tab has been faster, and its record is to
 * be shown. Storage that cannot be read (`undefined`) is no reason to let the token expire.
 */
export function secondLook(
  held: SignedIn,
  stored: StoredRecord | undefined,
  now: number,
): { record: StoredRecord; session: Session | undefined } {
  const record = stored && !isNewer(held, stored) ? stored : held;
  const isOvertaken =
    record.session?.idToken !== held.session.idToken || hasFailedSince(held.retry, record.retry, now);
  return { record, session: isOvertaken ? undefined : record.session };
}

/**
 * What the answer leaves in the record: new tokens for the same session, or what the failure means. The token that
 * replaces a refused one is the session's second chance.
 */
export function answered(
  { session, retry }: StoredRecord & { session: Session },
  { forced, isRefused }: SignedIn,
  answer: Tokens | { error: unknown },
  now: number,
  backOff?: BackOff,
): StoredRecord {
  try {
    if ("error" in answer) throw answer.error;
    return { session: { ...createSession(answer, now, session), isSecondChance: isRefused }, forced };
  } catch (error) {
    return failedExchange({ session, retry, forced }, error, now, backOff);
  }
}

/**
 * Compare-and-set: the outcome is written only where storage holds the token that the exchange set out from, or the one
 * that it spent: a session that storage had refused may have reached it since.
 */
export const isUnchanged = (current: StoredRecord, before: StoredRecord, held: SignedIn): boolean => {
  if (current.setAside !== undefined) return false;
  const token = current.session?.idToken;
  // After an unknown format, storage without a session is a sign-out.
  return (
    token === held.session.idToken || (before.setAside === undefined && token === before.session?.idToken)
  );
};

/** The profile may have been read in the meantime; only the tokens are the exchange's to replace. */
export function renewed(current: StoredRecord, next: StoredRecord): StoredRecord {
  if (!next.session || generationOf(current) !== next.session.generation) return next;
  const { user = next.session.user } = current.session ?? {};
  return { ...next, session: { ...next.session, user } };
}

/**
 * What the lifecycle hears. `written` is what storage holds after the write, or `undefined` where the write did not get
 * through. What storage did not take lives in memory, unless what it holds instead is to be shown.
 */
export function outcomeOf(
  held: SignedIn,
  next: StoredRecord,
  written: StoredRecord | undefined,
  isStored: boolean,
): SessionEvent {
  const { idToken } = held.session;
  if (written && isStored) return { type: "exchanged", idToken, record: written, isStored };
  return !written || written.setAside !== undefined || isNewer(held, written)
    ? { type: "exchanged", idToken, record: next, isStored: false }
    : { type: "exchange-overtaken", idToken, record: written };
}

/** Aborted, or no lock to be had: nothing for other tabs to know, and nothing to do here but wait. */
export const notExchanged = (
  held: SignedIn,
  error: unknown,
  now: number,
  backOff?: BackOff,
): SessionEvent => ({
  type: "exchanged",
  idToken: held.session.idToken,
  record: failedExchange(held, error, now, backOff),
});
