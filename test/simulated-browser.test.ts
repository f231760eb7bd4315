import { expect, test } from "vitest";
import { outcomesOf, SCENARIOS } from "./simulation/compared/scenarios.mjs";
import { playSimulated } from "./simulation/compared/simulated.ts";

const SEEDS = Array.from({ length: 20 }, (_, index) => index + 1);

test.each([...SCENARIOS])("every seed ends with an outcome that a browser has: %s", async (_, scenarios) => {
  for (const scenario of scenarios) {
    const right = outcomesOf(scenario, "simulation");
    const seen = new Set<string>();
    for (const seed of SEEDS) {
      const said = await playSimulated(scenario, seed);
      expect.soft(right, `${scenario.name}, seed ${seed}`).toContainEqual(said);
      seen.add(said.join("\n"));
    }
    expect.soft(seen.size, scenario.name).toBe(right.length);
  }
});
