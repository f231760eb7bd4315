/**
 * `npm test`: every check. `npm run test:fast` omits the tests in a browser and tries a tenth of the random cases. All
 * steps run even if one fails, so that one run reports everything; the last line counts them. A failed step prints the
 * command that repeats it. Steps that leave a processor idle run in parallel, and their output follows in one piece.
 * In CI, a failed browser test runs once more; if it passes then, it counts as passed and is listed as flaky.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
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
 */

const bin = `${root}node_modules/.bin${process.platform === "win32" ? ";" : ":"}`;

/** @param {Step} step @param {boolean} isAlone prints at once instead of at the end @returns {Promise<boolean>} */
const run = ({ name, command: [tool = "", ...args], again, count, env = {} }, isAlone = true) => {
  if (isAlone) title(name);
  const started = performance.now();
  return new Promise((resolve) => {
    const child = spawn(tool, args, {
      cwd: root,
      stdio: ["inherit", isAlone ? "inherit" : "pipe", isAlone ? "inherit" : "pipe"],
      shell: process.platform === "win32",
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

/** The number of random cases that `test:fast` tries. @type {Record<string, string>} */
const CASES = isFast ? { CASE_SHARE: "0.1", FC_RUNS: "1000", MODEL_PATHS: "100" } : {};

/** @typedef {{ name: string, status: string, message: string, assertionResults: { fullName: string, failureMessages: string[] }[] }} FileResult */
/** @param {string} project @param {string} name @param {string[]} args more of them, for a part of the project @returns {Step} */
const vitest = (project, name = project, args = []) => {
  const file = `vitest-${name}.json`;
  return {
    name: `${name} tests`,
    // biome-ignore format: one argument per purpose
    command: ["vitest", "run", "--project", project, ...args,
      "--reporter=default", "--reporter=json", `--outputFile.json=${reports}/${file}`],
    again: ["npx vitest run --project", project, ...args].join(" "),
    env: CASES,
    count: () => {
      /** @type {{ numPassedTests: number, numFailedTests: number, testResults: FileResult[] } | undefined} */
      const result = report(file);
      const failing = result?.testResults.filter(({ status }) => status === "failed") ?? [];
      return {
        passed: result?.numPassedTests ?? 0,
        failed: result?.numFailedTests ?? 0,
        again: failing.map(({ name, message, assertionResults }) => ({
          command: `npx vitest run --project ${project} ${fromRoot(name)}`,
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

/** @type {Step} */
const browser = {
  name: "browser tests",
  command: ["playwright", "test", "--config", "test/e2e/playwright.config.ts"],
  again: "npm run lab -- browser",
  env: { PLAYWRIGHT_JSON_OUTPUT_NAME: `${root}${reports}/browser.json` },
  count: () => countBrowserTests(report("browser.json")),
};

/** @param {string} folder */
const testsIn = (folder) =>
  readdirSync(`${root}${folder}`, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`);
const nodeTests = [
  ...readdirSync(`${root}packages`)
    .map((name) => `packages/${name}/test`)
    .filter((folder) => existsSync(`${root}${folder}`))
    .flatMap(testsIn),
  ...testsIn("test/mocks").filter((file) => !isFast || !file.startsWith("test/mocks/browser/")),
  ...readdirSync(`${root}test`)
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => `test/${name}`),
];
const alone = nodeTests.filter((file) => needsProcess(`${root}${file}`));
/** The other tests share processes and load each module once, for less than half the processor time. */
const shared = nodeTests.filter((file) => !alone.includes(file));
/** A test waits for its programs half of the time. The browser tests use that time; without them, more run at once. */
const PROGRAM_WORKERS = Math.max(2, availableParallelism()) * (isFast ? 2 : 1);

rmSync(`${root}${reports}`, { recursive: true, force: true });
mkdirSync(`${root}${reports}`, { recursive: true });

/** Whether the build succeeded. */
const built = run(
  { name: "build", command: ["npm", "run", "--silent", "build"], again: "npm run build" },
  false,
);
const checks = async () => {
  const isBuilt = await built;
  await run(
    {
      name: "format and lint",
      command: ["biome", "check", "--error-on-warnings"],
      again: "npx biome check",
    },
    false,
  );
  await run(
    { name: "types", command: ["node", "test/lab.mjs", "types"], again: "npm run lab -- types" },
    false,
  );
  await run({ name: "unused exports and dependencies", command: ["knip"], again: "npx knip" }, false);
  await run(vitest("pages"), false);
  if (isBuilt) await run(vitest("bundle"), false);
};
const tests = async () => {
  if (!isFast)
    await run({
      name: "browser",
      command: ["node", "test/support/install-browser.mjs"],
      again: "node test/support/install-browser.mjs",
    });
  await run(vitest("node", "node", ["--no-isolate", ...shared]));
  // The other tests use the build.
  const isBuilt = await built;
  const servers = run(vitest("node", "server", [`--maxWorkers=${PROGRAM_WORKERS}`, ...alone]), false);
  if (isBuilt && !isFast) await run(browser);
  await servers;
};
await Promise.all([tests(), checks()]);

title("summary");
for (const { name, passed, failed, seconds } of outcomes) {
  console.log(
    `${name.padEnd(36)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${seconds.toFixed(1).padStart(7)} s`,
  );
}
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
