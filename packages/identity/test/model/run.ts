import { writeFileSync } from "node:fs";
import { mutated } from "./mutants.ts";
import { MUTATIONS } from "./mutations.ts";
import { type Found, search } from "./search.ts";
import { SEARCHES, WORLDS_OF_MUTATIONS } from "./searches.ts";
import { sessionModel } from "./session/model.ts";

/**
 * `npm run test:model`: every search of `searches.ts`. `-- --mutations` seeds each fault of `mutations.ts` instead and
 * shows the counterexample that finds it; `--table=FILE` writes them as Markdown. `--seconds=600` ends each search.
 */
const option = (name: string) => process.argv.find((each) => each.startsWith(`--${name}=`))?.split("=")[1];
const mostSeconds = Number(option("seconds") ?? 600);
const only = option("only");

const told = ({ states, situations, transitions, depth, longestFair, seconds, isComplete }: Found): string =>
  `${states.toLocaleString("en")} states (${situations.toLocaleString("en")} without bounds and history), ` +
  `${transitions.toLocaleString("en")} transitions, depth ${depth}, at most ${longestFair} steps to agreement, ` +
  `${seconds.toFixed(1)} s, ${Math.round(states / seconds).toLocaleString("en")} states/s, ` +
  `${isComplete ? "complete within the bounds" : "not complete"}`;

const lines = (steps: readonly string[]) => steps.map((step, index) => `  ${index + 1}. ${step}`).join("\n");

function searchAll(): void {
  for (const { name, run } of SEARCHES) {
    if (only && !name.includes(only)) continue;
    const found = run({ mostSeconds });
    console.log(`${name}: ${told(found)}`);
    if (!found.violation) continue;
    console.log(`  broken: ${found.violation.rule}\n${lines(found.violation.steps)}`);
    process.exitCode = 1;
  }
}

async function searchMutations(): Promise<void> {
  const rows: string[] = [];
  for (const mutation of MUTATIONS) {
    if (only && !mutation.name.includes(only)) continue;
    const machine = await mutated(mutation);
    let found: Found | undefined;
    for (const bounds of WORLDS_OF_MUTATIONS) {
      try {
        found = search(sessionModel(machine, bounds), { mostStates: 150_000, mostSeconds });
      } catch (error) {
        throw new Error(`${mutation.name}: ${String(error)}`, { cause: error });
      }
      if (found.violation) break;
    }
    const { violation, states = 0 } = found ?? {};
    const where = "rule" in mutation ? `model: ${mutation.rule}` : mutation.file;
    console.log(`${violation ? "found" : "NOT FOUND"}: ${mutation.name} (${where}, ${states} states)`);
    if (violation) console.log(`  broken: ${violation.rule}\n${lines(violation.steps)}`);
    else process.exitCode = 1;
    const steps = violation?.steps.join("; ") ?? "not found";
    rows.push(`| ${mutation.name} | \`${where}\` | ${violation?.rule.split(", but")[0] ?? ""} | ${steps} |`);
  }
  const table = option("table");
  const head = ["| fault | where | broken rule | shortest counterexample |", "| --- | --- | --- | --- |"];
  if (table) writeFileSync(table, `${[...head, ...rows].join("\n")}\n`);
}

if (process.argv.includes("--mutations")) await searchMutations();
else searchAll();
