import { hasCode, IdentityError, type SignOutReason, signOutReason } from "../errors/identity-error.ts";
import { LATE } from "../lib/deadline.ts";
import type { Lock } from "./lock.ts";
import { endOf, hasSameTokens, join, joinAll } from "./order.ts";
import type { Retry, Session, SessionRecord } from "./record.ts";
import { type BackOff, isRetryDue, nextForcedRefresh, nextRetry } from "./retry.ts";
import type { ExchangeResult } from "./state.ts";
import type { Store } from "./store.ts";
import { createSession, isTokenUsable, nextTurnOf, returnedTurnOf, type Tokens } from "./tokens.ts";

/** The codes of the token endpoint that end a session. After any other failure the client retries later. */
const REFUSALS: readonly SignOutReason[] = ["user-token-expired", "user-disabled", "invalid-refresh-token"];

/** Why an exchange that failed ends its session; `undefined` if the client retries later. */
export const refusalReason = (error: unknown): SignOutReason | undefined => signOutReason(error, ...REFUSALS);

/** The next attempt after a failed exchange. */
export function retryAfter(
  error: unknown,
  previous: Retry | undefined,
  now: number,
  backOff?: BackOff,
): Retry {
  // A page that was frozen or hidden ran out of time too: another tab took the lock, or the browser ended the request.
  const isStopped = error === LATE || Object(error).name === "AbortError";
  const { code = isStopped ? "timeout" : "unknown", retryAt } = error instanceof IdentityError ? error : {};
  return nextRetry(previous, now, { code, retryAt }, backOff);
}

type LiveRecord = SessionRecord & { session: Session };

/**
 * The record to exchange, inside the lock: what the tab had at the start, joined with what it and storage have now.
 * `undefined` if another tab was faster: the session has other tokens or has ended, or its exchange has just failed.
 */
export function recordToExchange(
  start: LiveRecord,
  found: SessionRecord,
  now: number,
): LiveRecord | undefined {
  const isFailureNew = found.retry?.retryAt !== start.retry?.retryAt;
  return hasSameTokens(found, start) && !(isFailureNew && !isRetryDue(found.retry, now))
    ? (found as LiveRecord)
    : undefined;
}

/** One request of an exchange, in milliseconds. */
type Attempt = { sentAt: number; answeredAt: number; isForced: boolean; backOff: BackOff };

/**
 * The record after a response: the next turn's tokens, the end of the spent token, or the time of the next attempt. The
 * lifetime counts from `sentAt`, because a page that was frozen meanwhile gets the response late.
 * @param now the time of the write. Tokens that have expired by then are no new turn, so that the failures of other tabs
 * since still count.
 */
export function recordAfter(
  spent: LiveRecord,
  answer: Tokens | { error: unknown },
  { sentAt, answeredAt, isForced, backOff }: Attempt,
  now = answeredAt,
): SessionRecord {
  const { session, retry, forced } = spent;
  try {
    if ("error" in answer) throw answer.error;
    const next = createSession(answer, sentAt, nextTurnOf(session));
    return {
      session: isTokenUsable(next, now) ? next : { ...next, turn: session.turn },
      forced: isForced ? nextForcedRefresh(forced, answeredAt, backOff) : forced,
    };
  } catch (error) {
    const reason = refusalReason(error);
    return reason
      ? endOf(session, reason)
      : { ...spent, retry: retryAfter(error, retry, answeredAt, backOff) };
  }
}

export type ExchangeParts = {
  store: Store;
  lock: Lock;
  now: () => number;
  backOff: BackOff;
  /**
   * Spends the session's refresh token, or has its custody spend it. `keep` stores a session whose refresh token a
   * former custody has returned.
   */
  exchangeToken: (
    session: Session,
    signal: AbortSignal,
    keep: (released: Session) => Promise<void>,
  ) => Promise<Tokens>;
  /** Called with a session whose custody has taken new tokens after another tab has ended or replaced it. */
  unused?: (session: Session) => void;
};

export type ExchangeStart = {
  record: LiveRecord;
  isForced: boolean;
  signal: AbortSignal;
  /** The tab's record by now. */
  current: () => SessionRecord;
};

/**
 * The only place that spends a refresh token: take the lock, read storage again, exchange once, and write. Everything
 * that other tabs must see is written before the lock is released; listeners run after it. Never rejects.
 */
export function exchangeOnce(
  { store, lock, now, backOff, exchangeToken, unused }: ExchangeParts,
  { record: start, isForced, signal, current }: ExchangeStart,
): Promise<ExchangeResult> {
  const { idToken } = start.session;
  const exchangeInLock = async (): Promise<ExchangeResult> => {
    // If storage cannot be read, the exchange continues, because the token would expire otherwise.
    const stored = await store.read().catch(() => undefined);
    const found = joinAll(current(), stored?.record, store.note(start.session));
    let spent = recordToExchange(start, found, now());
    if (!spent) return { idToken, record: found };
    const { handle } = spent.session;
    const keepReleased = async (released: Session) => {
      spent = { ...spent, session: returnedTurnOf(released) };
      // If storage refuses the released session, the exchange's result keeps it in memory.
      const kept = spent;
      await store.put(() => join(kept, current())).catch(() => undefined);
    };
    const sentAt = now();
    const answer = await exchangeToken(spent.session, signal, keepReleased).catch((error) => {
      // A closing page or an ended session is no failure, so the next exchange may start immediately. A page whose
      // custody is out of date fails alone: the other tabs can exchange.
      if (signal.aborted || hasCode(error, "custody-unavailable")) throw error;
      return { error };
    });
    const attempt = { sentAt, answeredAt: now(), isForced, backOff };
    const after = recordAfter.bind(undefined, spent, answer, attempt);
    const written = await store.put(() => join(after(now()), current())).catch(() => undefined);
    const next = after(now());
    const record = joinAll(next, written?.record, store.note(start.session));
    const isUnused =
      next.session?.handle !== handle && record.session?.generation !== start.session.generation;
    if (isUnused && next.session) unused?.(next.session);
    return { idToken, record, isOwn: hasSameTokens(record, next), isUnsaved: !written?.record };
  };
  return lock(exchangeInLock, signal).catch((error) => ({
    idToken,
    pause: retryAfter(error, start.retry, now(), backOff),
  }));
}
