import { createRandom as createNumbers } from "../../mocks/core/random.ts";

/** A sequence of random choices that one seed determines. */
export function createRandom(seed: number) {
  const { next } = createNumbers(seed);
  return {
    /** From 0 to 1, without 1. */
    next,
    /** A whole number between two bounds, both included. */
    between: (low: number, high: number): number => low + Math.floor(next() * (high - low + 1)),
    pick: <Item>(items: readonly [Item, ...Item[]]): Item =>
      items[Math.floor(next() * items.length)] ?? items[0],
  };
}
export type Random = ReturnType<typeof createRandom>;
