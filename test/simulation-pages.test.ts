import { expect, test } from "vitest";
import { play } from "./simulation/play.ts";
import { step } from "./simulation/stories/index.ts";
import { scriptOf } from "./simulation/world.ts";

const world = "pages";
const STEPS = 80;

test.each([1, 2])("seed %i breaks no rule", async (seed) => {
  expect((await play(scriptOf(seed, STEPS, world), { world })).violation).toBeUndefined();
});

test("a seed gives the same events each time", async () => {
  const { hash } = await play(scriptOf(3, 60, world), { world });
  expect((await play(scriptOf(3, 60, world), { world })).hash).toBe(hash);
});

test("a page takes over the session that Google's SDK has left", async () => {
  const { log, violation } = await play([step("sdkSignsIn", { after: 5 }), step("opens", { after: 5 })], {
    world,
  });
  expect(violation).toBeUndefined();
  const events = log.join("\n");
  expect(events).toContain("the session of Google's SDK is removed");
  expect(events).toContain("page 1 shows signed-in session 1");
  expect(events).not.toContain("page 1 shows signed-out");
});
