import { IdentityError } from "../errors/identity-error.ts";
import { signOutReason } from "../errors/sign-out-reason.ts";
import { createSession, type Tokens } from "./create-session.ts";
import type { SessionEvent } from "./lifecycle.ts";
import type { Lock } from "./lock.ts";
import { hasFailedSince, nextRetry, type Retry } from "./retry.ts";
import type { Session } from "./session.ts";
import type { Store } from "./store.ts";
import type { StoredRecord } from "./stored-record.ts";

export type ExchangeParts = {
  store: Store;
  lock: Lock;
  now: () => number;
  exchangeToken: (refreshToken: string, signal: AbortSignal) => Promise<Tokens>;
};

/**
 * The one place where a refresh token is spent: take the lock, look again, exchange once, write only
 * if nothing changed. Everything other tabs must see is written before the lock is released; listeners
 * hear of it after. Resolves to what happened, for the lifecycle to judge; never rejects.
 */
export function exchangeOnce(
  { store, lock, now, exchangeToken }: ExchangeParts,
  seen: Session,
  after: Retry | undefined,
  signal: AbortSignal,
): Promise<SessionEvent> {
  /** The failure that an error comes to, one step of the back-off after the last. */
  const failed = (error: unknown, last: Retry | undefined): StoredRecord => ({
    session: seen,
    retry:
      error instanceof IdentityError
        ? nextRetry(last, now(), error.code, error.retryAt)
        : nextRetry(last, now(), "unknown"),
  });
  const exchanged = (record: StoredRecord): SessionEvent => ({
    type: "exchanged",
    seen: seen.idToken,
    record,
  });

  const work = async (): Promise<SessionEvent> => {
    // Storage that cannot be read cannot have been written by another tab either.
    const record = await store.read().catch((): StoredRecord => ({ session: seen, retry: after }));
    const { session, retry } = record;
    if (session?.idToken !== seen.idToken || hasFailedSince(after, retry, now()))
      return { type: "storage-read", record };
    const next = await exchangeToken(seen.refreshToken, signal)
      .then((tokens): StoredRecord => ({ session: createSession(tokens, now(), seen.user) }))
      .catch((error) => {
        // A page that goes, or a session that is gone, has not failed: the next one may try at once.
        if (signal.aborted) throw error;
        // The words of the token endpoint that end a session. Everything else, heard of or not, is waited out.
        const signedOut = signOutReason(
          error,
          "user-token-expired",
          "user-disabled",
          "invalid-refresh-token",
        );
        return signedOut ? { signedOut } : failed(error, retry);
      });
    const written = await store.update((current) => {
      if (current.session?.idToken !== seen.idToken) return current;
      // The profile may have been read in the meantime; only the tokens are ours to replace.
      const { user } = current.session;
      return next.session ? { ...next, session: { ...next.session, user } } : next;
    });
    const isOurs = written.session?.idToken === next.session?.idToken;
    return isOurs ? exchanged(written) : { type: "storage-read", record: written };
  };
  // Aborted, or no lock to be had: nothing for other tabs to know, and nothing to do here but wait.
  return lock(work, signal).catch((error) => exchanged(failed(error, after)));
}
