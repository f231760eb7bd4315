import { describe, expect, test } from "vitest";
import { library } from "./simulation/library.ts";
import { play, scriptOf } from "./simulation/play.ts";
import { shrink } from "./simulation/shrink.ts";

const STEPS = 200;
/** About one second each. */
const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8];

describe("one browser under one seed", () => {
  test.each(SEEDS)("seed %i breaks no rule", async (seed) => {
    expect((await play(scriptOf(seed, STEPS))).violation).toBeUndefined();
  });

  test("a seed gives the same events each time", async () => {
    const first = await play(scriptOf(11, STEPS));
    await play(scriptOf(12, 40));
    const second = await play(scriptOf(11, STEPS));
    expect(second.hash).toBe(first.hash);
    expect((await play(scriptOf(12, STEPS))).hash).not.toBe(first.hash);
  });

  test("a client whose sign-out does nothing is found, and the story is short", async () => {
    const code = { ...library, signOut: async () => {} };
    const script = scriptOf(1, STEPS);
    const { violation, steps } = await play(script, code);
    expect(violation?.rule).toBe("rule 3: a sign-out wins");
    const story = await shrink(script.slice(0, steps), violation?.rule ?? "", { code });
    expect(story.map(({ kind }) => kind)).toEqual(["signsIn", "signsOut"]);
  });
});
