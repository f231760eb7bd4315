import { retryAfter } from "../../../src/http/back-off.ts";
import { recordAfter, recordToExchange } from "../../../src/session/exchange.ts";
import { dueAtOf, transition } from "../../../src/session/lifecycle.ts";
import { joinAll, nextStampAfter, nextStored } from "../../../src/session/order.ts";

/** The planted faults of the store, the runner and the lock: a part that the model of these can leave out. */
const MODEL_FAULTS = [
  "what a command does after its deadline is not shown",
  "other tabs are not notified of what is stored",
  "cleared storage counts as one that was never written",
  "a sign-out is not noted beside storage",
  "two tabs hold the lock",
] as const;
export type ModelFault = (typeof MODEL_FAULTS)[number];
export const isModelFault = (name: string): name is ModelFault =>
  (MODEL_FAULTS as readonly string[]).includes(name);

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
  /** The fault that is planted in the model. */
  fault: undefined as ModelFault | undefined,
};
export type Machine = typeof machine;
