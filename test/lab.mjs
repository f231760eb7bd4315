/**
 * `npm run lab` lists the commands that few people need daily; `npm run lab -- soak --minutes 5` runs one of them, with
 * its arguments.
 */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

const playwright = "playwright test --config test/e2e/playwright.config.ts";
const types = ["tsconfig", "tsconfig.browser", "tsconfig.mocks", "tsconfig.server"].map(
  (name) =>
    `tsc -p ${name}.json --singleThreaded --incremental --tsBuildInfoFile node_modules/.cache/types/${name}`,
);

/**
 * @typedef {object} Command
 * @property {string} what one line, for the list
 * @property {string[]} run command lines, one after another, and unless `reportsAll` until one fails; the last one
 *   gets the arguments
 * @property {Record<string, string>} [env]
 * @property {boolean} [reportsAll] whether the next line also runs after a failure
 */
/** @type {Record<string, Command>} */
export const commands = {
  // One part of `npm test`
  browser: { what: "tests in a browser; needs `npm run build`; `--ui` for one at a time", run: [playwright] },
  types: {
    what: "types of every project: browser, mocks, server, tests",
    run: types,
    reportsAll: true,
  },
  check: {
    what: "format, lint, types, and unused exports and dependencies; one run reports all",
    run: ["biome check --error-on-warnings", ...types, "knip"],
    reportsAll: true,
  },

  // What `npm test` leaves out
  nightly: {
    what: "every combination in a browser, all random cases, builds twice, whole searches, Google's emulators, popups beside Google's SDK, engines, deployments: two hours; reports all",
    run: [
      "node packages/server/bin/build.mjs",
      playwright,
      "vitest run --project node --project nightly",
      "node test/lab.mjs model",
      "node test/lab.mjs simulate --minutes 20",
      "node test/lab.mjs conformance",
      "node test/lab/bench/run.mjs popups",
      "node test/lab.mjs differential",
      "node test/lab.mjs engines",
      "node test/lab.mjs soak --minutes 10",
      "node test/lab.mjs packages",
      "node test/lab.mjs runtimes",
      "node test/lab.mjs deploy",
      "node test/lab.mjs nodes",
      "node test/lab.mjs recipes",
    ],
    env: { CASES: "whole" },
    reportsAll: true,
  },

  // More tests in a browser
  engines: { what: "every flow in Chromium, Firefox and WebKit", run: ["node test/lab/engines/run.mjs"] },
  soak: {
    what: "the simulation's scripts in a real browser for 20 minutes (`--minutes 60`); all tabs must agree when no fault is left; prints the seed that replays it",
    run: ["tsx test/soak/run.ts"],
  },

  // Identity client and local services
  model: {
    what: "every order of events in two and three tabs, within stated bounds",
    run: ["tsx packages/identity/test/model/run.ts"],
  },
  simulate: {
    what: "one browser and its services under one seed: people, tabs, crashes and faults, with every rule checked at each step; `--seed N --steps M`, `--minutes 60`, `--faults` or `--faults --tests`",
    run: ["tsx test/simulation/run.ts"],
  },
  mutation: {
    what: "changes the code of the identity client, of sessions on the server and of the check of ID tokens; tests must notice each change",
    run: ["node test/lab/mutation/run.mjs"],
  },
  conformance: {
    what: "our clients and Google's SDKs against Google's emulators and the local services",
    run: [
      ...["identity", "user-document", "firebase-auth", "firebase-admin"].map(
        (name) => `node test/lab/conformance/run.mjs ${name}`,
      ),
    ],
    reportsAll: true,
  },
  differential: {
    what: "odd values in every field, and random calls, to Google's emulators and the local services; prints each difference that docs/generated/emulator-differences.md does not list",
    run: ["node test/differential/run.mjs"],
  },
  "local-services": {
    what: "only the local services, for any other project",
    run: ["node packages/local-services/bin/local-services.mjs"],
  },
  packages: {
    what: "installs the packages of `npm run pack` outside the repository and runs their READMEs' examples",
    run: ["node test/packages/run.mjs"],
  },

  // Server and deployment
  runtimes: {
    what: "the check of ID tokens and server-held sessions in Node, Bun, workerd and Next",
    run: ["node test/runtimes/run.mjs"],
  },
  deploy: {
    what: "the deploy guide without containers: two browsers, other releases, kills, a restored backup, the alert rules (Linux, root, Debian's packages)",
    run: ["tsx test/deploy/run.ts"],
  },
  nodes: {
    what: "install, start and tests in a clean clone, under every supported Node and npm",
    run: ["node test/nodes/run.mjs"],
  },

  // Files of the repository
  docs: {
    what: "writes the tables and counts in the documents that are computed from the code",
    run: ["tsx test/docs/run.ts"],
  },
  recipes: {
    what: "applies the example of each recipe of CONTRIBUTING.md to a copy and runs the checks; a part of a title chooses",
    run: ["tsx test/recipes/run.ts"],
  },
};

/** @param {string} line @param {string[]} args @param {Record<string, string>} env @returns {Promise<number>} its exit code */
const run = (line, args, env) =>
  new Promise((resolve) => {
    const [tool = "", ...rest] = line.split(" ");
    const bin = `${root}node_modules/.bin${process.platform === "win32" ? ";" : ":"}`;
    const child = spawn(tool, [...rest, ...args], {
      cwd: root,
      stdio: "inherit",
      shell: process.platform === "win32",
      env: { ...process.env, ...env, PATH: `${bin}${process.env["PATH"] ?? ""}` },
    });
    for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"]))
      process.on(signal, () => child.kill(signal));
    child.once("error", (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.once("close", (code) => resolve(code ?? 1));
  });

/** @param {string | undefined} name @param {string[]} args @returns {Promise<number>} the exit code */
async function main(name, args) {
  const command = name === undefined ? undefined : commands[name];
  if (command === undefined) {
    if (name !== undefined) console.error(`There is no command "${name}". These exist:\n`);
    for (const [each, { what }] of Object.entries(commands)) console.log(`  ${each.padEnd(15)} ${what}`);
    console.log("\nnpm run lab -- <name> [arguments]");
    return name === undefined ? 0 : 1;
  }
  let failed = 0;
  for (const [index, line] of command.run.entries()) {
    if (command.run.length > 1) console.log(`\n> ${line}`);
    const code = await run(line, index === command.run.length - 1 ? args : [], command.env ?? {});
    if (code !== 0 && command.reportsAll) console.error(`failed: ${line}`);
    failed ||= code;
    if (failed !== 0 && !command.reportsAll) break;
  }
  return failed;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [name, ...args] = process.argv.slice(2);
  process.exitCode = await main(name, args);
}
