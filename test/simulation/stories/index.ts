import { readStories } from "./read.ts";
import { SESSIONS_STORIES } from "./sessions.ts";
import { STORAGE_STORIES } from "./storage.ts";
import type { Scenario, Story } from "./story.ts";

export { type Story, step } from "./story.ts";

/** The present code breaks no rule with any of these. Many have once broken one in it. */
export const STORIES: readonly Story[] = [
  ...STORAGE_STORIES,
  ...SESSIONS_STORIES,
  ...readStories("stories.txt").map(({ name, ...story }) => ({ ...story, fault: name })),
];

/** The present code breaks no rule with any of these, either. */
export const SCENARIOS: readonly Scenario[] = readStories("scenarios.txt");

/** What a seed once reported although the code was right. */
export const FALSE_ALARMS: readonly Scenario[] = readStories("false-alarms.txt");
