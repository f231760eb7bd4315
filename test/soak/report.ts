import { trendsOf } from "./flat.ts";
import { type History, only, type Violation } from "./history.ts";
import type { Judgment } from "./oracle.ts";
import { countLifetimes } from "./refreshes.ts";

export type Run = {
  seed: number;
  minutes: number;
  steps: ReadonlyMap<string, number>;
  history: History;
  judgment: Judgment;
};

const LAST_STEPS = 12;

const row = (...cells: (string | number)[]): string => `| ${cells.join(" | ")} |`;
const table = (head: readonly string[], rows: readonly string[]): string =>
  [row(...head), row(...head.map(() => "---")), ...rows].join("\n");
const mebibytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MiB`;

/** The result of a run, in Markdown. */
export function describeRun({ seed, minutes, steps, history, judgment }: Run): string {
  const { tokens, refreshes, attempts } = countLifetimes(history);
  const { heap, fromBrowser, toService } = trendsOf(history);
  const count = [...steps.values()].reduce((sum, each) => sum + each, 0);
  const violations = judgment.verdicts.reduce((sum, verdict) => sum + verdict.violations.length, 0);
  const facts = table(
    ["Run", ""],
    [
      row("seed", seed),
      row("minutes", minutes.toFixed(1)),
      row("steps", count),
      row("token lifetimes", tokens),
      row("refreshes / attempts", `${refreshes} / ${attempts}`),
      row("longest time to agreement", `${(judgment.longestAgreementMs / 1000).toFixed(1)} s`),
      row("median heap per tab, first and last third", `${mebibytes(heap.first)}, ${mebibytes(heap.last)}`),
      row(
        "most connections browser to proxy, first and last third",
        `${fromBrowser.first}, ${fromBrowser.last}`,
      ),
      row("most connections proxy to service, first and last third", `${toService.first}, ${toService.last}`),
    ],
  );
  const kinds = [...steps].sort(([a], [b]) => a.localeCompare(b)).map(([kind, times]) => row(kind, times));
  const rules = judgment.verdicts.map((verdict) =>
    row(verdict.rule, verdict.checks, verdict.violations.length),
  );
  return [
    facts,
    table(["Step", "Count"], kinds),
    table(["Rule", "Checks", "Violations"], rules),
    `${violations === 0 ? "No violation" : `${violations} violation(s)`}. Again: npm run lab -- soak --seed ${seed} --minutes ${Math.ceil(minutes)}`,
  ].join("\n\n");
}

const clock = (at: number): string => new Date(at).toISOString().slice(11, 23);

/** A violation, with the steps before it unless they are already printed. */
export function describeViolation(
  seed: number,
  history: History,
  { rule, at, text }: Violation,
  withSteps: boolean,
): string {
  const before = only(history, "step").filter((step) => step.at <= at);
  const steps = before
    .slice(withSteps ? -LAST_STEPS : before.length)
    .map((step) => `  ${clock(step.at)} ${step.number}. ${step.text}`);
  const number = before.at(-1)?.number ?? 0;
  return [`✘ ${rule}: ${text} (seed ${seed}, step ${number}, ${clock(at)})`, ...steps].join("\n");
}
