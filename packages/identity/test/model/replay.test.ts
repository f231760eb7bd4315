import { test } from "vitest";
import { replay } from "./session/replay.ts";

const PATHS = Number(process.env["MODEL_PATHS"] ?? 1000);

/** A small random number generator, so that a seed replays a path. */
const randomOf = (seed: number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b_79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

test(`the real client reaches the same states as the model on ${PATHS} random paths`, async () => {
  for (let seed = 1; seed <= PATHS; seed += 1) {
    const bounds = {
      tabs: 2,
      open: 2,
      actions: 3,
      profiles: 1,
      faults: 2,
      clock: 2,
      pages: 2,
      clears: 1,
    };
    await replay(bounds, randomOf(seed), 30);
  }
}, 900_000);
