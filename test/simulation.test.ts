import { expect, test } from "vitest";
import { randomCases } from "../packages/server/test/support/whole.ts";
import { faultNamed, faultyCode } from "./simulation/faults.ts";
import { play } from "./simulation/play.ts";
import { shrink } from "./simulation/shrink.ts";
import { readScript } from "./simulation/stories/read.ts";
import { scriptOf } from "./simulation/world.ts";
import { WORLDS, type World } from "./simulation/worlds.ts";

/** `npm run lab -- nightly` also plays fresh seeds for twenty minutes. */
const SEEDS = randomCases(20);
const STEPS = 40;

test.each(WORLDS)(
  "no seed of the world %s breaks a rule, and a seed gives the same events again",
  async (world) => {
    const hashes: string[] = [];
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const { violation, hash } = await play(scriptOf(seed, STEPS, world), { world });
      expect(violation, `seed ${seed}`).toBeUndefined();
      hashes.push(hash);
    }
    expect(new Set(hashes).size).toBe(SEEDS);
    expect((await play(scriptOf(1, STEPS, world), { world })).hash).toBe(hashes[0]);
  },
  300_000,
);

test("plays begun at once have the clock and the timers one after the other, and give them back", async () => {
  const before = [globalThis.setTimeout, globalThis.Date];
  const script = scriptOf(1, 20);
  const { hash } = await play(script);
  const plays = await Promise.all([play(script), play(script)]);
  const after = [globalThis.setTimeout, globalThis.Date];
  expect(plays.map((outcome) => outcome.hash)).toEqual([hash, hash]);
  expect(after.map((value, index) => value === before[index])).toEqual([true, true]);
});

test("a fault is found, and its story is short", async () => {
  const code = await faultyCode(faultNamed("a sign-out does nothing"));
  const script = scriptOf(1, 200);
  const { violation, steps } = await play(script, code);
  expect(violation?.rule).toBe("rule 3: a sign-out wins");
  const story = await shrink(script.slice(0, steps), violation?.rule ?? "", code);
  expect(story.length).toBeLessThanOrEqual(3);
  expect(story.map(({ kind }) => kind)).toContainEqual(expect.stringMatching(/^signsIn/));
  expect(story.at(-1)?.kind).toBe("signsOut");
});

const popups = "popups";
/** What the log of a script has, and what it never has. */
const EVENTS: readonly { name: string; world: World; script: string; has: string[]; hasNot?: string }[] = [
  { name: "a popup signs in", world: popups, script: "popsUp after 31s", has: ["popup done"] },
  { name: "a redirect signs in", world: popups, script: "leaves after 31s", has: ["redirect done"] },
  {
    name: "a popup that the provider's policy has cut off signs in after its page has given it up",
    world: popups,
    script: "cutsPopups, popsUp amount 20s after 3.5s, becomesVisible after 31s",
    has: ["popup severed", "popup popup-closed-by-user", "popup done"],
  },
  {
    name: "a page in the window of a popup signs nobody in",
    world: popups,
    script: "popsUp amount 20s after 3.5s, intrudes after 31s",
    has: ["popup invalid-credential"],
  },
  {
    name: "a page in the window of a redirect signs nobody in",
    world: popups,
    script: "leaves amount 20s after 3.5s, intrudes after 31s",
    has: ["redirect invalid-credential"],
  },
  {
    name: "a page takes over the session that Google's SDK has left",
    world: "pages",
    script: "sdkSignsIn after 300ms, opens after 300ms",
    has: ["the session of Google's SDK is removed", "page 1 shows signed-in session 1"],
    hasNot: "page 1 shows signed-out",
  },
];

test.each(EVENTS)("$name", async ({ world, script, has, hasNot }) => {
  const { violation, log } = await play(readScript(script), { world });
  expect(violation).toBeUndefined();
  const places = has.map((event) => log.findIndex((line) => line.endsWith(event)));
  expect(places).not.toContain(-1);
  if (hasNot) expect(log.join("\n")).not.toContain(hasNot);
});
