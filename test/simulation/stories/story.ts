import type { Action } from "../actions.ts";
import type { Kind } from "../steps.ts";
import type { World } from "../worlds.ts";

/** One step. Every number that is not given is 0. */
export const step = (kind: Kind, numbers: Partial<Action> = {}): Action => ({
  ...{ kind, tab: 0, who: 0, amount: 0, after: 0, luck: 0 },
  ...numbers,
});

/** A script that breaks a rule if the named fault is in the code. */
export type Story = { fault: string; rule: string; world?: World; script: readonly Action[] };

/** A script of trouble that real users have. It belongs to no fault, and the search varies it for every fault. */
export type Scenario = { name: string; world?: World; script: readonly Action[] };
