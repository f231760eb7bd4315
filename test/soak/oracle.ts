import { checkFlat } from "./flat.ts";
import { type History, only, type Verdict } from "./history.ts";
import { checkReasons } from "./reasons.ts";
import { checkInTime, checkOneRefresh } from "./refreshes.ts";
import { checkAgreement, checkShown } from "./shown.ts";

export type Judgment = { verdicts: Verdict[]; longestAgreementMs: number };

/** Judges a recorded history. Pure, so that a recorded log can be judged again. @param isOver the run has ended */
export function judge(history: History, end: number, isOver: boolean): Judgment {
  const sorted = history.toSorted((a, b) => a.at - b.at);
  const agreement = checkAgreement(sorted, end);
  const verdicts = [
    checkOneRefresh(sorted),
    checkReasons(sorted),
    checkInTime(sorted, end),
    ...checkShown(sorted, end),
    agreement,
    checkSteps(sorted),
    ...(isOver ? checkFlat(sorted, end) : []),
  ];
  return { verdicts, longestAgreementMs: agreement.longestMs };
}

/** For example a sign-in without a fault: a user could not have done it either. */
const checkSteps = (history: History): Verdict => {
  const rule = "every step can be carried out";
  return {
    rule,
    checks: only(history, "step").length,
    violations: only(history, "step-failed").map(({ at, text }) => ({ rule, at, text })),
  };
};
