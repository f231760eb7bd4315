import type { Tokens } from "./create-session.ts";
import { answered, isUnchanged, notExchanged, outcomeOf, renewed, secondLook } from "./exchange-steps.ts";
import type { Lock } from "./lock.ts";
import type { BackOff } from "./retry.ts";
import type { SessionEvent, SignedIn } from "./state.ts";
import type { Store } from "./store.ts";
import type { StoredRecord } from "./stored-record.ts";

export type ExchangeParts = {
  store: Store;
  lock: Lock;
  now: () => number;
  backOff: BackOff;
  /** @param idToken the token that the caller has already */
  exchangeToken: (refreshToken: string, signal: AbortSignal, idToken: string) => Promise<Tokens>;
};

/**
 * The one place where a refresh token is spent: take the lock, look again, exchange once, write only if storage holds
 * what it held. Everything other tabs must see is written before the lock is released; listeners hear of it after.
 * Resolves to the outcome, for the lifecycle to judge; never rejects.
 */
export function exchangeOnce(
  { store, lock, now, backOff, exchangeToken }: ExchangeParts,
  held: SignedIn,
  signal: AbortSignal,
): Promise<SessionEvent> {
  const { idToken } = held.session;
  const work = async (): Promise<SessionEvent> => {
    const stored = await store.read().catch(() => undefined);
    const { record, session } = secondLook(held, stored, now());
    if (!session) return { type: "exchange-overtaken", idToken, record };
    const answer = await exchangeToken(session.refreshToken, signal, idToken).catch((error) => {
      // A page that goes, or a session that is gone, has not failed: the next one may try at once.
      if (signal.aborted) throw error;
      return { error };
    });
    const next = answered({ ...record, session }, held, answer, now(), backOff);
    let isStored = false;
    const isOurs = (current: StoredRecord) => {
      isStored = isUnchanged(current, stored ?? held, held);
      return isStored;
    };
    const write = next.session
      ? store.update((current) => (isOurs(current) ? renewed(current, next) : undefined))
      : store.end(next, isOurs);
    const written = await write.catch(() => undefined);
    return outcomeOf(held, next, written, isStored);
  };
  return lock(work, signal).catch((error) => notExchanged(held, error, now(), backOff));
}
