import { transition as popup } from "../../../src/popup/lifecycle.ts";
import * as steps from "../../../src/session/exchange-steps.ts";
import { transition } from "../../../src/session/lifecycle.ts";

/**
 * The parts that the search composes: the client's own pure functions, and a model of the store, the runner and the
 * browser around them. Each rule of the model is a switch, so that a fault of that part can be seeded.
 */
export type Machine = typeof steps & { transition: typeof transition; popup: typeof popup; rules: Rules };

const RULES = {
  /** Store: a late change writes nothing once a newer change is queued. */
  lateChangesYield: true,
  /** Store: the record that a late command found or wrote is shown. */
  lateOutcomesAreShown: true,
  /** Store: commands run one after the other. */
  isQueue: true,
  /** Store: every written record is announced to other tabs. */
  tellsOthers: true,
  /** Store: if storage refuses the write of a sign-out, the session is removed. */
  removesWhereWritesFail: true,
  /** Store: a sign-out is noted beside storage before its removal is stored. */
  notesSignOuts: true,
  /** Store: a read that a late change of its tab has outdated is repeated. */
  readsAgain: true,
  /** Runner: a record is shown only while no change is pending. */
  waitsForChanges: true,
  /** Runner: all callers share one read that has not begun yet. */
  sharesLooks: true,
  /** Runner: the exchange of an ended session is aborted. */
  abortsExchanges: true,
  /** Runner: a tab that cannot read storage trusts another tab's message that the user signed out. */
  /** Runner: a timer delayed by sleep counts as a wake. */
  knowsLateTimers: true,
  /** Browser: the lock has one holder. */
  hasLock: true,
  /** Popup's runner: an answer counts only for the session in which the popup was opened. */
  asksForTheSession: true,
  /** Popup's runner: a session that began and ended in between counts as a change. */
  remembersChanges: true,
  /** Popup's runner: a new popup cancels the tab's earlier one. */
  hasOnePopup: true,
  /** Popup's runner: a cancel makes the answer that Google checks a late one. */
  discards: true,
  /** Popup's runner: a link changes only the account that it began with. */
  linksOwnUser: true,
};
export type Rules = Record<keyof typeof RULES, boolean>;

export const machine: Machine = { ...steps, transition, popup, rules: RULES };
