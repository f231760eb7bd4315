import { hasCode } from "../errors/identity-error.ts";
import {
  abortedOutcome,
  afterSecondRead,
  asStoredNow,
  exchangeOutcome,
  mayStoreTokens,
  nextRecord,
  withCurrentParts,
} from "./exchange-steps.ts";
import type { Lock } from "./lock.ts";
import type { BackOff } from "./retry.ts";
import type { Session, StoredRecord } from "./session.ts";
import type { SessionEvent, SessionState, SignedIn } from "./state.ts";
import type { Store } from "./store.ts";
import type { Tokens } from "./tokens.ts";

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

/**
 * The only place that spends a refresh token: take the lock, read storage again, exchange once, and write only if
 * storage is unchanged. Everything that other tabs must see is written before the lock is released; listeners run
 * after it. Resolves to the outcome for the lifecycle; never rejects.
 * @param held the state at the start
 * @param currentState returns the state of the tab by now
 */
export function exchangeOnce(
  { store, lock, now, backOff, exchangeToken, unused }: ExchangeParts,
  held: SignedIn,
  signal: AbortSignal,
  currentState: () => SessionState,
): Promise<SessionEvent> {
  const { idToken } = held.session;
  const exchangeInLock = async (): Promise<SessionEvent> => {
    const stored = await store.read().catch(() => store.noted(held.session));
    let { record, session } = afterSecondRead(held, stored, now());
    if (!session) return { type: "exchange-overtaken", idToken, record };
    let isStored = false;
    const checkUnchanged = (current: StoredRecord) => {
      isStored = mayStoreTokens(current, asStoredNow(held, currentState()));
      return isStored;
    };
    const keepReleasedSession = async (released: Session) => {
      session = released;
      // If storage refuses the released session, the exchange's outcome keeps it in memory.
      await store
        .update((current) =>
          checkUnchanged(current) ? withCurrentParts(current, { ...current, session }, now()) : undefined,
        )
        .catch(() => undefined);
    };
    const sentAt = now();
    const answer = await exchangeToken(session, signal, keepReleasedSession).catch((error) => {
      // A closing page or an ended session is no failure, so the next exchange may start immediately. A page whose
      // custody is out of date fails alone: the other tabs can exchange.
      if (signal.aborted || hasCode(error, "custody-unavailable")) throw error;
      return { error };
    });
    const next = nextRecord({ ...record, session, sentAt, now: now() }, held, answer, backOff);
    const written = await store
      .update(
        (current) => (checkUnchanged(current) ? withCurrentParts(current, next, now()) : undefined),
        !next.session,
      )
      .catch(() => undefined);
    const found = store.noted(held.session) ?? written;
    const outcome = exchangeOutcome(asStoredNow(held, currentState()), next, found, isStored);
    const isUnused = outcome.type === "exchange-overtaken" && next.session?.handle !== session.handle;
    if (isUnused && next.session) unused?.(next.session);
    return outcome;
  };
  return lock(exchangeInLock, signal).catch((error) => abortedOutcome(held, error, now(), backOff));
}
