import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { Action } from "./actions.ts";
import { FAULTS, faultyCode, type PlantedFault } from "./faults.ts";
import { play } from "./play.ts";
import { shrink } from "./shrink.ts";
import { wordsOf } from "./stories/read.ts";
import { scriptOf } from "./world.ts";
import type { World } from "./worlds.ts";

/** The first seed that broke a rule, and how soon. */
type Found = { seed: number; seconds: number; rule: string; story: readonly Action[] };

/** Of a seed. A step of a page takes longer. */
const stepsOf = (world: World): number => (world === "pages" ? 60 : 100);
const SHRINK_MS = 4000;
const MOST_TOLD = 12;
/** The text of a story. Few readers follow a longer one. */
const storyOf = (story: readonly Action[]): string =>
  story.length <= MOST_TOLD ? wordsOf(story) : `${story.length} steps after a short time to shorten them`;

/** Time of the processor, because other work on the machine does not count. */
function startClock(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
}

/** Draws seeds until one breaks a rule that the present code keeps. */
async function findFault(fault: PlantedFault, mostMs: number): Promise<Found | undefined> {
  const { name, world } = fault;
  const options = { world, ...(await faultyCode(fault)) };
  const spentMs = startClock();
  for (let seed = 1; spentMs() < mostMs; seed += 1) {
    const script = scriptOf(seed, stepsOf(world), world, name);
    const { violation, steps } = await play(script, options);
    if (!violation || (await play(script, { world })).violation) continue;
    const seconds = spentMs() / 1000;
    const story = await shrink(script.slice(0, steps), violation.rule, { ...options, mostMs: SHRINK_MS });
    return { seed, seconds, rule: violation.rule, story };
  }
  return undefined;
}

const HEAD = `# Planted faults, and the seeds that find them

\`npm run lab -- simulate --faults --table docs/generated/simulated-faults.md\` plants the mistakes of \`test/simulation/faults.txt\` in the code, one at a time. The exhaustive search finds some of them, too ([seeded faults](seeded-faults.md)). It draws the seeds 1, 2, 3 and so on until a rule is broken. A seed that the present code fails too does not count. Of eight seeds, two have a theme (\`test/simulation/themes.ts\`), one is a script of encounters (\`test/simulation/encounters.ts\`), one has steps of a few kinds, one of all, and three vary the stories and scenarios of \`test/simulation/stories\`, but not the fault's own story. In the world \`server\`, two are scripts of encounters, four vary stories, and none has a theme. \`--seconds\` limits each search, in time of the processor. The story is what is left after a few seconds of shortening. \`--world\` and \`--only\` search for some faults and leave the other rows.`;
const COLUMNS = [
  "| fault | world | where | broken rule | seed | shortened story |",
  "| --- | --- | --- | --- | --- | --- |",
];
const NOT_FOUND = "not found";

/** Writes the rows of the faults that were searched. The others keep theirs, and a fault that is gone loses it. */
function writeTable(page: string, searched: ReadonlyMap<string, string>): void {
  const before = existsSync(page) ? readFileSync(page, "utf8").split("\n") : [];
  const rows = FAULTS.flatMap(
    ({ name }) => searched.get(name) ?? before.find((line) => line.startsWith(`| ${name} | `)) ?? [],
  );
  const count = rows.filter((row) => !row.includes(`| ${NOT_FOUND}`)).length;
  const table = [...COLUMNS, ...rows].join("\n");
  writeFileSync(page, `${HEAD}\n\n${count} of ${rows.length} found.\n\n${table}\n`);
}

type Options = { mostMs: number; only: string; world: World | undefined; table: string | undefined };

/** Plants the faults of one world or of all, and prints each that is found within a time, also as a line of `stories.txt`. */
export async function searchFaults({ mostMs, only, world, table }: Options): Promise<void> {
  const rows = new Map<string, string>();
  const chosen = FAULTS.filter((fault) => fault.name.includes(only) && (!world || fault.world === world));
  let count = 0;
  for (const fault of chosen) {
    const { name, texts } = fault;
    const found = await findFault(fault, mostMs);
    if (found) count += 1;
    const { seed = "", rule = NOT_FOUND, story = [], seconds = 0 } = found ?? {};
    const text = storyOf(story);
    console.log(found ? `found in ${seconds.toFixed(1)} s (seed ${seed}): ${text}` : "NOT FOUND");
    console.log(`${fault.world} | ${name} | ${rule} | ${wordsOf(story)}`);
    rows.set(name, `| ${name} | ${fault.world} | \`${texts[0]?.file}\` | ${rule} | ${seed} | ${text} |`);
  }
  console.log(`${count} of ${chosen.length} found`);
  if (table) writeTable(table, rows);
}
