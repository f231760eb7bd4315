import { setTimeout as sleep } from "node:timers/promises";
import { queryObjects } from "node:v8";
import { expect, test } from "vitest";
import { play } from "./simulation/play.ts";
import { scriptOf } from "./simulation/world.ts";

const SCRIPT = scriptOf(11, 60);
const ROUNDS = 3;

/** Counts the signals. Each count collects garbage, and Node releases more in its next turns. */
async function signals(before = Number.POSITIVE_INFINITY): Promise<number> {
  const count = queryObjects(AbortSignal, { format: "count" });
  await sleep(0);
  return count < before ? signals(count) : count;
}

// Node keeps a composite signal while it has a listener, and with it all that the listener refers to.
test("a search keeps no signal of a play that has ended", async () => {
  const counts: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    await play(SCRIPT);
    counts.push(await signals());
  }
  // What grows with the plays grows in every round. What the first plays load does not.
  const growths = counts.slice(1).map((count, index) => count - (counts[index] ?? 0));
  expect(Math.min(...growths)).toBeLessThan(5);
});
