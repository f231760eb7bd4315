import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { install } from "../../install.mjs";
import { spread } from "../support/arm.mjs";
import { close, listen, startLocalServices } from "../support/services.mjs";
import { applicationWith } from "../worlds/page.mjs";

const RUNS = Math.min(3, Number(process.env["RUNS"] ?? 3));
const folder = fileURLToPath(new URL("../worlds/", import.meta.url));
const root = fileURLToPath(new URL("../../../../", import.meta.url));

/** @typedef {{ port: number, stop(): Promise<unknown> }} Running */

/** @returns {Promise<Running>} */
async function startEmulator() {
  install("conformance/identity");
  const child = spawn(process.execPath, [`${folder}emulator.mjs`], { stdio: ["ignore", "pipe", "inherit"] });
  process.once("exit", () => child.kill("SIGKILL"));
  const [port] = await once(child.stdout, "data");
  return {
    port: Number(port),
    stop: () => {
      child.kill();
      return once(child, "exit");
    },
  };
}

const SIDES = [
  {
    name: "local services, a world per test",
    side: "worlds",
    workers: availableParallelism(),
    start: startLocalServices,
  },
  { name: "the same, one worker", side: "worlds", workers: 1, start: startLocalServices },
  { name: "Google's emulator, emptied before each test", side: "emptied", workers: 1, start: startEmulator },
];

/** The seconds of one run of Playwright. @param {(typeof SIDES)[number]} side */
async function secondsOf({ side, workers, start }) {
  const running = await start();
  const services = `http://localhost:${running.port}`;
  const application = await applicationWith(services);
  const results = join(mkdtempSync(join(tmpdir(), "tallybin-bench-")), "results.json");
  try {
    const child = spawn("npx", ["playwright", "test", "-c", `${folder}playwright.config.mjs`], {
      cwd: root,
      stdio: ["ignore", "ignore", "inherit"],
      env: {
        ...process.env,
        APPLICATION: `http://localhost:${await listen(application)}`,
        SERVICES: services,
        SIDE: side,
        WORKERS: String(workers),
        RESULTS: results,
      },
    });
    await once(child, "exit");
    const { stats } = JSON.parse(readFileSync(results, "utf8"));
    if (stats.expected !== 200) throw new Error(`${stats.unexpected} of the 200 tests failed`);
    return stats.duration / 1000;
  } finally {
    rmSync(join(results, ".."), { recursive: true, force: true });
    close(application);
    await running.stop();
  }
}

export default async () => {
  /** @type {Map<string, number[]>} */
  const seconds = new Map(SIDES.map(({ name }) => [name, []]));
  for (let run = 0; run < RUNS; run++) {
    for (const side of SIDES) {
      process.stderr.write(`[bench] tests: ${side.name}\n`);
      seconds.get(side.name)?.push(await secondsOf(side));
    }
  }
  return [
    {
      title: "200 browser tests of an application on Firebase's SDK",
      lead: `Playwright, Chromium's headless shell. Each test signs up, resets the password by the mailed code, signs in, and checks that its project has one account. The emulator has one set of accounts for every browser, so its tests run one by one. Median of ${RUNS} (lowest–highest), taken in turn; ${availableParallelism()} processors.`,
      columns: ["services", "workers", "time"],
      rows: SIDES.map(({ name, workers }) => [name, String(workers), spread(seconds.get(name) ?? [], " s")]),
    },
  ];
};
