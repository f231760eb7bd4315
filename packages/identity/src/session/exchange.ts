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
  const compareAndSet = async (next: StoredRecord, event: SessionEvent): Promise<SessionEvent> => {
    let written = false;
    const record = await store.update((current) => {
      written = current.session?.idToken === seen.idToken;
      // The profile may have been read in the meantime; only the tokens are ours to replace.
      const user = current.session?.user ?? seen.user;
      return written ? { ...next, session: next.session && { ...next.session, user } } : current;
    });
    return written ? event : { type: "storage-read", record };
  };
  const work = async (): Promise<SessionEvent> => {
    // Storage that cannot be read cannot have been written by another tab either.
    const record = await store
      .read()
      .catch((): StoredRecord => ({ version: 1, session: seen, retry: after }));
    if (record.session?.idToken !== seen.idToken) return { type: "storage-read", record };
    const { retry: failed } = record;
    if (failed?.retryAt !== after?.retryAt && !isRetryDue(failed, now()))
      return { type: "storage-read", record };
    try {
      const session = createSession(await exchangeToken(seen.refreshToken, signal), now(), seen.user);
      const event: SessionEvent = { type: "refresh-answered", seen: seen.idToken, session };
      return await compareAndSet({ version: 1, session }, event);
    } catch (error) {
      const reason = reasonToEnd(error);
      if (reason) {
        const refused: SessionEvent = { type: "refresh-refused", seen: seen.idToken, reason };
        return await compareAndSet({ version: 1, session: null, signedOut: reason }, refused);
      }
      const retry = nextRetry(failed, now(), codeOf(error));
      const event: SessionEvent = { type: "refresh-failed", seen: seen.idToken, retry };
      return await compareAndSet({ version: 1, session: seen, retry }, event);
    }
  };
  try {
    return await lock(work, signal);
  } catch (error) {
    // No lock to be had: nothing was asked of the server, so waiting is all there is to do.
    return { type: "refresh-failed", seen: seen.idToken, retry: nextRetry(after, now(), codeOf(error)) };
  }
}

const codeOf = (error: unknown) => (error instanceof IdentityError ? error.code : "unknown");

/** The words of the token endpoint that end a session. Everything else, heard of or not, is waited out. */
function reasonToEnd(error: unknown): SignOutReason | undefined {
  if (!(error instanceof IdentityError)) return undefined;
  if (error.serverCode === "USER_NOT_FOUND") return "user-not-found";
  switch (error.code) {
    case "user-token-expired":
    case "user-disabled":
    case "invalid-refresh-token":
      return error.code;
    default:
      return undefined;
  }
}
