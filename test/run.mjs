/**
 * `npm test`: everything that must hold, in the order in which a failure is cheapest to read.
 * All steps run even when one fails, so that one run tells all; the last line counts them.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const reports = "test-results";
const NEEDED = [20, 19];

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Tallybin needs Node ${NEEDED.join(".")} or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

/** @typedef {{ name: string, passed: number, failed: number, seconds: number }} Outcome */
/** @type {Outcome[]} */
const outcomes = [];

/**
 * @param {string} name @param {string[]} command run from the project's root, its tool found in node_modules
 * @param {(ok: boolean) => { passed: number, failed: number }} [count] how many tests that was; one, when absent
 * @param {Record<string, string>} [env]
 */
const step = (name, [tool = "", ...args], count, env = {}) => {
  console.log(`\n── ${name} ${"─".repeat(Math.max(0, 70 - name.length))}`);
  const started = performance.now();
  const bin = `${root}node_modules/.bin${process.platform === "win32" ? ";" : ":"}`;
  const { status } = spawnSync(tool, args, {
    cwd: root,
    stdio: "inherit",
    shell: process.platform === "win32",
    env: { ...process.env, ...env, PATH: `${bin}${process.env["PATH"] ?? ""}` },
  });
  const ok = status === 0;
  const counted = count?.(ok) ?? { passed: ok ? 1 : 0, failed: ok ? 0 : 1 };
  // A tool that fails without a failing test (an unhandled error, no test found) has failed all the same.
  if (!ok && counted.failed === 0) counted.failed = 1;
  outcomes.push({ name, ...counted, seconds: (performance.now() - started) / 1000 });
  return ok;
};

/** @param {string} file @returns {unknown} undefined when the tool ended before it wrote its report */
const report = (file) =>
  existsSync(`${root}${reports}/${file}`)
    ? JSON.parse(readFileSync(`${root}${reports}/${file}`, "utf8"))
    : undefined;

/** @param {string} project */
const vitest = (project) => {
  const file = `vitest-${project}.json`;
  return step(
    `${project} tests`,
    // biome-ignore format: one argument per purpose
    ["vitest", "run", "--project", project,
     "--reporter=default", "--reporter=json", `--outputFile.json=${reports}/${file}`],
    () => {
      const result = /** @type {{ numPassedTests: number, numFailedTests: number } | undefined} */ (
        report(file)
      );
      return { passed: result?.numPassedTests ?? 0, failed: result?.numFailedTests ?? 0 };
    },
  );
};

rmSync(`${root}${reports}`, { recursive: true, force: true });
mkdirSync(`${root}${reports}`, { recursive: true });

step("format and lint", ["biome", "check", "--error-on-warnings"]);
step("types", ["tsc", "-p", "."]);
step("unused exports and dependencies", ["knip"]);
vitest("node");
vitest("pages");
if (step("build", ["npm", "run", "--silent", "build"])) {
  vitest("bundle");
  step(
    "browser tests",
    ["playwright", "test", "--config", "test/e2e/playwright.config.ts"],
    () => {
      const result =
        /** @type {{ stats: { expected: number, unexpected: number, flaky: number } } | undefined} */ (
          report("browser.json")
        );
      const { expected = 0, unexpected = 0, flaky = 0 } = result?.stats ?? {};
      return { passed: expected, failed: unexpected + flaky };
    },
    { PLAYWRIGHT_JSON_OUTPUT_NAME: `${root}${reports}/browser.json` },
  );
}

console.log(`\n── summary ${"─".repeat(63)}`);
for (const { name, passed, failed, seconds } of outcomes) {
  console.log(
    `${name.padEnd(36)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed ${seconds.toFixed(1).padStart(7)} s`,
  );
}
const total = outcomes.reduce(
  (sum, { passed, failed }) => ({ passed: sum.passed + passed, failed: sum.failed + failed }),
  { passed: 0, failed: 0 },
);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
