import { type History, type Observation, only, type Verdict } from "./history.ts";
import { TABS } from "./steps.ts";
import { faultSpans, runsOf, type Span, spansOf, truthOf } from "./truth.ts";

export const LIFETIME_S = 60;
/** The client refreshes a token of at most five minutes at half its life. */
const DUE_MS = (LIFETIME_S * 1000) / 2;
/** The client's first back-off. */
const BACK_OFF_MS = 30_000;
/** Differences between the clocks of proxy and page, and between a response's end and its receipt. */
export const SLACK_MS = 1_000;
/** A refresh may start this late on a busy machine. */
const LATE_MS = 10_000;
/** Another tab takes the lock of a frozen tab after 45 s. */
const FROZEN_HOLDER_MS = 50_000;

/** Sooner than a page can send another request, because it first stores the failure. */
const REPEAT_MS = 10;

export type Exchange = Extract<Observation, { kind: "exchange" }>;
/** A point in a session's life after which the next refresh has an earliest time. */
type Anchor = { endedAt: number; isGranted: boolean; text: string };

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** A tab that is gone takes its exchange with it: the next one may start at once. */
export const isCanceled = (history: History, { at, endedAt, outcome, tab }: Exchange): boolean =>
  outcome === "canceled" ||
  only(history, "tab-stops").some(
    (stop) =>
      stop.tab === tab &&
      stop.why === "gone" &&
      stop.at >= at - SLACK_MS &&
      stop.at <= endedAt + 1.5 * SLACK_MS,
  );

export const bySession = (history: History, session: number): Exchange[] =>
  only(history, "exchange")
    .filter((exchange) => exchange.session === session)
    .sort((a, b) => a.at - b.at);

/** Chromium itself repeats a request at once, up to three times, if its kept connection broke without a response. */
export const isRepeat = (before: Exchange | undefined, { tab, at }: Exchange): boolean =>
  before?.outcome === "unanswered" && before.tab === tab && at - before.endedAt < REPEAT_MS;

/**
 * Without a fault, a session's exchanges are at least a refresh period apart: one for each token. After a failure,
 * they are at least the first back-off apart, except for one attempt when the network comes back and on "Try again". A token that the
 * service refuses because its session was ended elsewhere may be exchanged at once.
 */
export function checkOneRefresh(history: History): Verdict {
  const verdict: Verdict = { rule: "one refresh per token lifetime", checks: 0, violations: [] };
  const revoked = only(history, "revoked");
  for (const began of only(history, "session-began")) {
    let anchor: Anchor = { endedAt: began.at, isGranted: true, text: "the sign-in" };
    const exchanges = bySession(history, began.session);
    for (const [index, exchange] of exchanges.entries()) {
      const gap = exchange.at - anchor.endedAt;
      const least = (anchor.isGranted ? DUE_MS : BACK_OFF_MS) - SLACK_MS;
      const isBack =
        !anchor.isGranted &&
        only(history, "early-attempt").some(({ at }) => at >= anchor.endedAt - SLACK_MS && at <= exchange.at);
      const isRefused =
        anchor.isGranted &&
        revoked.some(({ person, at }) => person === began.person && at > began.at && at < exchange.at);
      verdict.checks += 1;
      if (gap < least && !isBack && !isRefused && !isRepeat(exchanges[index - 1], exchange))
        verdict.violations.push({
          rule: verdict.rule,
          at: exchange.at,
          text: `${began.person}’s token was exchanged ${seconds(gap)} after ${anchor.text}, earliest ${seconds(least)}`,
        });
      if (isCanceled(history, exchange)) continue;
      const { endedAt, outcome } = exchange;
      anchor = { endedAt, isGranted: outcome === "granted", text: `an exchange that was ${outcome}` };
    }
  }
  return verdict;
}

const overlaps = (spans: readonly Span[], { from, to }: Span): boolean =>
  spans.some((span) => span.from < to && span.to > from);

/** Whether one tab ran for the whole time. */
const isCovered = (runs: readonly Span[], { from, to }: Span): boolean =>
  runs.some((run) => run.from <= from && run.to >= to);

/** While a tab runs and no fault is active, a token is refreshed when it is due. */
export function checkInTime(history: History, end: number): Verdict {
  const verdict: Verdict = { rule: "every token is refreshed in time", checks: 0, violations: [] };
  const faults = faultSpans(
    history.filter((each) => each.kind !== "fault-began" || each.isForTokens),
    end,
  );
  const runs = Array.from({ length: TABS }, (_, tab) =>
    runsOf(history, tab, end).filter(({ isImpaired }) => !isImpaired),
  ).flat();
  const frozen = only(history, "tab-stops").filter(({ why }) => why === "frozen");
  const current = spansOf(truthOf(history), end).filter(({ who }) => who !== "signed out");
  for (const { session, who, from: beganAt, to: endedAt } of current) {
    const exchanges = bySession(history, session);
    const granted = [
      beganAt,
      ...exchanges.filter((each) => each.outcome === "granted").map((each) => each.endedAt),
    ];
    for (const from of granted) {
      const isFreezing = frozen.some(({ at }) => at > from - FROZEN_HOLDER_MS && at < from + DUE_MS);
      const to = from + DUE_MS + LATE_MS + (isFreezing ? FROZEN_HOLDER_MS : 0);
      const window = { from: from + SLACK_MS, to };
      if (to > Math.min(end, endedAt) || overlaps(faults, window) || !isCovered(runs, window)) continue;
      verdict.checks += 1;
      if (exchanges.some(({ at }) => at > from && at <= to)) continue;
      verdict.violations.push({
        rule: verdict.rule,
        at: to,
        text: `${who}’s token was not refreshed within ${seconds(to - from)}`,
      });
    }
  }
  return verdict;
}

/** Tokens that the service issued to the browser, and the exchanges that granted them. */
export const countLifetimes = (history: History): { tokens: number; refreshes: number; attempts: number } => {
  const exchanges = only(history, "exchange");
  const refreshes = exchanges.filter(({ outcome }) => outcome === "granted").length;
  return {
    tokens: refreshes + only(history, "session-began").length,
    refreshes,
    attempts: exchanges.length,
  };
};
