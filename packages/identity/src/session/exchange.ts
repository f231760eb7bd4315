import type { BackOff } from "@tallybin/platform/back-off";
import { hasCode, type SignOutReason, signOutReason } from "../errors/identity-error.ts";
import { isRetryDue, nextForcedRefresh, retryAfter } from "../http/back-off.ts";
import type { Retry } from "../http/retry.ts";
import type { Lock } from "../lib/lock.ts";
import { endOf, hasSameTokens, join, joinAll } from "./order.ts";
import type { Session, SessionRecord } from "./record.ts";
import type { ExchangeResult } from "./state.ts";
import type { Store } from "./store.ts";
import { createSession, isTokenUsable, nextTurnOf, type Tokens } from "./tokens.ts";

/**
 * Why an exchange that failed ends its session, by the codes of the token endpoint that do; `undefined` after any other
 * failure, because the client retries later.
 */
export const refusalReason = (error: unknown): SignOutReason | undefined =>
  signOutReason(error, "user-token-expired", "user-disabled", "invalid-refresh-token");

type LiveRecord = SessionRecord & { session: Session };

/**
 * The record to exchange, once this tab has the lock. `undefined` if another tab was faster: the session has other tokens
 * or has ended, or its exchange has just failed.
 * @param start the tab's record when it requested the lock
 * @param found the present record of the tab and of storage
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

/** The request of an exchange. */
type Attempt = { sentAt: number; answeredAt: number; isForced: boolean; backOff: BackOff };

/**
 * The record after a response: the next turn's tokens, the end of the spent token, or the time of the next attempt.
 * @param now the time of the write. A page that was frozen since the request may get expired tokens. They get no new turn,
 * because a new turn would end the back-off of the other tabs.
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
  /** Spends the session's refresh token, or has its custody do so. `keep` stores a session that a custody returns. */
  exchangeToken: (
    session: Session,
    signal: AbortSignal,
    keep: (released: Session) => Promise<void>,
  ) => Promise<Tokens>;
  /** Called with the new session if its custody has its tokens, but another tab has ended or replaced the session. */
  unused?: (session: Session) => void;
};

export type ExchangeStart = {
  record: LiveRecord;
  /** The last failed attempt, of this tab alone or of all. */
  retry: Retry | undefined;
  isForced: boolean;
  signal: AbortSignal;
  /** The tab's present record. */
  current: () => SessionRecord;
};

/**
 * The only place that spends a refresh token: take the lock, read storage again, exchange once, and write. The tab that
 * gets the lock next reads the result. Never rejects.
 */
export function exchangeOnce(
  { store, lock, now, backOff, exchangeToken, unused }: ExchangeParts,
  { record: start, retry, isForced, signal, current }: ExchangeStart,
): Promise<ExchangeResult> {
  const { idToken } = start.session;
  const exchangeInLock = async (): Promise<ExchangeResult> => {
    // The exchange continues if storage cannot be read, because the token would expire otherwise.
    const stored = await store.read().catch(() => undefined);
    const found = joinAll(current(), stored?.record, store.note());
    let spent = recordToExchange(start, found, now());
    if (!spent) return { idToken, record: found };
    const { handle } = spent.session;
    const keepReleased = async (released: Session) => {
      const returned = { ...spent, session: released };
      spent = returned;
      // If storage refuses it, the exchange's result has it too.
      await store.put(() => join(returned, current())).catch(() => undefined);
    };
    const sentAt = now();
    const answer = await exchangeToken(spent.session, signal, keepReleased).catch((error) => {
      // Neither an abort nor this page's outdated custody makes the other tabs wait.
      if (signal.aborted || hasCode(error, "custody-unavailable")) throw error;
      return { error };
    });
    const attempt = { sentAt, answeredAt: now(), isForced, backOff };
    const after = recordAfter.bind(undefined, spent, answer, attempt);
    const written = await store.put(() => join(after(now()), current())).catch(() => undefined);
    const next = after(now());
    const record = joinAll(next, written?.record, store.note());
    const isContinued = record.session?.generation === start.session.generation;
    if (next.session && next.session.handle !== handle && !isContinued) unused?.(next.session);
    return { idToken, record, isOwn: hasSameTokens(record, next), isUnsaved: !written?.record };
  };
  return lock(exchangeInLock, signal).catch((error) => ({
    idToken,
    pause: retryAfter(error, retry, now(), backOff),
  }));
}
