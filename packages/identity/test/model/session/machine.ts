import * as steps from "../../../src/session/exchange-steps.ts";
import { transition } from "../../../src/session/lifecycle.ts";

/**
 * What the search composes: the client's own pure functions, and what the store, the runner and the browser around them
 * are modeled to do. Each rule of the model is a switch, so that a fault of that part can be seeded.
 */
export type Machine = typeof steps & { transition: typeof transition; rules: Rules };

const RULES = {
  /** Store: a change that is late writes nothing once a later change was given. */
  lateChangesYield: true,
  /** Store: the record that a late command found or left is shown. */
  lateOutcomesAreShown: true,
  /** Store: one command after the other. */
  isQueue: true,
  /** Store: other tabs are told of every record that is written. */
  tellsOthers: true,
  /** Store: a session is taken out by a removal where storage refuses the write. */
  removesWhereWritesFail: true,
  /** Store: a read that a late change of its tab has outdated is made again. */
  readsAgain: true,
  /** Runner: a record is shown only while no change is under way. */
  waitsForChanges: true,
  /** Runner: a look that has not begun yet does for all who ask for one. */
  sharesLooks: true,
  /** Runner: an exchange whose session is gone is aborted. */
  abortsExchanges: true,
  /** Runner: a tab that cannot read storage takes another tab's word that the user signed out. */
  takesTheWord: true,
  /** Runner: a timer held up by sleep counts as a wake. */
  knowsLateTimers: true,
  /** Browser: the lock has one holder. */
  hasLock: true,
};
export type Rules = Record<keyof typeof RULES, boolean>;

export const machine: Machine = { ...steps, transition, rules: RULES };
