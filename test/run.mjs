/**
 * `npm test`: every check. `npm run test:fast` omits the tests in a browser. All steps run even if one fails, so that one run
 * reports everything; the last line counts them. A failed step prints the command that repeats it.
 *
 * Tests in Node, programs, browsers and checks run at the same time, because each of them leaves a processor idle for
 * a part of its time. The browser's output appears at once, and that of every other step in one piece.
 *
 * An area of tests (support/areas.mjs) whose inputs have not changed since it passed here is omitted, except in CI and
 * with `npm test -- --all`. In CI, a failed browser test runs once more; if it passes then, it counts as passed and is
 * listed as flaky.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { AREAS, areaOf, passedAreas, stateOfAreas } from "./support/areas.mjs";
import { countBrowserTests } from "./support/browser-report.mjs";
import { needsProcess } from "./support/programs.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const reports = "test-results";
const NEEDED = [20, 19];
const isFast = process.argv.includes("--fast");

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Tallybin needs Node ${NEEDED.join(".")} or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

/** @typedef {import("./support/browser-report.mjs").Again} Again */
/** @typedef {import("./support/browser-report.mjs").Count} Count */
/** @typedef {{ name: string, seconds: number } & Required<Count>} Outcome */
/** @type {Outcome[]} */
const outcomes = [];

/** @param {string} text */
const title = (text) => console.log(`\n── ${text} ${"─".repeat(Math.max(0, 70 - text.length))}`);

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {string[]} command run from the project's root, its tool found in node_modules
 * @property {string} again the command that runs only this step
 * @property {() => Count} [count] how many tests that was; one, when absent
 * @property {Record<string, string>} [env]
 * @property {Iterable<Area>} [areas] those of its tests; that of everything else, when absent
 */

/** @typedef {import("./support/areas.mjs").Area} Area */
const cache = `${root}node_modules/.cache/tests/${isFast ? "fast" : "all"}.json`;
const passed = passedAreas(cache, stateOfAreas(root, process.version));
const isComplete = process.env["CI"] !== undefined || process.argv.includes("--all");
const omitted = new Set(isComplete ? [] : AREAS.filter(passed.has));
const REST = areaOf("");
const isRestDue = !omitted.has(REST);
/** Areas whose steps have all succeeded so far. @type {Map<Area, boolean>} */
const results = new Map();

const bin = `${root}node_modules/.bin${process.platform === "win32" ? ";" : ":"}`;

/** Ends every step, whose tools then end their servers. Ctrl-C reaches the tools without it. */
const stop = new AbortController();
process.once("SIGTERM", () => stop.abort());

/** @param {Step} step @param {boolean} isAlone prints at once instead of at the end @returns {Promise<boolean>} */
const run = (
  { name, command: [tool = "", ...args], again, count, env = {}, areas = [REST] },
  isAlone = true,
) => {
  if (isAlone) title(name);
  const started = performance.now();
  return new Promise((resolve) => {
    const child = spawn(tool, args, {
      cwd: root,
      stdio: ["inherit", isAlone ? "inherit" : "pipe", isAlone ? "inherit" : "pipe"],
      shell: process.platform === "win32",
      signal: stop.signal,
      killSignal: "SIGINT", // Playwright leaves its servers running after a SIGTERM
      env: { ...process.env, ...env, PATH: `${bin}${process.env["PATH"] ?? ""}` },
    });
    /** @type {Buffer[]} */
    const output = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (data) => output.push(data));
    child.once("error", (error) => output.push(Buffer.from(`${error.message}\n`)));
    child.once("close", (status) => {
      if (!isAlone) {
        title(name);
        process.stdout.write(Buffer.concat(output));
      }
      const ok = status === 0;
      for (const area of areas) results.set(area, ok && (results.get(area) ?? true));
      const counted = count?.() ?? { passed: ok ? 1 : 0, failed: ok ? 0 : 1 };
      // A tool that fails without a failing test (an unhandled error, no test found) counts as a failure.
      const failed = ok ? counted.failed : Math.max(1, counted.failed);
      const commands = failed === 0 ? [] : (counted.again ?? []);
      outcomes.push({
        name,
        passed: counted.passed,
        failed,
        seconds: (performance.now() - started) / 1000,
        again: failed > 0 && commands.length === 0 ? [{ command: again }] : commands,
        flaky: counted.flaky ?? [],
      });
      resolve(ok);
    });
  });
};

/** @param {string} file @returns {any} undefined if the tool ended before it wrote its report */
const report = (file) =>
  existsSync(`${root}${reports}/${file}`)
    ? JSON.parse(readFileSync(`${root}${reports}/${file}`, "utf8"))
    : undefined;

/** @param {string} path */
const fromRoot = (path) => path.replaceAll("\\", "/").replace(root.replaceAll("\\", "/"), "");

/** @typedef {{ name: string, status: string, message: string, assertionResults: { fullName: string, failureMessages: string[] }[] }} FileResult */
/** @param {string} name @param {string[]} args of Vitest, without the files @param {string[]} files all, when empty @returns {Step} */
const vitest = (name, args, files = []) => {
  const file = `vitest-${name}.json`;
  return {
    name: `${name} tests`,
    // biome-ignore format: one argument per purpose
    command: ["vitest", "run", ...args, ...files,
      "--reporter=default", "--reporter=json", `--outputFile.json=${reports}/${file}`],
    again: ["npx vitest run", ...args, ...files].join(" "),
    areas: files.length > 0 ? new Set(files.map(areaOf)) : [REST],
    count: () => {
      /** @type {{ numPassedTests: number, numFailedTests: number, testResults: FileResult[] } | undefined} */
      const result = report(file);
      const failing = result?.testResults.filter(({ status }) => status === "failed") ?? [];
      return {
        passed: result?.numPassedTests ?? 0,
        failed: result?.numFailedTests ?? 0,
        again: failing.map(({ name, message, assertionResults }) => ({
          command: `npx vitest run ${fromRoot(name)}`,
          why: [
            message,
            ...assertionResults
              .filter(({ failureMessages }) => failureMessages.length > 0)
              .flatMap(({ fullName, failureMessages }) => [fullName, ...failureMessages]),
          ].join("\n"),
        })),
      };
    },
  };
};

/** @param {string} folder @param {string} ending */
const testsIn = (folder, ending = ".test.ts") =>
  readdirSync(`${root}${folder}`, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(ending))
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`);
/** @param {string} file */
const isDue = (file) => !omitted.has(areaOf(file));
const nodeTests = [
  ...readdirSync(`${root}packages`)
    .map((name) => `packages/${name}/test`)
    .filter((folder) => existsSync(`${root}${folder}`))
    .flatMap((folder) => testsIn(folder)),
  ...testsIn("test/mocks").filter((file) => !isFast || !file.startsWith("test/mocks/browser/")),
  ...readdirSync(`${root}test`)
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => `test/${name}`),
].filter(isDue);
const alone = nodeTests.filter((file) => needsProcess(`${root}${file}`));
/** The other tests share processes and load each module once, for less than half the processor time. */
const shared = [
  ...nodeTests.filter((file) => !alone.includes(file)),
  ...testsIn("test/pages", ".test.tsx").filter(isDue),
];
const specs = isFast ? [] : testsIn("test/e2e", ".spec.ts").filter(isDue);
/** A test waits for its programs half of the time or longer. */
const PROGRAM_WORKERS = 2 * Math.max(2, availableParallelism());

/** @type {Step} */
const browser = {
  name: "browser tests",
  command: ["playwright", "test", "--config", "test/e2e/playwright.config.ts", ...specs],
  again: "npm run lab -- browser",
  env: { PLAYWRIGHT_JSON_OUTPUT_NAME: `${root}${reports}/browser.json` },
  count: () => countBrowserTests(report("browser.json")),
  areas: new Set(specs.map(areaOf)),
};

rmSync(`${root}${reports}`, { recursive: true, force: true });
mkdirSync(`${root}${reports}`, { recursive: true });

const installBrowser = () =>
  run({
    name: "browser",
    command: ["node", "test/support/install-browser.mjs"],
    again: "node test/support/install-browser.mjs",
  });
const buildAll = () =>
  run({ name: "build", command: ["npm", "run", "--silent", "build"], again: "npm run build" }, false);
const check = async () => {
  await run(
    { name: "format and lint", command: ["biome", "check", "--error-on-warnings"], again: "npx biome check" },
    false,
  );
  await run(
    { name: "types", command: ["node", "test/lab.mjs", "types"], again: "npm run lab -- types" },
    false,
  );
  await run({ name: "unused exports and dependencies", command: ["knip"], again: "npx knip" }, false);
};
const inNode = async () => {
  if (shared.length > 0)
    await run(vitest("node", ["--project", "node", "--project", "pages", "--no-isolate"], shared), false);
};
/** The tests that use the build, and the checks, which would delay it. @param {boolean} isBuilt */
const afterBuild = async (isBuilt) => {
  const server = vitest("server", ["--project", "node", `--maxWorkers=${PROGRAM_WORKERS}`], alone);
  await Promise.all([
    isBuilt && specs.length > 0 && run(browser),
    alone.length > 0 && run(server, false),
    isRestDue && check().then(() => isBuilt && run(vitest("bundle", ["--project", "bundle"]), false)),
  ]);
};
if (isRestDue || [...shared, ...alone, ...specs].length > 0) {
  if (!isFast) await installBrowser();
  await Promise.all([inNode(), buildAll().then(afterBuild)]);
}
for (const [area, ok] of results) passed.record(area, ok);

title("summary");
for (const { name, passed, failed, seconds } of outcomes) {
  console.log(
    `${name.padEnd(36)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${seconds.toFixed(1).padStart(7)} s`,
  );
}
if (omitted.size > 0)
  console.log(`\nUnchanged since they passed: ${[...omitted].map(({ name }) => name).join(", ")}`);
/** @param {string} heading @param {Again[]} list */
const print = (heading, list) => {
  if (list.length > 0) console.log(`\n${heading}:`);
  for (const { command, why = "" } of list) {
    const lines = stripVTControlCharacters(why)
      .split("\n")
      .filter((line) => line.trim() && !/^\s+at /.test(line))
      .slice(0, 8);
    console.log([`  ${command}`, ...lines].join("\n    "));
  }
};
print(
  "Flaky, failed once and passed when run again",
  outcomes.flatMap(({ flaky }) => flaky),
);
print(
  "Run again what failed",
  outcomes.flatMap(({ again }) => again),
);
const total = outcomes.reduce(
  (sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }),
  { passed: 0, failed: 0 },
);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
