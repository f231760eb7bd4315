import { expect, test } from "vitest";
import { faultNamed, faultyCode } from "./simulation/faults.ts";
import { play } from "./simulation/play.ts";
import { FALSE_ALARMS, SCENARIOS, STORIES } from "./simulation/stories/index.ts";

test.each(STORIES)("$fault: found, and the present code breaks no rule", async (story) => {
  const { fault, world, script, rule } = story;
  expect((await play(script, { world })).violation).toBeUndefined();
  const code = await faultyCode(faultNamed(fault));
  expect((await play(script, { world, ...code })).violation?.rule).toBe(rule);
});

test.each([...SCENARIOS, ...FALSE_ALARMS])("the present code breaks no rule: $name", async (scenario) => {
  const { world, script } = scenario;
  expect((await play(script, { world })).violation).toBeUndefined();
});
