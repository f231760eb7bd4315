import { expect, test } from "vitest";
import {
  judgeToken,
  rejectToken,
  spendForcedRefresh,
  UNSPENT,
  withPauseRestarted,
} from "../src/refresh-budget.ts";

const START = Date.UTC(2026, 0, 1);
const LONGEST_PAUSE_MS = 90_000;

test("the pause between forced refreshes is at most 90 s, and short again after ten minutes without a refresh", () => {
  let budget = rejectToken(UNSPENT, "one");
  let now = START;
  for (let count = 0; count < 30; count += 1) {
    expect(judgeToken(budget, "one", now)).toBe("force");
    budget = spendForcedRefresh(budget, now, 1);
    expect(budget.pauseMs).toBeLessThanOrEqual(LONGEST_PAUSE_MS);
    now += budget.pauseMs;
  }
  now += 600_001;
  expect(spendForcedRefresh(budget, now, 0.5).pauseMs).toBe(1_000);
});

test("a clock set back by a year does not lengthen the pause between forced refreshes", () => {
  const spent = spendForcedRefresh(rejectToken(UNSPENT, "one"), START, 0.5);
  const then = START - 365 * 86_400_000;
  const seen = withPauseRestarted(spent, then);
  expect(judgeToken(seen, "one", then)).toBe("pause");
  expect(judgeToken(seen, "one", then + 1_000)).toBe("force");
});
