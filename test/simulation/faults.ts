import { withFault } from "../../packages/identity/test/model/mutants.ts";
import { MUTATIONS } from "../../packages/identity/test/model/mutations.ts";
import { DOCUMENT_MUTATIONS } from "../../packages/user-document/test/model/mutations.ts";
import { CLIENT_FAULTS, type Fault } from "./client-faults.ts";
import { CUSTODY_FAULTS } from "./custody-faults.ts";
import type { DocumentLibrary } from "./documents.ts";
import { type Found, type Planted, startClock, storyOf, tellFault, writeFaults } from "./fault-table.ts";
import type { Library } from "./library.ts";
import { type PlayOptions, play } from "./play.ts";
import { POPUP_FAULTS } from "./popup-faults.ts";
import { shrink } from "./shrink.ts";
import { tell } from "./steps.ts";
import { scriptOf } from "./world.ts";

const STEPS = 100;
const sourceOf = (name: string): URL => new URL(`../../packages/${name}/src/`, import.meta.url);

/** Of a fault that a second guard covers: the mistake in that guard, which is planted with it. */
const SECOND_GUARDS: Readonly<Record<string, string>> = {
  "tokens that expired meanwhile are shown as fresh":
    "a token that expired before its page received it is handed out",
  "a session that another tab has removed is written again":
    "what a late write has stored is forgotten, because a newer change was given",
  "a tab that has not read storage replaces a session that began later":
    "what a late write has stored is forgotten, because a newer change was given",
};

/** Faults of one file. The others are in the search's model of the code around it. */
const SEARCHED: readonly Fault[] = [
  ...MUTATIONS.flatMap((mutation) =>
    "rule" in mutation
      ? []
      : [
          {
            ...mutation,
            file: mutation.file.includes("/") ? mutation.file : `session/${mutation.file}`,
            ...(mutation.isOfPopups && { world: "popups" as const }),
          },
        ],
  ),
  ...DOCUMENT_MUTATIONS.flatMap((mutation) =>
    "rule" in mutation || mutation.source === "identity"
      ? []
      : [{ ...mutation, world: "documents" as const }],
  ),
];
export const FAULTS: readonly Fault[] = [
  ...SEARCHED,
  ...CLIENT_FAULTS,
  ...CUSTODY_FAULTS,
  ...POPUP_FAULTS,
].map((fault) => {
  const guard = [...CLIENT_FAULTS, ...CUSTODY_FAULTS].find(({ name }) => name === SECOND_GUARDS[fault.name]);
  return guard ? { ...fault, beside: guard } : fault;
});

/** Runs work with a client that has one fault. */
export const withClientFault = <T>(
  fault: Fault,
  work: (code: Pick<PlayOptions, "code" | "documents">) => Promise<T>,
): Promise<T> => {
  const { source = "identity", beside, ...own } = fault;
  const isOfOther = beside && (beside.source ?? "identity") !== source;
  if (isOfOther)
    return withClientFault(beside, (code) =>
      withClientFault({ ...own, source }, (both) => work({ ...code, ...both })),
    );
  return withFault(sourceOf(source), beside ? [fault, beside] : fault, async (load) => {
    if (source === "user-document") return work({ documents: (await load("index.ts")) as DocumentLibrary });
    const code = {
      ...(await part(load, "index.ts")),
      ...(await part(load, "client/client-parts.ts")),
      ...(await part(load, "custody/index.ts")),
    } as Library;
    return work({ code });
  });
};

/** Draws seeds until one breaks a rule. */
const find = (fault: Fault, mostMs: number): Promise<Found> =>
  withClientFault(fault, async (code) => {
    const { world = "browser" } = fault;
    const spentMs = startClock();
    for (let seed = 1; spentMs() < mostMs; seed += 1) {
      const script = scriptOf(seed, STEPS, world, fault.name);
      const { violation, steps } = await play(script, { world, ...code });
      if (!violation || (await play(script, { world })).violation) continue;
      const seconds = spentMs() / 1000;
      const story = await shrink(script.slice(0, steps), violation.rule, { world, ...code, mostMs: 2500 });
      return { seed, seconds, rule: violation.rule, story: storyOf(story.map(tell)) };
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
  const planted: Planted[] = [];
  const chosen = FAULTS.filter(({ name }) => name.includes(only));
  const began = performance.now();
  for (const fault of chosen) {
    const found = await find(fault, mostMs);
    tellFault(fault.name, found);
    planted.push({ name: fault.name, file: `${fault.source ?? "identity"}/src/${fault.file}`, found });
  }
  const minutes = (performance.now() - began) / 60_000;
  const count = planted.filter(({ found }) => found).length;
  console.log(`${count} of ${chosen.length} found, ${(count / minutes).toFixed(1)} per minute`);
  if (table) writeFaults(table, "clients", planted, mostMs);
}
