import { readFileSync, writeFileSync } from "node:fs";
import { machine as documentMachine } from "../../../user-document/test/model/machine.ts";
import { documentModel } from "../../../user-document/test/model/model.ts";
import { DOCUMENT_MUTATIONS, mutatedDocument } from "../../../user-document/test/model/mutations.ts";
import {
  DOCUMENT_SEARCHES,
  WORLDS_OF_DOCUMENT_MUTATIONS,
} from "../../../user-document/test/model/searches.ts";
import { mutated } from "./mutants.ts";
import { MUTATIONS } from "./mutations.ts";
import { type Found, type SearchOptions, search } from "./search.ts";
import { mostStatesIn, SEARCHES, worldsFor } from "./searches.ts";
import { machine } from "./session/machine.ts";
import { type SessionBounds, sessionModel } from "./session/model.ts";

/**
 * `npm run lab -- model`: every search of `searches.ts`. `--mutations` seeds each fault of `mutations.ts` instead and
 * shows the counterexample that finds it; `--table=FILE` writes them as Markdown. `--seconds=600` ends each search,
 * and `--only=TEXT` chooses searches or faults by their names. A search whose figures differ from docs/generated/search-coverage.md fails.
 */
const option = (name: string) => process.argv.find((each) => each.startsWith(`--${name}=`))?.split("=")[1];
const mostSeconds = Number(option("seconds") ?? 600);
const isMeant = ({ name }: { name: string }) => name.includes(option("only") ?? "");

const told = ({ states, situations, transitions, depth, longestFair, seconds, isComplete }: Found): string =>
  `${states.toLocaleString("en")} states (${situations.toLocaleString("en")} without bounds and history), ` +
  `${transitions.toLocaleString("en")} transitions, depth ${depth}, at most ${longestFair} steps to agreement, ` +
  `${seconds.toFixed(1)} s, ${Math.round(states / seconds).toLocaleString("en")} states/s, ` +
  `${isComplete ? "complete within the bounds" : "not complete"}`;

const lines = (steps: readonly string[]) => steps.map((step, index) => `  ${index + 1}. ${step}`).join("\n");

const page = readFileSync(new URL("../../../../docs/generated/search-coverage.md", import.meta.url), "utf8");

function searchAll(): void {
  for (const { name, row, run } of [...SEARCHES, ...DOCUMENT_SEARCHES].filter(isMeant)) {
    const found = run({ mostSeconds });
    console.log(`${name}: ${told(found)}`);
    if (found.isComplete && !page.includes(row(found))) {
      console.log(`  docs/generated/search-coverage.md has other figures; this is the row: ${row(found)}`);
      process.exitCode = 1;
    }
    if (!found.violation) continue;
    console.log(`  broken: ${found.violation.rule}\n${lines(found.violation.steps)}`);
    process.exitCode = 1;
  }
}

/** A fault, its place, and its searches from the smallest world to the largest. */
type Seeded = { name: string; where: string; searches: (() => Promise<Found>)[] };
const options: SearchOptions = { mostStates: 150_000, mostSeconds };
const optionsFor = (bounds: SessionBounds): SearchOptions => ({
  mostSeconds,
  mostStates: mostStatesIn(bounds),
});

const seeded: readonly Seeded[] = [
  ...MUTATIONS.map((mutation) => ({
    name: mutation.name,
    where: "rule" in mutation ? `model: ${mutation.rule}` : mutation.file,
    searches: worldsFor(mutation).map((bounds) => async () => {
      return search(sessionModel(await mutated(mutation), bounds), optionsFor(bounds));
    }),
  })),
  ...DOCUMENT_MUTATIONS.map((mutation) => ({
    name: mutation.name,
    where: "rule" in mutation ? `model: ${mutation.rule}` : mutation.file,
    searches: WORLDS_OF_DOCUMENT_MUTATIONS.map((bounds) => async () => {
      return search(documentModel(await mutatedDocument(mutation), bounds), options);
    }),
  })),
];

/** The same searches of the code as it is. A rule that they break would be "found" for every fault. */
const control: readonly (() => Found)[] = [
  ...[...worldsFor({}), ...worldsFor({ isOfPopups: true })].map(
    (bounds) => () => search(sessionModel(machine, bounds), optionsFor(bounds)),
  ),
  ...WORLDS_OF_DOCUMENT_MUTATIONS.map(
    (bounds) => () => search(documentModel(documentMachine, bounds), options),
  ),
];

async function searchMutations(): Promise<void> {
  const rows: string[] = [];
  for (const run of control) {
    const { violation } = run();
    if (!violation) continue;
    console.log(`broken without a fault: ${violation.rule}\n${lines(violation.steps)}`);
    process.exitCode = 1;
  }
  for (const { name, where, searches } of seeded.filter(isMeant)) {
    let found: Found | undefined;
    for (const run of searches) {
      found = await run().catch((cause: unknown) => {
        throw new Error(`${name}: ${String(cause)}`, { cause });
      });
      if (found.violation) break;
    }
    const { violation, states = 0 } = found ?? {};
    console.log(`${violation ? "found" : "NOT FOUND"}: ${name} (${where}, ${states} states)`);
    if (violation) console.log(`  broken: ${violation.rule}\n${lines(violation.steps)}`);
    else process.exitCode = 1;
    const steps = violation?.steps.join("; ") ?? "not found";
    rows.push(`| ${name} | \`${where}\` | ${violation?.rule.split(", but")[0] ?? ""} | ${steps} |`);
  }
  const table = option("table");
  const head = ["| fault | where | broken rule | shortest counterexample |", "| --- | --- | --- | --- |"];
  if (table) writeFileSync(table, `${[...head, ...rows].join("\n")}\n`);
}

if (process.argv.includes("--mutations")) await searchMutations();
else searchAll();
