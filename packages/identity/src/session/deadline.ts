import type { Platform } from "../options.ts";

type Timers = Pick<Platform, "setTimeout">;

/** Past this, storage counts as unavailable: a hanging database must not hold up a page. */
const DEADLINE_MS = 3000;

/** Gives a touch of storage its time. */
export const withinDeadline = <T>(platform: Timers, operation: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    operation.then(resolve, reject).finally(platform.setTimeout(() => reject(), DEADLINE_MS));
  });

/** A signal that aborts when the time is up, or another one does; `late` tells the first from the second. */
export function startTimer(platform: Timers, ms: number, outer?: AbortSignal) {
  const timer = new AbortController();
  const stop = platform.setTimeout(() => timer.abort(), ms);
  const late = timer.signal;
  return { late, signal: AbortSignal.any([late, outer ?? late]), stop };
}
