import { type Found, type SearchOptions, search } from "./search.ts";
import { machine } from "./session/machine.ts";
import { type SessionBounds, sessionModel } from "./session/model.ts";

const none = { actions: 0, profiles: 0, faults: 0, clock: 0, pages: 0 };
const one = { tabs: 1, open: 1, ...none };
const two = { tabs: 2, open: 2, ...none };
const three = { tabs: 3, open: 3, ...none };

type Search = { name: string; run: (options?: SearchOptions) => Found };

const session = (name: string, bounds: SessionBounds): Search => ({
  name: `${name}: ${bounds.actions} actions, ${bounds.profiles} profiles, ${bounds.faults} faults, ${bounds.clock} moves of the clock, ${bounds.pages} moves of pages`,
  run: (options = {}) => search(sessionModel(machine, bounds), options),
});

/** The searches of `npm run test:model`; each runs to completion unless its time runs out. */
export const SEARCHES: readonly Search[] = [
  session("one tab", { ...one, actions: 2, profiles: 1, faults: 2, clock: 1, pages: 1 }),
  session("two tabs, people", { ...two, actions: 2, profiles: 1 }),
  session("two tabs, faults", { ...two, actions: 1, faults: 2 }),
  session("two tabs, pages", { ...two, actions: 1, faults: 1, pages: 1 }),
  session("two tabs, clock", { ...two, actions: 1, faults: 1, clock: 1, pages: 1 }),
  session("two tabs, two people and a fault", { ...two, actions: 2, faults: 1 }),
  session("three tabs", { ...three, actions: 1, faults: 1 }),
];

/** The searches that are short enough for `npm test`. */
export const SHORT: readonly Search[] = [
  session("one tab", { ...one, actions: 2, faults: 1 }),
  session("two tabs, two people and a fault", { ...two, actions: 2, faults: 1 }),
  session("two tabs, pages", { ...two, actions: 1, faults: 1, pages: 1 }),
  session("three tabs", { ...three, actions: 1, faults: 1 }),
];

/** The worlds that are searched for seeded faults, smallest first. */
export const WORLDS_OF_MUTATIONS: readonly SessionBounds[] = [
  { ...one, actions: 2, profiles: 1, faults: 1, clock: 1 },
  { ...one, actions: 2, faults: 2, pages: 1 },
  { ...two, actions: 1, faults: 1 },
  { ...two, actions: 2, profiles: 1 },
  { ...two, actions: 2, faults: 1 },
  { ...two, actions: 1, faults: 1, clock: 1, pages: 1 },
];
