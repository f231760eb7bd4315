import { retryAfter } from "../../../src/http/back-off.ts";
import { recordAfter, recordToExchange } from "../../../src/session/exchange.ts";
import { dueAtOf, transition } from "../../../src/session/lifecycle.ts";
import { joinAll, nextStampAfter, nextStored } from "../../../src/session/order.ts";

/** The client's own pure functions, which the search composes with a model of the store, the runner and the browser. */
export const machine = {
  transition,
  joinAll,
  nextStampAfter,
  nextStored,
  dueAtOf,
  recordAfter,
  recordToExchange,
  retryAfter,
};
export type Machine = typeof machine;
