import { type History, only, type Rule, type Verdict } from "./history.ts";

/** The median of the last third may exceed that of the first third by a quarter and 1 MiB. */
const HEAP_FACTOR = 1.25;
const HEAP_BYTES = 1024 * 1024;
/** The most connections at once in the last third may exceed those in the first third by two. */
const CONNECTIONS = 2;
/** Fewer samples say nothing about a trend. */
const LEAST_SAMPLES = 30;

export type Trend = { first: number; last: number; samples: number };

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const most = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b), 0);

/** A measure of the first and the last third. */
export function trendOf(values: readonly number[], measure: (part: readonly number[]) => number): Trend {
  const third = Math.ceil(values.length / 3);
  return {
    first: measure(values.slice(0, third)),
    last: measure(values.slice(-third)),
    samples: values.length,
  };
}

function check(
  rule: Rule,
  what: string,
  trend: Trend,
  { end, bound }: { end: number; bound: number },
): Verdict {
  if (trend.samples < LEAST_SAMPLES) return { rule, checks: 0, violations: [] };
  const text = `${what}: ${trend.first} in the first third, ${trend.last} in the last, at most ${Math.round(bound)}`;
  return { rule, checks: 1, violations: trend.last > bound ? [{ rule, at: end, text }] : [] };
}

export type Trends = { heap: Trend; fromBrowser: Trend; toService: Trend };

export function trendsOf(history: History): Trends {
  const connections = only(history, "connections");
  return {
    heap: trendOf(
      only(history, "heap").map(({ bytes }) => bytes),
      median,
    ),
    // Signed-out tabs need few connections, so a median would say who was signed in.
    fromBrowser: trendOf(
      connections.map(({ fromBrowser }) => fromBrowser),
      most,
    ),
    toService: trendOf(
      connections.map(({ toService }) => toService),
      most,
    ),
  };
}

/** Only at the end of a run: a trend needs its whole time. */
export function checkFlat(history: History, end: number): Verdict[] {
  const { heap, fromBrowser, toService } = trendsOf(history);
  const checkConnections = (what: string, trend: Trend) =>
    check("connections stay flat", what, trend, { end, bound: trend.first + CONNECTIONS });
  const browser = checkConnections("browser to proxy", fromBrowser);
  const service = checkConnections("proxy to service", toService);
  return [
    check("heap stays flat", "bytes per tab", heap, { end, bound: heap.first * HEAP_FACTOR + HEAP_BYTES }),
    {
      rule: "connections stay flat",
      checks: browser.checks + service.checks,
      violations: [...browser.violations, ...service.violations],
    },
  ];
}
