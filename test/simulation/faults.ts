import { writeFileSync } from "node:fs";
import { withFault } from "../../packages/identity/test/model/mutants.ts";
import { MUTATIONS } from "../../packages/identity/test/model/mutations.ts";
import { DOCUMENT_MUTATIONS } from "../../packages/user-document/test/model/mutations.ts";
import type { Action } from "./actions.ts";
import { CLIENT_FAULTS, type Fault } from "./client-faults.ts";
import type { DocumentLibrary } from "./documents.ts";
import type { Library } from "./library.ts";
import { type PlayOptions, play } from "./play.ts";
import { shrink } from "./shrink.ts";
import { tell } from "./steps.ts";
import { narrowScriptOf, scriptOf } from "./world.ts";

const STEPS = 100;
const TITLE = `# Planted faults, and the seeds that find them

\`npm run simulate -- --faults --table docs/security/simulated-faults.md\` plants mistakes in the code of the identity client and of the document client, one at a time: each fault of the exhaustive search that lies in one file (docs/security/seeded-faults.md), and those of \`test/simulation/client-faults.ts\` in the code that the search has only as a model. It draws the seeds 1, 2, 3 and so on until a rule is broken; a seed with an odd number has steps of a few kinds only. A seed that the present code fails too does not count. \`--seconds\` limits each search. The story is what is left after two and a half seconds of shortening.`;

const sourceOf = (name: string): URL => new URL(`../../packages/${name}/src/`, import.meta.url);

/** Faults of one file. The others are in the search's model of the code around it. */
const SEARCHED: readonly Fault[] = [
  ...MUTATIONS.flatMap((mutation) =>
    "rule" in mutation || mutation.isOfPopups
      ? []
      : [{ ...mutation, file: mutation.file.includes("/") ? mutation.file : `session/${mutation.file}` }],
  ),
  ...DOCUMENT_MUTATIONS.flatMap((mutation) =>
    "rule" in mutation || mutation.source === "identity"
      ? []
      : [{ ...mutation, world: "documents" as const }],
  ),
];
export const FAULTS: readonly Fault[] = [...SEARCHED, ...CLIENT_FAULTS];

type Found = { seed: number; seconds: number; rule: string; story: string } | undefined;

/** Runs work with a client that has one fault. */
export const withClientFault = <T>(
  fault: Fault,
  work: (code: Pick<PlayOptions, "code" | "documents">) => Promise<T>,
): Promise<T> => {
  const { source = "identity" } = fault;
  return withFault(sourceOf(source), fault, async (load) => {
    if (source === "user-document") return work({ documents: (await load("index.ts")) as DocumentLibrary });
    const code = {
      ...(await part(load, "index.ts")),
      ...(await part(load, "client/client-parts.ts")),
      ...(await part(load, "custody/index.ts")),
    } as Library;
    return work({ code });
  });
};

const draw = (seed: number, { world = "browser" }: Fault): Action[] =>
  (seed % 2 === 1 ? narrowScriptOf : scriptOf)(seed, STEPS, world);

/** Draws seeds until one breaks a rule. */
const find = (fault: Fault, mostMs: number): Promise<Found> =>
  withClientFault(fault, async (code) => {
    const { world = "browser" } = fault;
    const started = performance.now();
    for (let seed = 1; performance.now() - started < mostMs; seed += 1) {
      const script = draw(seed, fault);
      const { violation, steps } = await play(script, { world, ...code });
      if (!violation || (await play(script, { world })).violation) continue;
      const seconds = (performance.now() - started) / 1000;
      const story = await shrink(script.slice(0, steps), violation.rule, { world, ...code, mostMs: 2500 });
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
    rows.push(
      `| ${fault.name} | \`${fault.source ?? "identity"}/src/${fault.file}\` | ${rule} | ${seed} | ${story} |`,
    );
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
