import type { Model } from "../search.ts";
import { createApply } from "./apply.ts";
import { createBrowserModel } from "./browser.ts";
import { fairMove } from "./fair.ts";
import { createKey } from "./key.ts";
import type { Machine } from "./machine.ts";
import { sentence } from "./moves.ts";
import { session } from "./names.ts";
import { possible } from "./possible.ts";
import { type Bounds, closedTab, copyOf, openTab, type World } from "./world.ts";

export type SessionBounds = Bounds & {
  /** The number of pages, and how many of them are open at the start. */
  tabs: number;
  open: number;
};

const START = 1000 * 3_600_000;

/** Two first worlds: Alice's session is stored, or nothing is. Each open page has just started. */
export function firstWorlds({ tabs, open, ...bounds }: SessionBounds): World[] {
  const world = (isStored: boolean): World => ({
    now: START,
    tabs: Array.from({ length: tabs }, (_, index) => (index < open ? openTab() : closedTab())),
    stored: isStored
      ? { session: session({ user: 0, token: 0 }, { stamp: START, generation: "g0" }, START) }
      : undefined,
    isForeign: false,
    exchanges: [],
    bounds: { ...bounds },
    note: 0,
    tick: 1,
    last: isStored ? "g0" : "",
    isTroubled: false,
    signedOut: [],
    ended: [],
    forced: [],
    nextToken: isStored ? 1 : 0,
    nextGeneration: isStored ? 1 : 0,
    hasHistory: true,
  });
  return [world(true), world(false)];
}

const NO_BOUNDS: Bounds = { actions: 0, profiles: 0, faults: 0, clock: 0, pages: 0, clears: 0 };

/** The sessions of one browser, as a model to search. */
export function sessionModel(machine: Machine, bounds: SessionBounds): Model<World> {
  return {
    first: () => firstWorlds(bounds),
    moves: possible,
    copy: copyOf,
    apply: createApply(createBrowserModel(machine)),
    key: createKey(machine),
    situation: (world) => ({ ...copyOf(world), bounds: { ...NO_BOUNDS }, hasHistory: false }),
    fair: fairMove,
    sentence,
  };
}
