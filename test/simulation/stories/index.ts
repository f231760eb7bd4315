import type { Action } from "../actions.ts";
import type { World } from "../worlds.ts";
import { readStories } from "./read.ts";

/** A script that breaks a rule if the named fault is in the code. */
type Story = { fault: string; rule: string; world: World; script: readonly Action[] };
/** A script of trouble that real users have. It belongs to no fault, and the search varies it for every fault. */
type Scenario = { name: string; world: World; script: readonly Action[] };

/** The present code breaks no rule with any of these. Many have once broken one in it. */
export const STORIES: readonly Story[] = readStories("stories.txt").map(({ name, ...story }) => ({
  ...story,
  fault: name,
}));

/** The present code breaks no rule with any of these, either. */
export const SCENARIOS: readonly Scenario[] = readStories("scenarios.txt");

/** What a seed once reported although the code was right. */
export const FALSE_ALARMS: readonly Scenario[] = readStories("false-alarms.txt");
