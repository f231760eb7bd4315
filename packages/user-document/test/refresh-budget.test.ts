import fc from "fast-check";
import { expect, test } from "vitest";
import {
  judgeToken,
  rejectToken,
  spendForcedRefresh,
  UNSPENT,
  withPauseRestarted,
} from "../src/refresh-budget.ts";

const RUNS = 5_000;
const START = Date.UTC(2026, 0, 1);
/** Half of the first back-off step, the minimum with jitter. */
const SHORTEST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 90_000;

const TOKENS = ["one", "two", "three"] as const;
const step = fc.record({
  token: fc.constantFrom(...TOKENS),
  isRejected: fc.boolean(),
  random: fc.double({ min: 0, max: 1, noNaN: true }),
  jump: fc.oneof(
    fc.integer({ min: 0, max: 2_000 }),
    fc.integer({ min: 0, max: 7_200_000 }),
    fc.integer({ min: -86_400_000, max: 0 }),
  ),
});

test("two forced refreshes always have a pause between them, for any rejections, requests and clock changes", () =>
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let budget = UNSPENT;
      let now = START;
      let forwardMs = 0;
      let forcedAt = Number.NEGATIVE_INFINITY;
      for (const { token, isRejected, random, jump } of steps) {
        now += jump;
        forwardMs += Math.max(0, jump);
        if (isRejected) budget = rejectToken(budget, token);
        budget = withPauseRestarted(budget, now);
        if (judgeToken(budget, token, now) !== "force") continue;
        expect(forwardMs - forcedAt).toBeGreaterThanOrEqual(SHORTEST_PAUSE_MS);
        forcedAt = forwardMs;
        budget = spendForcedRefresh(budget, now, random);
      }
    }),
    { numRuns: RUNS },
  ));

test("a token that was not rejected is used, however many other tokens were rejected", () =>
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const spent = steps.reduce(
        (budget, { token, random }) => spendForcedRefresh(rejectToken(budget, token), START, random),
        UNSPENT,
      );
      expect(judgeToken(spent, "fresh", START)).toBe("use");
    }),
    { numRuns: RUNS },
  ));

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
