export type Timers = {
  /** As the global one, but returns what cancels the timer. */
  setTimeout(callback: () => void, ms: number): () => void;
};

/** What an operation that has run out of time is rejected with. */
export const LATE = Symbol("late");

/**
 * Gives an operation its time: past it, the operation is rejected as late and the signal aborts. After `stop`, it
 * may take as long as it needs.
 */
export const withinTime = <T>(
  timers: Timers,
  ms: number,
  operation: (late: AbortSignal, stop: () => void) => Promise<T>,
): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = new AbortController();
    const stop = timers.setTimeout(() => {
      reject(LATE);
      timer.abort();
    }, ms);
    operation(timer.signal, stop).then(resolve, reject).finally(stop);
  });
