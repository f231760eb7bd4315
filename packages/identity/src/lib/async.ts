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

/** Runs jobs one after the other, in the order of the calls. A job that fails does not stop the next one. */
export function createQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const run = last.then(work);
    last = run.catch(() => undefined);
    return run;
  };
}

/** A list of listeners. An error in one is reported as uncaught, and the others are still called. */
export function createListeners<T>() {
  const listeners = new Set<(value: T) => void>();
  return {
    add: (listener: (value: T) => void): (() => void) => {
      // Wrap the listener, so that subscribing the same function twice makes two subscriptions.
      const own = (value: T) => listener(value);
      listeners.add(own);
      return () => listeners.delete(own);
    },
    call: (value: T): void => {
      for (const listener of [...listeners]) {
        try {
          listener(value);
        } catch (error) {
          queueMicrotask(() => {
            throw error;
          });
        }
      }
    },
  };
}
