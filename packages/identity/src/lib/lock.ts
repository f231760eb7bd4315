import type { Locks } from "@tallybin/platform/browser";
import { inTime, LATE } from "@tallybin/platform/deadline";
import { createQueue } from "@tallybin/platform/listeners";
import type { Timers } from "@tallybin/platform/timers";

/** A browser that does not name the lock's holder in this time leaves the lock where it is, in milliseconds. */
const QUERY_MS = 3000;

/** Runs work while no other holder has the same lock. A waiting call gives up when `signal` aborts. */
export type Lock = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/**
 * One holder per browser; without locks, or while the session is not shared, per tab. A tab that crashes releases its
 * lock; a tab that hangs (a debugger, a frozen page) would keep it indefinitely. After the deadline the lock is
 * therefore taken from a holder that has not changed meanwhile. The deadline is longer than any holder needs: the
 * holder's exchange is aborted earlier, so a takeover never overlaps it.
 */
export function createLock(
  platform: Timers & { locks: Locks | undefined },
  name: string,
  deadlineMs: number,
  isShared = () => true,
): Lock {
  const { locks } = platform;
  const alone = createQueue();
  /** Undefined if the browser does not answer; the lock then stays with its holder. */
  const queryHolder = async () => (await locks?.query())?.held?.find((lock) => lock.name === name)?.clientId;

  return async <T>(work: () => Promise<T>, outer?: AbortSignal): Promise<T> => {
    if (!locks || !isShared()) return alone(work);
    for (let steal = false; ; ) {
      let before: string | undefined;
      const requestLock = async (signal: AbortSignal, stop: () => void): Promise<T> => {
        // `steal` and `signal` exclude each other; a steal never waits.
        const granted = locks.request(name, steal ? { steal } : { signal }, () => {
          stop();
          // The lock was granted just as the wait timed out; the caller has gone.
          signal.throwIfAborted();
          return work();
        });
        // Query the holder after the request, so that tabs that start at the same time see which tab holds the lock.
        queryHolder().then(
          (clientId) => {
            before = clientId;
          },
          () => {},
        );
        return granted;
      };
      try {
        return await inTime(platform, deadlineMs, requestLock, outer);
      } catch (error) {
        // If site data is blocked, locks are too; no other tab then shares this session.
        if (Object(error).name === "SecurityError") return alone(work);
        if (error !== LATE) throw error;
        const now = await inTime(platform, QUERY_MS, queryHolder).catch(() => undefined);
        steal = before !== undefined && before === now;
      }
    }
  };
}
