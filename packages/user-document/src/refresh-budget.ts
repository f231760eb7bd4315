import { delayAfter } from "./backoff.ts";

/** Forced refreshes further apart than this are unrelated, and the pauses restart. */
const UNRELATED_MS = 600_000;

/** The ID token that the server rejected last, and the forced refreshes so far. */
export type RefreshBudget = {
  readonly rejected?: string;
  /** Forced refreshes in a row, the time of the last one, and the pause after it. */
  readonly count: number;
  readonly forcedAt: number;
  readonly pauseMs: number;
};

export const UNSPENT: RefreshBudget = { count: 0, forcedAt: Number.NEGATIVE_INFINITY, pauseMs: 0 };

/** Decides how to get a token: only a rejected one justifies a forced refresh. */
export const judgeToken = (
  { rejected, forcedAt, pauseMs }: RefreshBudget,
  idToken: string,
  now: number,
): "use" | "force" | "pause" => {
  if (idToken !== rejected) return "use";
  return now - forcedAt < pauseMs ? "pause" : "force";
};

export const rejectToken = (budget: RefreshBudget, rejected: string): RefreshBudget => ({
  ...budget,
  rejected,
});

/**
 * Spends one forced refresh. Each in a row lengthens the pause before the next, and no event shortens it: the refresh
 * itself announces a new token, and a page can wake any number of times.
 */
export const spendForcedRefresh = (budget: RefreshBudget, now: number, random: number): RefreshBudget => {
  const count = now - budget.forcedAt > UNRELATED_MS ? 1 : budget.count + 1;
  return { ...budget, count, forcedAt: now, pauseMs: delayAfter(count + 1, random) };
};

/** Restarts the pause if the clock was set back to before it began, because it could otherwise last for years. */
export const withPauseRestarted = (budget: RefreshBudget, now: number): RefreshBudget =>
  now < budget.forcedAt ? { ...budget, forcedAt: now } : budget;
