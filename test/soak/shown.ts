import { type History, only, type Rule, type Shown, type Verdict } from "./history.ts";
import { TABS } from "./steps.ts";
import { AGREEMENT_MS, faultSpans, type Run, runsOf, spansOf, type Truth, truthOf } from "./truth.ts";

const CLOCK_SLACK_MS = 250;

type ShownAt = { at: number; what: Shown };

const shownBy = (history: History, tab: number): ShownAt[] =>
  only(history, "shown").filter((each) => each.tab === tab);

/** A tab that wakes up or loads may still show what was true when it stopped. */
function earliest(runs: readonly Run[], at: number): number {
  const start = at - AGREEMENT_MS;
  const run = runs.findLast(({ from }) => from <= at + CLOCK_SLACK_MS);
  const wokeRecently = run?.stoppedAt !== undefined && run.from > start;
  return wokeRecently && run.stoppedAt !== undefined ? run.stoppedAt - AGREEMENT_MS : start;
}

const isTrue = (spans: readonly (Truth & { to: number })[], what: Shown, from: number, to: number): boolean =>
  spans.some((span) => span.who === what && span.from <= to && span.to >= from);

/** What each tab showed must have been true within the last five seconds. */
export function checkShown(history: History, end: number): [Verdict, Verdict] {
  const out: Verdict = {
    rule: "signed out only after a sign-out or a definite rejection",
    checks: 0,
    violations: [],
  };
  const other: Verdict = { rule: "no tab shows another user", checks: 0, violations: [] };
  const spans = spansOf(truthOf(history), end);
  for (let tab = 0; tab < TABS; tab += 1) {
    const runs = runsOf(history, tab, end);
    for (const { at, what } of shownBy(history, tab)) {
      if (what === "nothing") continue;
      const verdict = what === "signed out" ? out : other;
      verdict.checks += 1;
      if (isTrue(spans, what, earliest(runs, at), at + CLOCK_SLACK_MS)) continue;
      const truth = spans.findLast(({ from }) => from <= at)?.who;
      verdict.violations.push({
        rule: verdict.rule,
        at,
        text: `tab ${tab + 1} showed “${what}”, while the browser’s session was “${truth}”`,
      });
    }
  }
  return [out, other];
}

export type Agreement = Verdict & { longestMs: number };

/** Each running tab shows the truth within five seconds after its last change and after the last fault. */
export function checkAgreement(history: History, end: number): Agreement {
  const rule: Rule = "all tabs agree within 5 s";
  const agreement: Agreement = { rule, checks: 0, violations: [], longestMs: 0 };
  const faults = faultSpans(history, end);
  const spans = spansOf(truthOf(history), end);
  for (let tab = 0; tab < TABS; tab += 1) {
    const shown = shownBy(history, tab);
    const runs = runsOf(history, tab, end).filter(({ isImpaired }) => !isImpaired);
    const parts = runs.flatMap((run) =>
      spans
        .filter((span) => span.from < run.to && span.to > run.from)
        .flatMap((span) =>
          withoutFaults({ from: Math.max(run.from, span.from), to: Math.min(run.to, span.to) }, faults).map(
            (part) => ({ ...part, who: span.who }),
          ),
        ),
    );
    for (const { from, to, who } of parts) {
      const isTruth = (at: number) => shown.findLast((each) => each.at <= at)?.what === who;
      const agreedAt = isTruth(from)
        ? from
        : shown.find((each) => each.at > from && each.at < to && each.what === who)?.at;
      if (agreedAt !== undefined) agreement.longestMs = Math.max(agreement.longestMs, agreedAt - from);
      const deadline = from + AGREEMENT_MS;
      if (deadline + CLOCK_SLACK_MS >= to) continue;
      agreement.checks += 1;
      if (agreedAt !== undefined && agreedAt <= deadline) continue;
      const what = shown.findLast((each) => each.at <= deadline)?.what ?? "nothing";
      agreement.violations.push({
        rule,
        at: deadline,
        text: `tab ${tab + 1} still showed “${what}” after 5 s; the browser’s session is “${who}”`,
      });
    }
  }
  return agreement;
}

type Part = { from: number; to: number };

function withoutFaults(whole: Part, faults: readonly Part[]): Part[] {
  let parts = whole.from < whole.to ? [whole] : [];
  for (const fault of faults)
    parts = parts.flatMap((part) =>
      fault.to <= part.from || fault.from >= part.to
        ? [part]
        : [
            { from: part.from, to: fault.from },
            { from: fault.to, to: part.to },
          ].filter(({ from, to }) => from < to),
    );
  return parts;
}
