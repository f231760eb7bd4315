import { noticeFaults } from "./notice-faults.ts";
import { type Outcome, play } from "./play.ts";
import { searchFaults } from "./search-faults.ts";
import { shrink } from "./shrink.ts";
import { wordsOf } from "./stories/read.ts";
import { scriptOf } from "./world.ts";
import { WORLDS, type World } from "./worlds.ts";

/**
 * `npm run lab -- simulate --seed N --steps M` replays one run, and `--log` prints its last events. `--minutes 60` draws
 * fresh seeds for each world in turn, and ends with a line for each. `--world devices` chooses one world. A failure
 * prints a shortened story and its seed. `--faults` plants faults instead and searches for each for at most
 * `--seconds 120`; with `--tests`, it runs the tests that import the code instead. `--world` and `--only TEXT` choose
 * faults by their world and their names, and `--table FILE` writes their rows.
 */
const text = (name: string): string | undefined => {
  const index = process.argv.indexOf(`--${name}`);
  return index < 0 ? undefined : process.argv[index + 1];
};
const number = (name: string): number | undefined =>
  text(name) === undefined ? undefined : Number(text(name));
const has = (name: string): boolean => process.argv.includes(`--${name}`);

const LAST_EVENTS = 60;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

const world = WORLDS.find((each) => each === text("world"));

/** Prints why a seed failed, in as few steps as possible. */
async function tellFailure(
  { seed, steps, world }: Run,
  { violation, steps: reached, log }: Outcome,
): Promise<void> {
  console.log(`✘ ${violation?.rule}: ${violation?.text}`);
  if (has("log")) console.log(log.slice(-LAST_EVENTS).join("\n"));
  const story = await shrink(scriptOf(seed, steps, world).slice(0, reached), violation?.rule ?? "", {
    world,
  });
  const again = await play(story, { world });
  console.log(`  ${wordsOf(story)}\n  ${again.violation?.text ?? ""}`);
  if (has("log")) console.log(again.log.join("\n"));
  console.log(`Again: npm run lab -- simulate --seed ${seed} --steps ${steps} --world ${world}`);
}

type Run = { seed: number; steps: number; world: World };

/** Plays one seed, and tells why it failed. */
async function replay(run: Run): Promise<void> {
  const outcome = await play(scriptOf(run.seed, run.steps, run.world), { world: run.world });
  console.log(`seed ${run.seed}: ${outcome.steps} steps, hash ${outcome.hash}`);
  if (!outcome.violation) return;
  process.exitCode = 1;
  await tellFailure(run, outcome);
}

type Sum = { seeds: number; steps: number; simulatedMs: number; ms: number; failed: number[] };
const rateOf = ({ seeds, steps, simulatedMs, ms }: Sum): string => {
  const perMinute = (count: number): number => Math.round((count * MINUTE_MS) / ms);
  return `${seeds} seeds; ${perMinute(steps)} steps and ${perMinute(simulatedMs / HOUR_MS)} simulated hours per minute`;
};

/** Draws seeds for each world in turn until the time is up, and lists those that failed. */
async function search(first: number, steps: number, minutes: number): Promise<void> {
  const started = performance.now();
  const worlds = world ? [world] : WORLDS;
  const sums = new Map<World, Sum>(
    worlds.map((each) => [each, { seeds: 0, steps: 0, simulatedMs: 0, ms: 0, failed: [] }]),
  );
  for (let seed = first; performance.now() - started < minutes * MINUTE_MS; seed += 1)
    for (const [each, sum] of sums) {
      const began = performance.now();
      const outcome = await play(scriptOf(seed, steps, each), { world: each });
      sum.seeds += 1;
      sum.steps += outcome.steps;
      sum.simulatedMs += outcome.simulatedMs;
      sum.ms += performance.now() - began;
      if (!outcome.violation) continue;
      process.exitCode = 1;
      sum.failed.push(seed);
      await tellFailure({ seed, steps, world: each }, outcome);
    }
  for (const [each, sum] of sums) {
    const failed = sum.failed.length === 0 ? "none failed" : `failed: ${sum.failed.join(", ")}`;
    console.log(`${each}: ${rateOf(sum)}; ${failed}`);
  }
}

if (has("faults") && has("tests")) await noticeFaults(text("only") ?? "", world, text("table"));
else if (has("faults"))
  await searchFaults({
    mostMs: (number("seconds") ?? 120) * 1000,
    only: text("only") ?? "",
    world,
    table: text("table"),
  });
else {
  const seed = number("seed") ?? Math.floor(Math.random() * 1e9);
  const steps = number("steps") ?? 200;
  const minutes = number("minutes");
  if (minutes === undefined) await replay({ seed, steps, world: world ?? "browser" });
  else await search(seed, steps, minutes);
}
