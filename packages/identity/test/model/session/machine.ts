import { retryAfter } from "../../../src/http/back-off.ts";
import { recordAfter, recordToExchange } from "../../../src/session/exchange.ts";
import { dueAtOf, transition } from "../../../src/session/lifecycle.ts";
import { joinAll, nextStampAfter, nextStored } from "../../../src/session/order.ts";

const RULES = {
  /** Store: what a command finds or writes after its deadline is shown. */
  reportsAfterDeadline: true,
  /** Store: commands run one after the other. */
  isQueue: true,
  /** Store: every written record is announced to other tabs. */
  notifiesOthers: true,
  /** Store: storage that is empty after it had a record was cleared. */
  knowsClearedStorage: true,
  /** Runner: a sign-out is noted beside storage before it is stored. */
  notesSignOuts: true,
  /** Runner: all callers share one read that has not begun yet. */
  sharesReads: true,
  /** Runner: the exchange of an ended session is aborted. */
  abortsExchanges: true,
  /** Runner: a timer delayed by sleep counts as a wake. */
  knowsDelayedTimers: true,
  /** Browser: the lock has one holder. */
  hasLock: true,
};
export type Rules = Record<keyof typeof RULES, boolean>;

/**
 * The parts that the search composes: the client's own pure functions, and a model of the store, the runner and the
 * browser around them. Each rule of the model is a switch, so that a fault of that part can be seeded.
 */
export const machine = {
  transition,
  joinAll,
  nextStampAfter,
  nextStored,
  dueAtOf,
  recordAfter,
  recordToExchange,
  retryAfter,
  rules: RULES as Rules,
};
export type Machine = typeof machine;
