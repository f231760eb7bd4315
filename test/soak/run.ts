import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { buildIfNeeded } from "../../packages/local-services/bin/run-built.mjs";
import { openBrowser } from "./browser.ts";
import { type Observation, only } from "./history.ts";
import { judgeAgain } from "./judge-again.ts";
import { judge } from "./oracle.ts";
import { perform, type World } from "./perform.ts";
import { startProxy } from "./proxy.ts";
import { describeRun, describeViolation } from "./report.ts";
import { startSite } from "./site.ts";
import { describeStep, PATHS, stepsOf } from "./steps.ts";
import { within } from "./within.ts";

/**
 * `npm run lab -- soak`: ten tabs of one browser live through random steps (sleep, crashes, restarts, network faults, sign-outs,
 * changes on other devices) with one-minute tokens. Prints a table and the seed, and exits with an error after a
 * violation.
 *
 * --minutes M how long, 20 by default
 * --seed N replays the steps of an earlier run
 * --steps N ends after this step
 * --judge FILE judges the log of an earlier run again, for example after a change of a rule
 */
const { values: options } = parseArgs({
  options: {
    minutes: { type: "string", default: "20" },
    seed: { type: "string" },
    steps: { type: "string" },
    judge: { type: "string" },
  },
});
if (options.judge !== undefined) process.exit(judgeAgain(options.judge));
const minutes = Number(options.minutes);
const seed = Number(options.seed ?? Math.floor(Math.random() * 2 ** 32));
const lastStep = Number(options.steps ?? Number.POSITIVE_INFINITY);
if (!(minutes > 0) || !Number.isInteger(seed) || !(lastStep > 0)) {
  process.stderr.write("Usage: npm run lab -- soak [--minutes M] [--seed N] [--steps N] | --judge FILE\n");
  process.exit(1);
}

/** Two tabs that stay, and others that begin at several kinds of pages. */
const START_PATHS = [
  "/dashboard",
  "/about",
  ...Array.from({ length: 8 }, (_, tab) => PATHS[tab % 3] ?? "/dashboard"),
];
const HEAP_EVERY_MS = 45_000;
/** Longer than the longest sleep, and than a restart of the browser on a busy machine. */
const STEP_MS = 240_000;
const results = fileURLToPath(new URL("../../test-results/soak", import.meta.url));

const say = (text: string) => void process.stdout.write(`${text}\n`);
const history: Observation[] = [];
const record = (observation: Observation) => void history.push(observation);
const counts = new Map<string, number>();
const told = new Set<string>();
let isFaulty = false;
let isInterrupted = false;
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => {
    isInterrupted = true; // the table comes after the current step
  });

const judgeNow = (isOver: boolean) => {
  const judgment = judge(history, Date.now(), isOver);
  const before = told.size;
  for (const violation of judgment.verdicts.flatMap(({ violations }) => violations)) {
    const key = `${violation.rule} ${violation.at} ${violation.text}`;
    if (told.has(key)) continue;
    told.add(key);
    say(describeViolation(seed, history, violation, told.size === before + 1));
  }
  return judgment;
};

await buildIfNeeded();
say(`seed ${seed}, ${minutes} min`);
const site = await startSite();
const proxy = await startProxy(site.port, record);
const started = Date.now();
const browser = await openBrowser({
  origin: site.origin,
  proxyPort: proxy.port,
  paths: START_PATHS,
  record,
  isFaulty: () => isFaulty,
});
const world: World = {
  site,
  proxy,
  browser,
  record,
  isFaulty: () => isFaulty,
  setFaulty: (next) => {
    isFaulty = next;
  },
  lastPerson: () => only(history, "session-began").at(-1)?.person,
};

let measuredAt = Date.now();
try {
  for (const step of stepsOf(seed)) {
    if (isInterrupted || step.number > lastStep || Date.now() - started > minutes * 60_000) break;
    const text = describeStep(step);
    record({ at: Date.now(), kind: "step", number: step.number, text });
    say(`${((Date.now() - started) / 1000).toFixed(1).padStart(7)} s  ${step.number}. ${text}`);
    counts.set(step.kind, (counts.get(step.kind) ?? 0) + 1);
    try {
      await within(STEP_MS, "The step", perform(world, step));
    } catch (error) {
      const [reason] = String(error instanceof Error ? error.message : error).split("\n");
      record({ at: Date.now(), kind: isFaulty ? "note" : "step-failed", text: `${text}: ${reason}` });
    }
    await pause(step.pauseMs);
    record({ at: Date.now(), kind: "connections", ...proxy.connections() });
    if (Date.now() - measuredAt > HEAP_EVERY_MS) {
      await browser.measureHeap();
      measuredAt = Date.now();
    }
    judgeNow(false);
  }
} finally {
  const judgment = judgeNow(true);
  const tables = describeRun({
    seed,
    minutes: (Date.now() - started) / 60_000,
    steps: counts,
    history,
    judgment,
  });
  say(`\n${tables}`);
  mkdirSync(results, { recursive: true });
  writeFileSync(join(results, `${seed}.jsonl`), history.map((each) => `${JSON.stringify(each)}\n`).join(""));
  writeFileSync(join(results, `${seed}.md`), `${tables}\n`);
  say(`Log: test-results/soak/${seed}.jsonl`);
  await within(STEP_MS, "Closing the browser", browser.close()).catch(() => undefined);
  await proxy.stop();
  await site.stop();
  process.exitCode = judgment.verdicts.some(({ violations }) => violations.length > 0) ? 1 : 0;
}
