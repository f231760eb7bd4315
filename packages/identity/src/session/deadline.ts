import type { Platform } from "../options.ts";

/** What an operation that has run out of time is rejected with. */
export const LATE = Symbol("late");

/**
 * Gives an operation its time: past it, the operation is rejected as late and the signal aborts. After `stop`, it
 * may take as long as it needs.
 */
export const withinTime = <T>(
  platform: Pick<Platform, "setTimeout">,
  ms: number,
  operation: (late: AbortSignal, stop: () => void) => Promise<T>,
): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = new AbortController();
    const stop = platform.setTimeout(() => {
      reject(LATE);
      timer.abort();
    }, ms);
    operation(timer.signal, stop).then(resolve, reject).finally(stop);
  });

/** Past this, storage counts as unavailable: a hanging database must not hold up a page. */
export const STORAGE_MS = 3000;
