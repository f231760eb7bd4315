import { inTime, LATE } from "@tallybin/platform/deadline";
import { timers } from "@tallybin/platform/timers";

/** Equal to the time limit of a request. */
const CODE_LIMIT_MS = 30_000;

/**
 * Limits a user's wait for code: a server may accept a request and never respond, and the browser would wait for
 * minutes. The code continues to load, so the next attempt may find it at once.
 * @throws Error after 30 s
 */
export const withinCodeLimit = <Value>(loading: Promise<Value>): Promise<Value> =>
  inTime(timers, CODE_LIMIT_MS, () => loading).catch((cause) => {
    throw cause === LATE ? new Error("the code did not arrive in time") : cause;
  });
