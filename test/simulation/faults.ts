import { writeFileSync } from "node:fs";
import { type Replacement, withFault } from "../../packages/identity/test/model/mutants.ts";
import { MUTATIONS } from "../../packages/identity/test/model/mutations.ts";
import type { Library } from "./library.ts";
import { play } from "./play.ts";
import { shrink } from "./shrink.ts";
import { tell } from "./steps.ts";
import { scriptOf } from "./world.ts";

const STEPS = 100;
const TITLE = `# Planted faults, and the seeds that find them

\`npm run simulate -- --faults --table docs/security/simulated-faults.md\` plants each fault of the model's list that lies in the session's code (docs/security/seeded-faults.md), one at a time, and draws the seeds 1, 2, 3 and so on until a rule is broken. \`--seconds\` limits each search. The story is what is left after two and a half seconds of shortening.`;

const SOURCE = new URL("../../packages/identity/src/", import.meta.url);

export const FAULTS: readonly Replacement[] = MUTATIONS.flatMap((mutation) =>
  "rule" in mutation || mutation.isOfPopups
    ? []
    : [{ ...mutation, file: mutation.file.includes("/") ? mutation.file : `session/${mutation.file}` }],
);

type Found = { seed: number; seconds: number; rule: string; story: string } | undefined;

/** Runs work with a client that has one fault. */
export const withClientFault = <T>(fault: Replacement, work: (code: Library) => Promise<T>): Promise<T> =>
  withFault(SOURCE, fault, async (load) =>
    work({
      ...(await part(load, "index.ts")),
      ...(await part(load, "client/client-parts.ts")),
      ...(await part(load, "custody/index.ts")),
    } as Library),
  );

/** Draws seeds until one breaks a rule. */
const find = (fault: Replacement, mostMs: number): Promise<Found> =>
  withClientFault(fault, async (code) => {
    const started = performance.now();
    for (let seed = 1; performance.now() - started < mostMs; seed += 1) {
      const script = scriptOf(seed, STEPS);
      const { violation, steps } = await play(script, { code });
      if (!violation) continue;
      const seconds = (performance.now() - started) / 1000;
      const story = await shrink(script.slice(0, steps), violation.rule, { code, mostMs: 2500 });
      return { seed, seconds, rule: violation.rule, story: story.map(tell).join("; ") };
    }
    return undefined;
  });

const part = async (load: (module: string) => Promise<unknown>, module: string): Promise<object> => {
  const loaded = await load(module);
  if (typeof loaded !== "object" || !loaded) throw new TypeError(`${module} is no module`);
  return loaded;
};

type Options = { mostMs: number; only: string; table: string | undefined };

/** Plants each fault of the model's list that is in the client's code, and searches until a rule is broken. */
export async function searchFaults({ mostMs, only, table }: Options): Promise<void> {
  const rows: string[] = [];
  let count = 0;
  const chosen = FAULTS.filter(({ name }) => name.includes(only));
  const began = performance.now();
  for (const fault of chosen) {
    const found = await find(fault, mostMs);
    if (found) count += 1;
    const { seed = "", rule = "not found", story = "", seconds = 0 } = found ?? {};
    console.log(
      `${found ? `found in ${seconds.toFixed(1)} s (seed ${seed})` : "NOT FOUND"}: ${fault.name}: ${rule}\n  ${story}`,
    );
    rows.push(`| ${fault.name} | \`${fault.file}\` | ${rule} | ${seed} | ${story} |`);
  }
  const minutes = (performance.now() - began) / 60_000;
  console.log(`${count} of ${chosen.length} found, ${(count / minutes).toFixed(1)} per minute`);
  const head = [
    "| fault | where | broken rule | seed | shortened story |",
    "| --- | --- | --- | --- | --- |",
  ];
  const intro = `${count} of ${chosen.length} found within ${mostMs / 1000} s each.`;
  if (table) writeFileSync(table, `${[TITLE, intro, [...head, ...rows].join("\n")].join("\n\n")}\n`);
}
