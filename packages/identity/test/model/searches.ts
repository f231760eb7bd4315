import { rowOf, type Search, search } from "./search.ts";
import { machine } from "./session/machine.ts";
import { type SessionBounds, sessionModel } from "./session/model.ts";

const none = { actions: 0, profiles: 0, faults: 0, clock: 0, pages: 0, clears: 0 };
const one = { tabs: 1, open: 1, ...none };
const two = { tabs: 2, open: 2, ...none };
const three = { tabs: 3, open: 3, ...none };

const session = (name: string, bounds: SessionBounds): Search => ({
  name: `${name}: ${bounds.actions} actions, ${bounds.profiles} profiles, ${bounds.faults} faults, ${bounds.clock} moves of the clock, ${bounds.pages} moves of pages`,
  row: rowOf(name, ...[bounds.actions, bounds.profiles, bounds.faults, bounds.clock, bounds.pages]),
  run: (options = {}) => search(sessionModel(machine, bounds), options),
});

/** The searches of `npm run lab -- model`; each runs to completion unless its time runs out. */
export const SEARCHES: readonly Search[] = [
  session("one tab, faults", { ...one, actions: 2, faults: 2, pages: 1 }),
  session("one tab, clock", { ...one, actions: 2, profiles: 1, faults: 1, clock: 1 }),
  session("two tabs, people", { ...two, actions: 2, profiles: 1 }),
  session("two tabs, three actions", { ...two, actions: 3 }),
  session("two tabs, faults", { ...two, actions: 1, faults: 2 }),
  session("two tabs, pages", { ...two, actions: 1, faults: 1, pages: 1 }),
  session("two tabs, clock", { ...two, actions: 1, faults: 1, clock: 1, pages: 1 }),
  session("two tabs, two people and a fault", { ...two, actions: 2, faults: 1 }),
  session("three tabs", { ...three, actions: 1, faults: 1 }),
  session("a page that opens later", { ...two, open: 1, actions: 1, faults: 1, pages: 3 }),
  session("two tabs, cleared site data", { ...two, actions: 1, faults: 1, clears: 1 }),
];

/** The searches that are short enough for `npm test`. */
export const SHORT: readonly Search[] = [
  session("one tab", { ...one, actions: 2, faults: 1 }),
  session("two tabs, faults", { ...two, actions: 1, faults: 2 }),
  session("a page that opens later", { ...two, open: 1, actions: 1, pages: 3 }),
];

/** The worlds whose keys `npm test` checks. */
export const WORLDS_OF_KEYS: readonly SessionBounds[] = [
  { ...one, actions: 2, clock: 1 },
  { ...one, actions: 1, profiles: 1, faults: 1 },
  { ...two, actions: 1, faults: 1 },
  { ...two, actions: 1, pages: 1 },
  { ...two, actions: 1, profiles: 1 },
];

/** The worlds that are searched for planted faults, smallest first. */
export const WORLDS_OF_MUTATIONS: readonly SessionBounds[] = [
  { ...two, actions: 1, faults: 1 },
  { ...one, actions: 2, faults: 1 },
  { ...one, actions: 1, pages: 2 },
  { ...one, actions: 1, clock: 1, pages: 1 },
  { ...two, actions: 1, profiles: 1 },
  { ...one, actions: 2, faults: 2, pages: 1 },
  { ...one, actions: 2, profiles: 1, faults: 1, clock: 1 },
  { ...two, actions: 2, faults: 1 },
  { ...two, actions: 2, profiles: 1 },
  { ...two, actions: 1, faults: 1, clock: 1, pages: 1 },
  { ...two, actions: 2, faults: 1, pages: 1 },
  { ...two, actions: 2, profiles: 1, faults: 1 },
];

/** The largest number of states that are searched for a planted fault. The last worlds need the most. */
export const mostStatesIn = ({ tabs, actions, profiles, faults, pages }: SessionBounds): number =>
  tabs > 1 && actions > 1 && faults > 0 && pages + profiles > 0 ? 1_000_000 : 150_000;
