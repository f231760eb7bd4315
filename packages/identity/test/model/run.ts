import { readFileSync, writeFileSync } from "node:fs";
import { readFaults } from "../support/fault-list.ts";
import { withFault } from "./mutants.ts";
import { type Found, type SearchOptions, search } from "./search.ts";
import { mostStatesIn, SEARCHES, WORLDS_OF_MUTATIONS } from "./searches.ts";
import { machine } from "./session/machine.ts";
import { type SessionBounds, sessionModel } from "./session/model.ts";

/**
 * `npm run lab -- model`: every search of `searches.ts`. `--mutations` plants each fault of the world `model` in
 * `test/simulation/faults.txt` instead, and shows the counterexample that finds it; `--table=FILE` writes them as Markdown.
 * `--seconds=600` ends each search, and `--only=TEXT` chooses searches or faults by their names. A search whose figures
 * differ from docs/generated/search-coverage.md fails.
 */
const option = (name: string) => process.argv.find((each) => each.startsWith(`--${name}=`))?.split("=")[1];
const mostSeconds = Number(option("seconds") ?? 600);
const isMeant = ({ name }: { name: string }) => name.includes(option("only") ?? "");

const told = ({ states, transitions, depth, longestFair, seconds, isComplete }: Found): string =>
  `${states.toLocaleString("en")} states, ${transitions.toLocaleString("en")} transitions, depth ${depth}, at most ${longestFair} steps to agreement, ` +
  `${seconds.toFixed(1)} s, ${Math.round(states / seconds).toLocaleString("en")} states/s, ` +
  `${isComplete ? "complete within the bounds" : "not complete"}`;

const lines = (steps: readonly string[]) => steps.map((step, index) => `  ${index + 1}. ${step}`).join("\n");

const page = readFileSync(new URL("../../../../docs/generated/search-coverage.md", import.meta.url), "utf8");

function searchAll(): void {
  for (const { name, row, run } of SEARCHES.filter(isMeant)) {
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

const optionsFor = (bounds: SessionBounds): SearchOptions => ({
  mostSeconds,
  mostStates: mostStatesIn(bounds),
});

async function searchFaults(): Promise<void> {
  const rows: string[] = [];
  const checked = new Set<SessionBounds>();
  /** A rule that the code as it is breaks would be "found" for every fault. */
  const checkPresentCode = (bounds: SessionBounds) => {
    if (checked.has(bounds)) return;
    checked.add(bounds);
    const { violation } = search(sessionModel(machine, bounds), optionsFor(bounds));
    if (!violation) return;
    console.log(`broken without a fault: ${violation.rule}\n${lines(violation.steps)}`);
    process.exitCode = 1;
  };
  let count = 0;
  const faults = readFaults().filter((fault) => fault.world === "model" && isMeant(fault));
  for (const fault of faults) {
    const { name, texts } = fault;
    const where = texts[0]?.file.split("/").at(-1);
    const faulty = await withFault(fault);
    let found: Found | undefined;
    // From the smallest world to the largest.
    for (const bounds of WORLDS_OF_MUTATIONS) {
      found = search(sessionModel(faulty, bounds), optionsFor(bounds));
      if (!found.violation) continue;
      checkPresentCode(bounds);
      break;
    }
    const { violation, states = 0 } = found ?? {};
    console.log(`${violation ? "found" : "NOT FOUND"}: ${name} (${where}, ${states} states)`);
    if (violation) console.log(`  broken: ${violation.rule}\n${lines(violation.steps)}`);
    count += violation ? 1 : 0;
    const steps = violation?.steps.join("; ") ?? "not found";
    rows.push(`| ${name} | \`${where}\` | ${violation?.rule.split(", but")[0] ?? ""} | ${steps} |`);
  }
  console.log(`${count} of ${faults.length} found`);
  if (count < faults.length) process.exitCode = 1;
  const table = option("table");
  const head = ["| fault | where | broken rule | shortest counterexample |", "| --- | --- | --- | --- |"];
  if (table) writeFileSync(table, `${[...head, ...rows].join("\n")}\n`);
}

if (process.argv.includes("--mutations")) await searchFaults();
else searchAll();
