import type { Metric, Registry } from "prom-client";

/** The limits of the buckets in seconds, from the time of a prepared page to the longest timeout of an API call. */
const BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

type Series = { labels: Record<string, string>; sum: number; counts: number[] };

function seriesValuesOf(name: string, { labels, sum, counts }: Series) {
  let count = 0;
  const buckets = counts.map((more, n) => {
    count += more;
    return { metricName: `${name}_bucket`, labels: { le: BUCKETS[n] ?? "+Inf", ...labels }, value: count };
  });
  const total = { metricName: `${name}_count`, labels, value: count };
  return [...buckets, { metricName: `${name}_sum`, labels, value: sum }, total];
}

/**
 * A histogram of durations. It counts for itself, because prom-client's own looks up its labels at each observation,
 * which costs ten times as much.
 * @returns counts one duration, under its labels' values with a space between two
 */
export function createDurations(
  { name, help, labelNames }: { name: string; help: string; labelNames: string[] },
  registers: Registry[],
): (labels: string, seconds: number) => void {
  const all = new Map<string, Series>();
  const beginSeries = (key: string): Series => {
    const values = key.split(" ");
    const labels = Object.fromEntries(labelNames.map((label, n) => [label, values[n] ?? ""]));
    const series = { labels, sum: 0, counts: Array<number>(BUCKETS.length + 1).fill(0) };
    all.set(key, series);
    return series;
  };
  const readMetric = async () => ({
    ...{ name, help, type: "histogram", aggregator: "sum" },
    values: [...all.values()].flatMap((series) => seriesValuesOf(name, series)),
  });
  // A registry asks for these two alone.
  for (const registry of registers) registry.registerMetric({ name, get: readMetric } as unknown as Metric);
  return (key, seconds) => {
    const series = all.get(key) ?? beginSeries(key);
    let bucket = 0;
    while (seconds > (BUCKETS[bucket] ?? Number.POSITIVE_INFINITY)) bucket++;
    series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
    series.sum += seconds;
  };
}
