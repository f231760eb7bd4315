import type { Model } from "../search.ts";
import { createApply } from "./apply.ts";
import { createBrowserModel } from "./browser.ts";
import { readWorld } from "./decode.ts";
import { UNIT_MS, writeWorld } from "./encode.ts";
import { fairMove } from "./fair.ts";
import type { Machine } from "./machine.ts";
import { sentence } from "./moves.ts";
import { session } from "./names.ts";
import { possible } from "./possible.ts";
import { type Bounds, closedTab, openTab, type Tab, type World } from "./world.ts";

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

/** The sessions of one browser, as a model to search. */
export function sessionModel(machine: Machine, bounds: SessionBounds): Model<World> {
  const apply = createApply(createBrowserModel(machine), machine);
  return {
    first: () => firstWorlds(bounds),
    moves: (world) => possible(world, machine),
    apply,
    encode: (world) => canonical(world, false).text,
    decode: readWorld,
    situation: (world) => canonical(world, true).text,
    fair: fairMove,
    sentence: (_world, move, order) => sentence(move, order),
    order: (world) => canonical(world, false).order,
  };
}

const ORDERS: Readonly<Record<number, readonly (readonly number[])[]>> = {
  1: [[0]],
  2: [
    [0, 1],
    [1, 0],
  ],
  3: [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ],
};

/** A number that renaming tabs, tokens and generations does not change. Times are multiples of the unit. */
const rankOf = ({ state, timer = 0, queue, unfinished, inbox, calls }: Tab): number =>
  ((((timer / UNIT_MS) * 8 + queue.length) * 8 + unfinished.length) * 8 + inbox.length) * 16 +
  calls.length * 2 +
  (state.record?.session ? 1 : 0);

/**
 * The smallest text among all orders of the tabs by rank; only tabs of equal rank have several orders, because writing
 * a world takes a third of the search's time. It is equal for worlds that differ only in the names of their tabs.
 */
function canonical(world: World, isSituation: boolean): { text: string; order: readonly number[] } {
  let best: { text: string; order: readonly number[] } | undefined;
  const ranks = world.tabs.map(rankOf);
  const rank = (place: number): number => ranks[place] ?? 0;
  for (const order of ORDERS[world.tabs.length] ?? []) {
    if (order.some((place, index) => rank(order[index - 1] ?? place) > rank(place))) continue;
    const text = writeWorld(world, order, isSituation);
    if (!best || text < best.text) best = { text, order };
  }
  if (!best) throw new Error("the model has one to three tabs");
  return best;
}
