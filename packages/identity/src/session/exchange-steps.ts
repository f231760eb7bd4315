import { IdentityError, type SignOutReason, signOutReason } from "../errors/identity-error.ts";
import { LATE } from "../lib/deadline.ts";
import { type BackOff, isRetryDue, nextRetry } from "./retry.ts";
import { generationOf, type Session, type StoredRecord } from "./session.ts";
import {
  countedRetry,
  isNewerThanRecord,
  mayReplaceRecord,
  type SessionEvent,
  type SessionState,
  type SignedIn,
  type Write,
} from "./state.ts";
import { createSession, type Tokens } from "./tokens.ts";

/*
 * The decisions of an exchange and of a storage change, without I/O. The runner and the exchange use them inside a
 * storage transaction or the lock. The model search composes the same functions with every order of events.
 */

/** Whether storage still holds a session that the write expects. A late write must not undo another tab's change. */
export const isExpectedRecord = (
  current: StoredRecord,
  isLate: boolean,
  { record, base, expected = isLate ? base : undefined, endedAt }: Write,
  now?: number,
): boolean =>
  !(expected && current.setAside !== undefined) &&
  mayReplaceRecord({ base: expected, endedAt, session: isLate ? record.session : undefined }, current, now);

/**
 * Judges the second storage read, inside the lock. A result without a session means that another tab was faster, and
 * its record is shown. If storage cannot be read (`undefined`), the exchange continues, because the token would
 * expire otherwise.
 */
export function afterSecondRead(
  held: SignedIn,
  stored: StoredRecord | undefined,
  now: number,
): { record: StoredRecord; session: Session | undefined } {
  const isOlder = !stored || isNewerThanRecord(held, stored);
  const record: StoredRecord = isOlder ? held : stored;
  const isOvertaken =
    record.isSignOutNoted ||
    record.session?.idToken !== held.session.idToken ||
    (record.retry?.retryAt !== held.retry?.retryAt && !isRetryDue(record.retry, now));
  return {
    record: isOlder ? { ...held, retry: countedRetry(held, stored ?? {}, now) } : stored,
    session: isOvertaken ? undefined : record.session,
  };
}

/** The codes of the token endpoint that end a session. After any other failure the client retries later. */
const REFUSALS: readonly SignOutReason[] = ["user-token-expired", "user-disabled", "invalid-refresh-token"];

/** Why an exchange that failed ends its session; `undefined` if the client retries later. */
export const refusalReason = (error: unknown): SignOutReason | undefined => signOutReason(error, ...REFUSALS);

/** The record after a failed exchange: the sign-out reason, or the time of the next attempt. */
export function recordAfterFailure(
  { session, retry, forced }: StoredRecord,
  error: unknown,
  now: number,
  backOff?: BackOff,
): StoredRecord {
  const signedOut = refusalReason(error);
  if (signedOut) return { signedOut };
  // A page that was frozen or hidden ran out of time too: another tab took the lock, or the browser ended the request.
  const isStopped = error === LATE || Object(error).name === "AbortError";
  const { code = isStopped ? "timeout" : "unknown", retryAt } = error instanceof IdentityError ? error : {};
  return { session, forced, retry: nextRetry(retry, now, { code, retryAt }, backOff) };
}

/**
 * The record after a response: new tokens for the same session, or the consequence of the failure. A token that
 * replaces a refused one is marked `isSecondChance`. The lifetime counts from `sentAt`, because a page that was frozen
 * meanwhile gets the response late.
 */
export function nextRecord(
  { session, retry, sentAt, now }: StoredRecord & { session: Session; sentAt: number; now: number },
  { forced, isRefused }: SignedIn,
  answer: Tokens | { error: unknown },
  backOff?: BackOff,
): StoredRecord {
  try {
    if ("error" in answer) throw answer.error;
    return { session: { ...createSession(answer, sentAt, session), isSecondChance: isRefused }, forced };
  } catch (error) {
    return recordAfterFailure({ session, retry, forced }, error, now, backOff);
  }
}

/**
 * The session of an exchange, with what its tab knows of storage by now. During the exchange, storage may have taken a
 * session that it had refused, so that an empty storage means another tab's sign-out from then on. A session that the
 * tab no longer holds is never newer than storage.
 */
export const asStoredNow = (held: SignedIn, state: SessionState): SignedIn => ({
  ...held,
  durability: generationOf(state) === generationOf(held) ? state.durability : "durable",
  base: state.base,
});

/**
 * Compare-and-set: writes only if storage holds the token that the exchange spent, or what this tab's session replaces.
 * @param known the session, with what its tab knows of storage by now
 */
export const mayStoreTokens = (current: StoredRecord, known: SignedIn): boolean =>
  current.setAside === undefined &&
  (current.session?.idToken === known.session.idToken || isNewerThanRecord(known, current));

/**
 * The record to write, with what other tabs have stored meanwhile. A lookup may have updated the profile; the exchange
 * replaces only the tokens.
 */
export function withCurrentParts(current: StoredRecord, next: StoredRecord, now: number): StoredRecord {
  const { session } = current;
  if (!session || session.generation !== next.session?.generation) return next;
  return {
    ...next,
    retry: countedRetry(next, current, now),
    session: { ...next.session, user: session.user },
  };
}

/**
 * The event for the lifecycle. `written` is the stored record after the write, or `undefined` if the write failed. A
 * refused session lives in memory, unless storage holds another record to show.
 */
export function exchangeOutcome(
  held: SignedIn,
  next: StoredRecord,
  written: StoredRecord | undefined,
  isStored: boolean,
): SessionEvent {
  const { idToken } = held.session;
  const stored = isStored ? written : undefined;
  // Another tab may have signed the session out during the exchange.
  return written && (written.isSignOutNoted || !(stored || isNewerThanRecord(held, written)))
    ? { type: "exchange-overtaken", idToken, record: written }
    : { type: "exchanged", idToken, record: stored ?? next, isStored: !!stored };
}

/** The exchange was aborted or did not get the lock. Nothing is stored for other tabs; this tab retries later. */
export const abortedOutcome = (
  held: SignedIn,
  error: unknown,
  now: number,
  backOff?: BackOff,
): SessionEvent => ({
  type: "exchanged",
  idToken: held.session.idToken,
  record: recordAfterFailure(held, error, now, backOff),
});
