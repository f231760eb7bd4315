import { createVisited, NO_PARENT } from "./visited.ts";

/** A move of a world as a number: its kind, and its tab. */
export type Move = number;

/** The search's interface to a world. The search itself does not know sessions. */
export type Model<World> = {
  /** The worlds that the search starts from. */
  first(): World[];
  /** All possible next moves. */
  moves(world: World): Move[];
  /** Applies a move to the world, which it changes. Throws a `Violation` if a safety rule is broken. */
  apply(world: World, move: Move): void;
  /** The canonical form: equal for worlds that differ only in names and in a shift of the clock. */
  encode(world: World): string;
  decode(text: string): World;
  /** The canonical form without the remaining bounds and the history, because neither affects the possible behavior. */
  situation(world: World): string;
  /** The next move of the fault-free schedule, or `undefined` once its goal is reached. */
  fair(world: World): Move | undefined;
  /** Describes a move in one sentence, for the world before it. `order`: the place of each tab in the first world. */
  sentence(world: World, move: Move, order: readonly number[]): string;
  /** The places of the tabs in the canonical form. */
  order(world: World): readonly number[];
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
  /** Distinct states without the remaining bounds and the history. */
  situations: number;
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
  withLiveness?: boolean;
  onProgress?: (found: Found) => void;
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
  {
    mostStates = 1 << 25,
    mostSeconds = Number.POSITIVE_INFINITY,
    withLiveness = true,
    onProgress,
  }: SearchOptions,
): Found {
  const started = performance.now();
  const visited = createVisited();
  const situations = createVisited();
  const live = createLiveness(model);
  const found: Found = {
    states: 0,
    situations: 0,
    transitions: 0,
    depth: 0,
    seconds: 0,
    isComplete: false,
    longestFair: 0,
  };
  let level: [text: string, index: number][] = [];
  const seconds = () => (performance.now() - started) / 1000;
  const tell = (): Found => {
    Object.assign(found, { states: visited.size(), situations: situations.size(), seconds: seconds() });
    found.longestFair = live.longest();
    return found;
  };
  const explain = (error: unknown, index: number, ...last: Move[]): Found => {
    if (!(error instanceof Violation)) throw error;
    const steps = narrate(model, visited.rootOf(index), [...visited.pathTo(index), ...last]);
    return { ...tell(), violation: { rule: error.message, steps } };
  };

  for (const world of model.first()) {
    const text = model.encode(world);
    const index = visited.add(text, NO_PARENT, 0);
    if (index >= 0) level.push([text, index]);
  }
  while (level.length > 0) {
    const next: typeof level = [];
    for (const [text, index] of level) {
      const world = model.decode(text);
      if (withLiveness)
        try {
          if (situations.add(model.situation(world), 0, 0) >= 0) live.check(world);
        } catch (error) {
          return explain(error, index);
        }
      const moves = model.moves(world);
      for (const [place, move] of moves.entries()) {
        found.transitions += 1;
        const after = place === moves.length - 1 ? world : model.decode(text);
        try {
          model.apply(after, move);
        } catch (error) {
          return explain(error, index, move);
        }
        const key = model.encode(after);
        const added = visited.add(key, index, move);
        if (added >= 0) next.push([key, added]);
      }
      if (visited.size() >= mostStates || seconds() > mostSeconds) return tell();
    }
    level = next;
    if (level.length > 0) found.depth += 1;
    onProgress?.(tell());
  }
  return { ...tell(), isComplete: true };
}

/** Runs the fault-free schedule from each state. It must reach its goal; the states on its way are checked once. */
function createLiveness<World>(model: Model<World>) {
  const good = createVisited();
  let longest = 0;
  return {
    longest: () => longest,
    check: (from: World): void => {
      let text = model.situation(from);
      const steps: string[] = [];
      const told: string[] = [];
      for (;;) {
        if (good.has(text)) break;
        const world = model.decode(text);
        const move = model.fair(world);
        steps.push(text);
        if (move === undefined) break;
        told.push(model.sentence(world, move, [0, 1, 2]));
        if (steps.length > MOST_FAIR_MOVES)
          throw new Violation(`${AGREEMENT}, but then this goes on: ${told.slice(-4).join("; ")}`);
        model.apply(world, move);
        text = model.situation(world);
      }
      longest = Math.max(longest, steps.length);
      for (const step of steps) good.add(step, NO_PARENT, 0);
    },
  };
}

/** The path as sentences. The tabs keep the names of the first world. */
function narrate<World>(model: Model<World>, root: number, path: readonly Move[]): string[] {
  const steps: string[] = [];
  let world = model.decode(model.encode(model.first()[root] as World));
  let names: number[] = [...model.order(world).keys()];
  for (const move of path) {
    steps.push(model.sentence(world, move, names));
    try {
      model.apply(world, move);
    } catch (error) {
      if (error instanceof Violation) return steps;
      throw error;
    }
    const order = model.order(world);
    names = order.map((place) => names[place] ?? place);
    world = model.decode(model.encode(world));
  }
  return steps;
}
