import { describe, expect, test } from "vitest";
import { DIFFERENCES, outcomesOf } from "./simulation/compared/differences.mjs";
import { SCENARIOS } from "./simulation/compared/scenarios.mjs";
import { playSimulated } from "./simulation/compared/simulated.ts";

const SEEDS = Array.from({ length: 20 }, (_, index) => index + 1);
const scenarios = Object.values(SCENARIOS).flat();

describe.each(Object.entries(SCENARIOS))("%s in the simulated browser", (_, own) => {
  test.each(own)("the simulation ends with the expected outcomes for every seed: $name", async (scenario) => {
    const right = outcomesOf(scenario, "simulation");
    const seen = new Set<string>();
    for (const seed of SEEDS) {
      const said = await playSimulated(scenario, seed);
      if (right.length === 1) expect(said, `seed ${seed}`).toEqual(right[0]);
      expect(right, `seed ${seed}`).toContainEqual(said);
      seen.add(said.join("\n"));
    }
    expect(seen.size).toBe(right.length);
  });
});

test("each scenario has a name of its own, and each difference belongs to a scenario", () => {
  const names = scenarios.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(DIFFERENCES.filter(({ scenario }) => !names.includes(scenario))).toEqual([]);
});
