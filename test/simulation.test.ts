import { describe, expect, test } from "vitest";
import type { Action, Kind } from "./simulation/actions.ts";
import { type Library, library } from "./simulation/library.ts";
import { play } from "./simulation/play.ts";
import { shrink } from "./simulation/shrink.ts";
import { scriptOf } from "./simulation/world.ts";

const STEPS = 200;
/** Less than a second each. */
const SEEDS = Array.from({ length: 20 }, (_, index) => index + 1);

const step = (kind: Kind, { tab = 0, who = 0, amount = 0, after = 0 }: Partial<Action> = {}): Action => ({
  ...{ kind, tab, who, amount, after },
  luck: 0,
});

/** Each story has once broken a rule in the client's code. */
const STORIES: readonly { name: string; script: readonly Action[] }[] = [
  {
    name: "a password sign-in after an anonymous one, during the first storage read",
    script: [step("signsInAnonymously"), step("signsIn")],
  },
];

describe("one browser under one seed", () => {
  test.each(SEEDS)("seed %i breaks no rule", async (seed) => {
    expect((await play(scriptOf(seed, STEPS))).violation).toBeUndefined();
  });

  test.each(STORIES)("no rule is broken by $name", async ({ script }) => {
    expect((await play(script)).violation).toBeUndefined();
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
    const { violation, steps } = await play(script, { code });
    expect(violation?.rule).toBe("rule 3: a sign-out wins");
    const story = await shrink(script.slice(0, steps), violation?.rule ?? "", { code });
    expect(story.length).toBeLessThanOrEqual(3);
    expect(story.at(0)?.kind).toBe("signsIn");
    expect(story.at(-1)?.kind).toBe("signsOut");
  });
});

describe("two people and two devices under one seed", () => {
  const world = "devices";

  test.each(SEEDS.slice(0, 8))("seed %i breaks no rule", async (seed) => {
    expect((await play(scriptOf(seed, STEPS, world), { world })).violation).toBeUndefined();
  });

  test("a seed gives the same events each time", async () => {
    const { hash } = await play(scriptOf(3, STEPS, world), { world });
    expect((await play(scriptOf(3, STEPS, world), { world })).hash).toBe(hash);
  });

  test("a client that gives a person's account the name of another is found", async () => {
    const code: Library = {
      ...library,
      updateProfile: (client) => library.updateProfile(client, { displayName: "Alice 1" }),
    };
    const script = [
      { ...step("signsIn", { who: 1, after: 5 }), device: 1 },
      { ...step("renames"), device: 1 },
    ];
    const { violation } = await play(script, { code, world });
    expect(violation?.rule).toBe("nobody sees another person's data");
  });
});
