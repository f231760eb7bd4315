import { describe, expect, test } from "vitest";
import type { Action } from "./simulation/actions.ts";
import { play } from "./simulation/play.ts";
import type { Kind } from "./simulation/steps.ts";
import { FALSE_ALARMS } from "./simulation/stories/index.ts";

const step = (kind: Kind, { tab = 0, who = 0, amount = 0, after = 0 }: Partial<Action> = {}): Action => ({
  ...{ kind, tab, who, amount, after, device: 0 },
  luck: 0,
});

describe("stories that broke a rule of the simulation, not of the code", () => {
  test.each(FALSE_ALARMS)("$name", async ({ world, script }) => {
    expect((await play(script, { world })).violation).toBeUndefined();
  });
});

test("a script with two releases beside each other gives the same events each time", async () => {
  const world = "releases";
  const kinds = ["opens", "signsIn", "signsIn", "renames"] as const;
  const script = kinds.map((kind, tab) => ({ ...step(kind, { tab: tab % 2, after: 6 }), luck: tab }));
  const { hash } = await play(script, { world });
  await play(script.slice(0, 2), { world: "browser" });
  expect((await play(script, { world })).hash).toBe(hash);
});
