export type Timers = {
  /** Like the global function, but returns a function that cancels the timer. */
  setTimeout(callback: () => void, ms: number): () => void;
};

/** The rejection of an operation that ran out of time. */
export const LATE = Symbol("late");

/**
 * Runs an operation with a deadline. After the deadline, the operation rejects as late and its signal aborts. The
 * signal also aborts with the outer signal. After `stop`, there is no deadline.
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
