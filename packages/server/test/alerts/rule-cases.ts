import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findProgram } from "../support/debian-programs.ts";

const RULES = fileURLToPath(new URL("../../deploy/prometheus/alerts.yml", import.meta.url));

/** The metrics of one process at work, in promtool's notation: a value each 30 seconds for 30 minutes. */
const HEALTHY: Record<string, string> = {
  up: "1x60",
  process_start_time_seconds: "1x60",
  nodejs_eventloop_lag_p99_seconds: "0.02x60",
  'tallybin_request_seconds_count{route="/",status="200"}': "0+300x60",
  tallybin_database_writable: "1x60",
  tallybin_keys_known: "1x60",
  tallybin_mail_oldest_seconds: "60x60",
  'tallybin_session_seconds_count{name="token-service",outcome="ok"}': "0+30x60",
  'tallybin_session_seconds_count{name="token-service",outcome="refused"}': "0+30x60",
  'tallybin_session_seconds_bucket{name="exchange",outcome="ok",le="1"}': "0+30x60",
  'tallybin_session_seconds_count{name="exchange",outcome="ok"}': "0+30x60",
  'tallybin_database_seconds_count{name="connection",outcome="ok"}': "0+300x60",
  'tallybin_database_seconds_sum{name="connection",outcome="ok"}': "0+0.3x60",
  'tallybin_purge_seconds_count{name="limits",outcome="ok"}': "0+1x60",
  'tallybin_limit_refusals_total{scope="newsletter-client"}': "0+3x60",
};

/** What differs from a process at work, and the only alert that fires after 20 minutes. */
type Case = { alert?: string; series: Record<string, string> };
const CASES: Record<string, Case> = {
  "a process at work": { series: {} },
  "a release": { series: { up: "1x20 0 1x39", process_start_time_seconds: "1x20 700x40" } },
  "a process that does not respond": { alert: "TallybinProcessDown", series: { up: "1x20 0x40" } },
  "a process that starts again and again, and opens its connections slowly": {
    alert: "TallybinRestarting",
    series: {
      process_start_time_seconds: "1x24 2x5 3x5 4x40",
      'tallybin_database_seconds_sum{name="connection",outcome="ok"}': "0+90x60",
    },
  },
  "a fault of the server": {
    alert: "TallybinFailing",
    series: { 'tallybin_request_seconds_count{route="/",status="500"}': "0+6x60" },
  },
  "a busy event loop": { alert: "TallybinBusy", series: { nodejs_eventloop_lag_p99_seconds: "0.4x60" } },
  "a database that cannot be written": {
    alert: "TallybinDatabaseUnwritable",
    series: {
      tallybin_database_writable: "1x10 0x50",
      'tallybin_request_seconds_count{route="/api/newsletter",status="503"}': "0+30x60",
      'tallybin_purge_seconds_count{name="sessions",outcome="unavailable"}': "0x10 0+1x50",
      'tallybin_database_seconds_sum{name="connection",outcome="ok"}': "0+90x60",
    },
  },
  "forms that are not accepted": {
    alert: "TallybinFormsFailing",
    series: {
      'tallybin_request_seconds_count{route="/api/newsletter",status="503"}': "0+1x60",
      'tallybin_request_seconds_count{route="/api/newsletter",status="200"}': "0+30x60",
    },
  },
  "a pool that is too small": {
    alert: "TallybinPoolExhausted",
    series: { 'tallybin_database_seconds_sum{name="connection",outcome="ok"}': "0+90x60" },
  },
  "keys that cannot be fetched": { alert: "TallybinKeysUnknown", series: { tallybin_keys_known: "0x60" } },
  "a token service that fails": {
    alert: "TallybinTokenServiceFailing",
    series: { 'tallybin_session_seconds_count{name="token-service",outcome="unavailable"}': "0+30x60" },
  },
  "exchanges that take longer than a second": {
    alert: "TallybinExchangesSlow",
    series: { 'tallybin_session_seconds_bucket{name="exchange",outcome="ok",le="1"}': "0+20x60" },
  },
  "a mail server that takes no mail": {
    alert: "TallybinMailStuck",
    series: { tallybin_mail_oldest_seconds: "900+30x60" },
  },
  "a mail server that refuses every mail": {
    alert: "TallybinMailRefused",
    series: { 'tallybin_mail_seconds_count{name="welcome",outcome="refused"}': "0+1x60" },
  },
  "a flood over a limit": {
    alert: "TallybinRefusing",
    series: { 'tallybin_limit_refusals_total{scope="newsletter-client"}': "0+60x60" },
  },
  "a purge that fails": {
    alert: "TallybinPurgeFailing",
    series: { 'tallybin_purge_seconds_count{name="sessions",outcome="unavailable"}': "0x4 0+1x56" },
  },
};

const LABELS = 'job="tallybin",instance="a"';
/** A series with the labels that Prometheus adds. */
const scraped = (series: string): string => {
  const [, name = series, labels = ""] = /^(\w+)(?:\{(.*)\})?$/.exec(series) ?? [];
  return `${name}{${[LABELS, labels].filter(Boolean).join()}}`;
};

/** The input of `promtool test rules`. */
const ruleTests = () => ({
  rule_files: [RULES],
  evaluation_interval: "30s",
  tests: Object.entries(CASES).map(([name, { alert, series }]) => ({
    name,
    interval: "30s",
    input_series: Object.entries({ ...HEALTHY, ...series }).map(([each, values]) => ({
      series: scraped(each),
      values,
    })),
    promql_expr_test: [
      {
        expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
        eval_time: "20m",
        ...(alert && { exp_samples: [{ labels: `{alertname="${alert}"}`, value: 1 }] }),
      },
    ],
  })),
});

/**
 * Runs the rules' own tests at their real durations.
 * @param folder where the input is written
 * @throws Error with promtool's output if one fails
 */
export function testRules(folder: string): void {
  const file = join(folder, "alerts.test.json");
  writeFileSync(file, JSON.stringify(ruleTests()));
  const promtool = findProgram("promtool", ["prometheus"]);
  execFileSync(promtool.file, ["test", "rules", file], {
    stdio: "pipe",
    env: { ...process.env, ...promtool.env },
  });
}
