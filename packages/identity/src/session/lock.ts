import { LATE, type Timers, withinTime } from "../lib/deadline.ts";
import { createQueue } from "../lib/queue.ts";

/** Runs work while no other holder of the same lock does. Whoever waits for another tab gives up when `signal` aborts. */
export type Lock = <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T>;

/**
 * One holder per browser. A tab that dies releases its lock by dying; one that hangs (a debugger, a
 * frozen page) would keep it for ever, so after the deadline it is taken from a holder that has been the
 * same all the while. The deadline is longer than any holder can need: its exchange is aborted before, so a
 * takeover never overlaps it.
 */
export function webLock(
  locks: Pick<LockManager, "request" | "query">,
  name: string,
  deadlineMs: number,
  timers: Timers,
): Lock {
  const alone = createQueue();
  const holder = async () => (await locks.query()).held?.find((lock) => lock.name === name)?.clientId;

  return async <T>(work: () => Promise<T>, outer: AbortSignal): Promise<T> => {
    for (let steal = false; ; ) {
      let before: string | undefined;
      const request = async (signal: AbortSignal, stop: () => void): Promise<T> => {
        // `steal` and `signal` exclude each other; a steal never waits.
        const granted = locks.request(name, steal ? { steal } : { signal }, () => {
          stop();
          // Granted in the moment in which the time ran out: nobody waits for this one any more.
          signal.throwIfAborted();
          return work();
        });
        // Asked after the request, so that tabs that ask at the same moment see the one that was granted the lock.
        granted.catch(() => undefined);
        before = await holder();
        return granted;
      };
      try {
        return await withinTime(timers, deadlineMs, request, outer);
      } catch (error) {
        // Where site data is blocked, so are locks; and there no other tab has this session.
        if (error instanceof DOMException && error.name === "SecurityError") return alone(work);
        if (error !== LATE) throw error;
        steal = before !== undefined && before === (await holder());
      }
    }
  };
}
