import { searchFaults } from "./faults.ts";
import { type Outcome, play } from "./play.ts";
import { searchServerFaults } from "./server-faults.ts";
import { shrink } from "./shrink.ts";
import { tell } from "./steps.ts";
import { scriptOf, WORLDS, type World } from "./world.ts";

/**
 * `npm run simulate -- --seed N --steps M` replays one run, and `--log` prints its last events. `--minutes 60` draws
 * fresh seeds. `--world devices` has two devices instead of one browser; a search without it goes through all worlds. A
 * failure prints a shortened story and its seed. `--faults` plants faults instead and searches for each for at most
 * `--seconds 120`; `--only TEXT` chooses them by their names, and `--table FILE` writes the table.
 */
const text = (name: string): string | undefined => {
  const index = process.argv.indexOf(`--${name}`);
  return index < 0 ? undefined : process.argv[index + 1];
};
const number = (name: string): number | undefined =>
  text(name) === undefined ? undefined : Number(text(name));
const has = (name: string): boolean => process.argv.includes(`--${name}`);

const LAST_EVENTS = 60;

const world = WORLDS.find((each) => each === text("world"));

/** Prints why a seed failed, in as few steps as possible. */
async function tellFailure(
  { seed, steps, world }: { seed: number; steps: number; world: World },
  { violation, steps: reached, log }: Outcome,
): Promise<void> {
  console.log(`✘ ${violation?.rule}: ${violation?.text}`);
  if (has("log")) console.log(log.slice(-LAST_EVENTS).join("\n"));
  const story = await shrink(scriptOf(seed, steps, world).slice(0, reached), violation?.rule ?? "", {
    world,
  });
  const again = await play(story, { world });
  console.log(story.map((each, index) => `  ${index + 1}. ${tell(each)}`).join("\n"));
  console.log(`  ${again.violation?.text ?? ""}`);
  if (has("log")) console.log(`${again.log.join("\n")}\n${JSON.stringify(story)}`);
  console.log(`Again: npm run simulate -- --seed ${seed} --steps ${steps} --world ${world}`);
}

async function search(first: number, steps: number, minutes: number | undefined): Promise<void> {
  const started = performance.now();
  let count = 0;
  let simulatedMs = 0;
  for (let seed = first; ; seed += 1) {
    const each = world ?? (minutes === undefined ? undefined : WORLDS[seed % WORLDS.length]) ?? "browser";
    const outcome = await play(scriptOf(seed, steps, each), { world: each });
    count += outcome.steps;
    simulatedMs += outcome.simulatedMs;
    if (minutes === undefined) console.log(`seed ${seed}: ${outcome.steps} steps, hash ${outcome.hash}`);
    if (outcome.violation) {
      process.exitCode = 1;
      await tellFailure({ seed, steps, world: each }, outcome);
    }
    if (outcome.violation || minutes === undefined || performance.now() - started > minutes * 60_000) break;
  }
  const took = (performance.now() - started) / 60_000;
  const hours = simulatedMs / 3_600_000;
  console.log(
    `${count} steps and ${Math.round(hours)} simulated hours in ${(took * 60).toFixed(1)} s: ` +
      `${Math.round(count / took)} steps and ${Math.round(hours / took)} hours per minute`,
  );
}

if (has("faults") && world === "server")
  await searchServerFaults((number("seconds") ?? 120) * 1000, text("only") ?? "");
else if (has("faults"))
  await searchFaults({
    mostMs: (number("seconds") ?? 120) * 1000,
    only: text("only") ?? "",
    table: text("table"),
  });
else
  await search(number("seed") ?? Math.floor(Math.random() * 1e9), number("steps") ?? 200, number("minutes"));
