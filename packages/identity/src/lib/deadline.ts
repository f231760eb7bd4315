export type Timers = {
  /** As the global one, but returns what cancels the timer. */
  setTimeout(callback: () => void, ms: number): () => void;
};

/** What an operation that has run out of time is rejected with. */
export const LATE = Symbol("late");

/**
 * Gives an operation its time: past it, the operation is rejected as late and its signal aborts, as it does when the
 * outer one does. After `stop`, it may take as long as it needs.
 */
export const withinTime = <T>(
  timers: Timers,
  ms: number,
  operation: (signal: AbortSignal, stop: () => void) => Promise<T>,
  outer?: AbortSignal,
): Promise<T> =>
  new Promise((resolve, reject) => {
    const controller = new AbortController();
    const stop = timers.setTimeout(() => {
      reject(LATE);
      controller.abort();
    }, ms);
    const signal = AbortSignal.any([controller.signal, outer ?? controller.signal]);
    operation(signal, stop).then(resolve, reject).finally(stop);
  });
