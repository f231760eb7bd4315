import { readFileSync } from "node:fs";
import { basename } from "node:path";
import type { Observation } from "./history.ts";
import { judge } from "./oracle.ts";
import { describeRun, describeViolation } from "./report.ts";

/** The observations of a log that `npm run lab -- soak` wrote; undefined if the file is none. */
function readLog(file: string): Observation[] | undefined {
  try {
    const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
    const history: Observation[] = lines.map((line) => JSON.parse(line));
    return history.length > 0 && history.every(({ at, kind }) => at > 0 && kind) ? history : undefined;
  } catch {
    return undefined;
  }
}

/** Judges a recorded log by the present rules, and prints its table. Returns the exit code. */
export function judgeAgain(file: string): number {
  const history = readLog(file);
  if (history === undefined) {
    process.stderr.write(
      `${file} is not a log of a soak run. A run prints the name of its log at its end.\n`,
    );
    return 1;
  }
  const [from = 0, to = 0] = [history[0]?.at, Math.max(...history.map(({ at }) => at))];
  const seed = Number.parseInt(basename(file), 10);
  const judgment = judge(history, to, true);
  const violations = judgment.verdicts.flatMap((verdict) => verdict.violations);
  for (const violation of violations)
    console.log(describeViolation(seed, history, violation, violation === violations[0]));
  const steps = new Map<string, number>();
  for (const each of history) if (each.kind === "step") steps.set("step", (steps.get("step") ?? 0) + 1);
  console.log(describeRun({ seed, minutes: (to - from) / 60_000, steps, history, judgment }));
  return violations.length > 0 ? 1 : 0;
}
