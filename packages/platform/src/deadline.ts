import { type Timers, timers } from "./timers.ts";

/** The rejection of an operation that ran out of time. */
export const LATE = Symbol("late");

/**
 * Runs an operation with a deadline. After the deadline, the operation rejects as late and its signal aborts. The
 * signal also aborts with the outer signal. After `stop`, there is no deadline.
 * @param ms milliseconds
 */
export const inTime = <T>(
  { setTimeout }: Timers,
  ms: number,
  operation: (signal: AbortSignal, stop: () => void) => Promise<T>,
  outer?: AbortSignal,
): Promise<T> =>
  new Promise((resolve, reject) => {
    // Not `AbortSignal.any`, whose signals a browser keeps for as long as `outer` lives.
    const controller = new AbortController();
    const abort = () => controller.abort();
    const stop = setTimeout(() => {
      reject(LATE);
      abort();
    }, ms);
    if (outer?.aborted) abort();
    outer?.addEventListener("abort", abort, controller);
    operation(controller.signal, stop)
      .then(resolve, reject)
      .finally(() => {
        stop();
        // Also removes the listener.
        abort();
      });
  });

/** Resolves to the result of `work`; to `undefined` after `ms`. A later result or failure is ignored. */
export const valueInTime = <T>(work: Promise<T>, ms: number): Promise<T | undefined> =>
  inTime<T | undefined>(timers, ms, () => work).catch((cause) => {
    if (cause !== LATE) throw cause;
    return undefined;
  });
