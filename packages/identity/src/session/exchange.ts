import { createSession, type Tokens } from "./create-session.ts";
import { failedExchange, isNewer } from "./lifecycle.ts";
import type { Lock } from "./lock.ts";
import { type BackOff, hasFailedSince } from "./retry.ts";
import type { SessionEvent, SignedIn } from "./state.ts";
import type { Store } from "./store.ts";
import { generationOf, type StoredRecord } from "./stored-record.ts";

export type ExchangeParts = {
  store: Store;
  lock: Lock;
  now: () => number;
  backOff: BackOff;
  exchangeToken: (refreshToken: string, signal: AbortSignal) => Promise<Tokens>;
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
  const { forced, isRefused } = held;
  const { idToken } = held.session;
  const own = { session: held.session, retry: held.retry, forced };

  const work = async (): Promise<SessionEvent> => {
    // Storage that cannot be read is no reason to let the token expire.
    const stored = await store.read().catch(() => undefined);
    const record: StoredRecord = stored && !isNewer(held, stored) ? stored : own;
    const { session, retry } = record;
    if (session?.idToken !== idToken || hasFailedSince(held.retry, retry, now()))
      return { type: "storage-read", record };
    const next = await exchangeToken(session.refreshToken, signal)
      .then((tokens): StoredRecord => {
        const renewed = createSession(tokens, now(), session);
        return { session: { ...renewed, isSecondChance: isRefused }, forced };
      })
      .catch((error) => {
        // A page that goes, or a session that is gone, has not failed: the next one may try at once.
        if (signal.aborted) throw error;
        return failedExchange({ session, retry, forced }, error, now(), backOff);
      });
    const before = stored ?? own;
    let isStored = false;
    const isMeant = (current: StoredRecord) => {
      isStored = current.session?.idToken === before.session?.idToken && current.setAside === undefined;
      return isStored;
    };
    const renewed = (current: StoredRecord): StoredRecord => {
      // The profile may have been read in the meantime; only the tokens are ours to replace.
      const user = generationOf(current) === session.generation ? current.session?.user : undefined;
      return next.session ? { ...next, session: { ...next.session, user: user ?? session.user } } : next;
    };
    const write = next.session
      ? store.update((current) => (isMeant(current) ? renewed(current) : undefined))
      : store.end(next, isMeant);
    const written = await write.catch(() => {
      isStored = false;
      return next;
    });
    const isOvertaken = !isStored && written !== next && written.setAside === undefined;
    return isOvertaken
      ? { type: "storage-read", record: written }
      : { type: "exchanged", idToken, record: isStored ? written : next, isStored };
  };
  return lock(work, signal).catch((error): SessionEvent => {
    // Aborted, or no lock to be had: nothing for other tabs to know, and nothing to do here but wait.
    const record = failedExchange(own, error, now(), backOff);
    return { type: "exchanged", idToken, record };
  });
}
