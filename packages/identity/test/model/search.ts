import { createVisited, NO_PARENT } from "./visited.ts";

/** A move of a world as a number: its kind, and its tab. */
export type Move = number;

/** The search's interface to a world. The search itself does not know sessions. */
export type Model<World> = {
  /** The worlds that the search starts from. */
  first(): World[];
  /** All possible next moves. */
  moves(world: World): Move[];
  copy(world: World): World;
  /** Applies a move to the world, which it changes. Throws a `Violation` if a safety rule is broken. */
  apply(world: World, move: Move): void;
  /** Equal for worlds with the same future: their moves lead to equal keys and break the same rules. One is visited. */
  key(world: World): string;
  /** A copy without the remaining bounds and the history, because neither affects a schedule without faults. */
  situation(world: World): World;
  /** The next move of the fault-free schedule, or `undefined` once its goal is reached. */
  fair(world: World): Move | undefined;
  /** Describes a move in one sentence. */
  sentence(move: Move): string;
};

/** A broken rule. */
export class Violation extends Error {
  override name = "Violation";
}

const AGREEMENT = "without faults, the tabs agree and a signed-in user gets a token";
/** The fault-free schedule must reach its goal within this many moves. */
const MOST_FAIR_MOVES = 150;

export type Found = {
  states: number;
  transitions: number;
  depth: number;
  seconds: number;
  /** Whether the search has explored everything within the bounds. */
  isComplete: boolean;
  longestFair: number;
  violation?: { rule: string; steps: string[] };
};

export type SearchOptions = {
  mostStates?: number;
  mostSeconds?: number;
};

/** A search within given bounds. */
export type Search = {
  name: string;
  /** The search's row in the tables of docs/security/identity-client.md. */
  row: (found: Found) => string;
  run: (options?: SearchOptions) => Found;
};

/** A row of such a table. @param cells its first cells: the name and the bounds */
export const rowOf =
  (...cells: (string | number)[]) =>
  ({ states, longestFair }: Found): string =>
    `| ${[...cells, states.toLocaleString("en"), longestFair].join(" | ")} |`;

/** Breadth first, so that the first counterexample is one of the shortest. */
export function search<World>(
  model: Model<World>,
  { mostStates = 1 << 25, mostSeconds = Number.POSITIVE_INFINITY }: SearchOptions,
): Found {
  const started = performance.now();
  const visited = createVisited();
  const live = createLiveness(model);
  const found: Found = {
    states: 0,
    transitions: 0,
    depth: 0,
    seconds: 0,
    isComplete: false,
    longestFair: 0,
  };
  let level: [world: World, index: number][] = [];
  const seconds = () => (performance.now() - started) / 1000;
  const report = (): Found => {
    Object.assign(found, { states: visited.size(), seconds: seconds(), longestFair: live.longest() });
    return found;
  };
  const explain = (error: unknown, index: number, ...last: Move[]): Found => {
    if (!(error instanceof Violation)) throw error;
    const steps = [...visited.pathTo(index), ...last].map(model.sentence);
    return { ...report(), violation: { rule: error.message, steps } };
  };

  for (const world of model.first()) {
    const index = visited.add(model.key(world), NO_PARENT, 0);
    if (index >= 0) level.push([world, index]);
  }
  while (level.length > 0) {
    const next: typeof level = [];
    for (const [world, index] of level) {
      try {
        live.check(model.situation(world));
      } catch (error) {
        return explain(error, index);
      }
      for (const move of model.moves(world)) {
        found.transitions += 1;
        const after = model.copy(world);
        try {
          model.apply(after, move);
        } catch (error) {
          return explain(error, index, move);
        }
        const added = visited.add(model.key(after), index, move);
        if (added >= 0) next.push([after, added]);
      }
      if (visited.size() >= mostStates || seconds() > mostSeconds) return report();
    }
    level = next;
    if (level.length > 0) found.depth += 1;
  }
  return { ...report(), isComplete: true };
}

/** Runs the fault-free schedule from each state. It must reach its goal; the states on its way are checked once. */
function createLiveness<World>(model: Model<World>) {
  const good = createVisited();
  let longest = 0;
  return {
    longest: () => longest,
    /** @param world changed by the schedule */
    check: (world: World): void => {
      const keys: string[] = [];
      const sentences: string[] = [];
      for (let key = model.key(world); !good.has(key); key = model.key(world)) {
        const move = model.fair(world);
        keys.push(key);
        if (move === undefined) break;
        sentences.push(model.sentence(move));
        if (keys.length > MOST_FAIR_MOVES)
          throw new Violation(`${AGREEMENT}, but then this goes on: ${sentences.slice(-4).join("; ")}`);
        model.apply(world, move);
      }
      longest = Math.max(longest, keys.length);
      for (const key of keys) good.add(key, NO_PARENT, 0);
    },
  };
}

/** More than any search of `npm test` visits. A mistake in the code may leave no end of them. */
export const MOST_STATES = 100_000;

/**
 * Checks keys: all worlds of one key have the same next keys, break the same rules, and have the same key in the schedule
 * without faults. So the search needs to visit only one of them.
 * @returns the number of worlds that have the key of another one
 */
export function checkKeys<World>(model: Model<World>): number {
  const futures = new Map<string, string>();
  let merged = 0;
  for (let level = model.first(), next: World[] = []; level.length > 0; level = next, next = []) {
    for (const world of level) {
      const afters = model.moves(world).map((move) => {
        const after = model.copy(world);
        try {
          model.apply(after, move);
        } catch (error) {
          return { key: String(error) };
        }
        return { key: model.key(after), after };
      });
      const keys = [...new Set(afters.map(({ key }) => key))].sort();
      const future = [model.key(model.situation(world)), ...keys].join("\n");
      const key = model.key(world);
      const known = futures.get(key);
      if (futures.size > MOST_STATES) throw new Error("there is no end of worlds");
      if (known === undefined) {
        futures.set(key, future);
        next.push(...afters.flatMap(({ after }) => after ?? []));
      } else if (known === future) merged += 1;
      else throw new Error(`two worlds of one key differ: ${JSON.stringify(world)}`);
    }
  }
  return merged;
}
