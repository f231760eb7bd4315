import type { RefreshedTokens } from "../api/exchange-refresh-token.ts";
import { IdentityError } from "../errors.ts";
import type { SessionEvent } from "./lifecycle.ts";
import type { Lock } from "./lock.ts";
import { isRetryDue, nextRetry, type Retry } from "./retry.ts";
import { createSession, type Session } from "./session.ts";
import type { Store } from "./store.ts";
import type { SignOutReason, StoredRecord } from "./stored-record.ts";

type ExchangeParts = {
  store: Store;
  lock: Lock;
  now: () => number;
  exchangeToken: (refreshToken: string, signal: AbortSignal) => Promise<RefreshedTokens>;
};

/**
 * The one place where a refresh token is spent: take the lock, look again, exchange once, write only
 * if nothing changed. Everything other tabs must see is written before the lock is released; listeners
 * hear of it after. Resolves to what happened, for the lifecycle to judge; never rejects.
 */
export async function exchangeOnce(
  { store, lock, now, exchangeToken }: ExchangeParts,
  seen: Session,
  after: Retry | undefined,
  signal: AbortSignal,
): Promise<SessionEvent> {
  /** Writes only while the stored session is still the one this exchange began with. */
  const compareAndSet = async (
    next: StoredRecord,
    eventOf: (written: StoredRecord) => SessionEvent,
  ): Promise<SessionEvent> => {
    let isWritten = false;
    const record = await store.update((current) => {
      isWritten = current.session?.idToken === seen.idToken;
      // The profile may have been read in the meantime; only the tokens are ours to replace.
      const user = current.session?.user ?? seen.user;
      return isWritten ? { ...next, session: next.session && { ...next.session, user } } : current;
    });
    return isWritten ? eventOf(record) : { type: "storage-read", record };
  };
  const work = async (): Promise<SessionEvent> => {
    // Storage that cannot be read cannot have been written by another tab either.
    const record = await store
      .read()
      .catch((): StoredRecord => ({ version: 1, session: seen, retry: after }));
    if (record.session?.idToken !== seen.idToken) return { type: "storage-read", record };
    const { retry: failed } = record;
    if (failed?.retryAt !== after?.retryAt && !isRetryDue(failed, now())) {
      return { type: "storage-read", record };
    }
    try {
      const session = createSession(await exchangeToken(seen.refreshToken, signal), now(), seen.user);
      return await compareAndSet({ version: 1, session }, (written) => ({
        type: "refresh-answered",
        seen: seen.idToken,
        session: written.session ?? session,
      }));
    } catch (error) {
      // A page that goes, or a session that is gone, has not failed: the next one may try at once.
      if (signal.aborted) throw error;
      const reason = reasonToEnd(error);
      if (reason) {
        return compareAndSet({ version: 1, session: null, signedOut: reason }, () => ({
          type: "refresh-refused",
          seen: seen.idToken,
          reason,
        }));
      }
      const retry = nextRetry(failed, now(), codeOf(error));
      return compareAndSet({ version: 1, session: seen, retry }, () => ({
        type: "refresh-failed",
        seen: seen.idToken,
        retry,
      }));
    }
  };
  try {
    return await lock(work, signal);
  } catch (error) {
    // Aborted, or no lock to be had: nothing to tell other tabs of, and nothing to do here but wait.
    return { type: "refresh-failed", seen: seen.idToken, retry: nextRetry(after, now(), codeOf(error)) };
  }
}

const codeOf = (error: unknown) => (error instanceof IdentityError ? error.code : "unknown");

/** The words of the token endpoint that end a session. Everything else, heard of or not, is waited out. */
function reasonToEnd(error: unknown): SignOutReason | undefined {
  if (!(error instanceof IdentityError)) return undefined;
  switch (error.code) {
    case "user-token-expired":
      return error.serverCode === "USER_NOT_FOUND" ? "user-not-found" : error.code;
    case "user-disabled":
    case "invalid-refresh-token":
      return error.code;
    default:
      return undefined;
  }
}
