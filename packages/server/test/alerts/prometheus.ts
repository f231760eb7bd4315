import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findProgram } from "../support/debian-programs.ts";
import { leasePorts } from "../support/lease-ports.mjs";
import { ruleTests } from "./rule-cases.ts";

const RULES = fileURLToPath(new URL("../../deploy/prometheus/alerts.yml", import.meta.url));
const SECONDS: Record<string, number> = { s: 1, m: 60, h: 3_600 };

/** The rules with all durations divided, so that a trial need not wait for hours. */
const faster = (rules: string, factor: number): string =>
  rules.replace(
    /(?<=\[|for: )(\d+)([smh])/g,
    (_, count: string, unit: string) =>
      `${Math.max(1, Math.round((Number(count) * (SECONDS[unit] ?? 1)) / factor))}s`,
  );

/** Runs the rules' own tests at their real durations. @throws Error with promtool's output if one fails */
export function testRules(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "alerts.test.json");
  writeFileSync(file, JSON.stringify(ruleTests(RULES)));
  const promtool = findProgram("promtool", ["prometheus"]);
  execFileSync(promtool.file, ["test", "rules", file], {
    stdio: "pipe",
    env: { ...process.env, ...promtool.env },
  });
}

export type Prometheus = {
  /** The names of the alerts that fire now. */
  firing(): Promise<string[]>;
  /** The number of successful scrapes of the target so far. */
  scrapes(): Promise<number>;
  stop(): Promise<void>;
};

/** Starts a Prometheus with the guide's alert rules. @param factor divides the rules' durations */
export async function startPrometheus(folder: string, target: string, factor: number): Promise<Prometheus> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "alerts.yml"), faster(readFileSync(RULES, "utf8"), factor));
  const config = {
    global: { scrape_interval: "2s", scrape_timeout: "2s", evaluation_interval: "500ms" },
    rule_files: ["alerts.yml"],
    scrape_configs: [{ job_name: "tallybin", static_configs: [{ targets: [target] }] }],
  };
  // JSON is YAML.
  writeFileSync(join(folder, "prometheus.yml"), JSON.stringify(config));
  const address = `127.0.0.1:${await leasePorts()}`;
  const { file, env } = findProgram("prometheus", ["prometheus"]);
  const child = spawn(
    file,
    [
      `--config.file=${join(folder, "prometheus.yml")}`,
      `--storage.tsdb.path=${join(folder, "data")}`,
      `--web.listen-address=${address}`,
      "--log.level=error",
    ],
    { cwd: folder, stdio: "ignore", env: { ...process.env, ...env } },
  );
  const ended = new Promise((resolve) => child.once("close", resolve));
  const get = async <T>(path: string): Promise<T> =>
    ((await (await fetch(`http://${address}/api/v1/${path}`)).json()) as { data: T }).data;
  return {
    async firing() {
      const { alerts } = await get<{ alerts: { state: string; labels: { alertname: string } }[] }>("alerts");
      const names = alerts.filter(({ state }) => state === "firing").map(({ labels }) => labels.alertname);
      return [...new Set(names)];
    },
    async scrapes() {
      const query = encodeURIComponent("count_over_time((up == 1)[1h:2s])");
      const { result } = await get<{ result: { value: [number, string] }[] }>(`query?query=${query}`);
      return Number(result[0]?.value[1] ?? 0);
    },
    async stop() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
