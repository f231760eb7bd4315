import { test } from "vitest";
import { createRandom } from "../../../../mocks/core/random.ts";
import { randomCases } from "../../../server/test/support/whole.ts";
import { replay } from "./session/replay.ts";

const PATHS = randomCases(500);

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
    await replay(bounds, createRandom(seed).next, 30);
  }
}, 900_000);
