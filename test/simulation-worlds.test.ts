import { describe, expect, test } from "vitest";
import type { Action } from "./simulation/actions.ts";
import { play } from "./simulation/play.ts";
import type { Kind } from "./simulation/steps.ts";
import type { World } from "./simulation/world.ts";

const step = (kind: Kind, { tab = 0, who = 0, amount = 0, after = 0 }: Partial<Action> = {}): Action => ({
  ...{ kind, tab, who, amount, after, device: 0 },
  luck: 0,
});

type Story = { name: string; world: World; script: readonly Action[] };

/** What a seed once reported although the code was right. */
const FALSE_ALARMS: readonly Story[] = [
  {
    name: "the service refuses a user whose sign-in waits for storage",
    world: "devices",
    script: [
      step("opens"),
      step("storageHangs", { amount: 1 }),
      step("signsIn", { after: 3 }),
      step("disables", { after: 6 }),
    ],
  },
  {
    name: "a broken proxy exchanges the only user's token",
    world: "devices",
    script: [
      step("tokensAreShort", { amount: 3 }),
      step("signsIn"),
      step("mixesUp", { amount: 3, after: 8 }),
    ],
  },
  {
    name: "an exchange begins just before the tabs are compared",
    world: "releases",
    script: [
      step("tokensAreShort", { amount: 4 }),
      step("signsIn", { tab: 2 }),
      step("opens", { tab: 1, after: 7 }),
      step("opens"),
      step("opens", { after: 6 }),
      step("calms", { after: 2 }),
    ],
  },
];

describe("stories that broke a rule of the simulation, not of the code", () => {
  test.each(FALSE_ALARMS)("$name", async ({ world, script }) => {
    expect((await play(script, { world })).violation).toBeUndefined();
  });
});
