/**
 * `npm run lab -- nodes`: the README's commands in a clean clone, under every supported Node and npm. Each pair
 * installs, starts and stops the site; the first npm of each Node also runs the node, page and bundle tests. Warnings
 * that a user would notice fail a pair. Arguments: Node versions to test instead of all, e.g. `26`.
 */
import { spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { leasePorts } from "../../packages/server/test/support/lease-ports.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const cache = join(root, ".cache/nodes");
const START_MS = 180_000;

/** @type {{ node: string, npms: string[] }[]} */
const PAIRS = [
  { node: "20.19.0", npms: ["10.9.9", "11.21.2"] },
  { node: "22.22.3", npms: ["11.21.2", "12.2.0"] },
  { node: "24.21.0", npms: ["12.2.0", "11.21.2"] },
  { node: "26.10.0", npms: ["12.2.0", "11.21.2"] },
];

if (process.platform === "win32") {
  console.error("The Node versions are tried on Linux and macOS only.");
  process.exit(1);
}
const wanted = process.argv.slice(2);
const pairs = PAIRS.filter(({ node }) => wanted.length === 0 || wanted.some((each) => node.startsWith(each)));
if (pairs.length === 0) {
  console.error(`Supported are ${PAIRS.map(({ node }) => node).join(", ")}.`);
  process.exit(1);
}

/** Unpacks an npm package once, without its install script. @param {string} spec */
const fetchPackage = (spec) => {
  const folder = join(cache, spec);
  if (!existsSync(join(folder, "complete"))) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), "{}");
    const { status } = spawnSync(
      "npm",
      ["install", "--ignore-scripts", "--no-save", "--loglevel=error", spec],
      {
        cwd: folder,
        stdio: ["ignore", "ignore", "inherit"],
      },
    );
    if (status !== 0) throw new Error(`${spec} could not be installed.`);
    writeFileSync(join(folder, "complete"), "");
  }
  return join(folder, "node_modules", spec.slice(0, spec.lastIndexOf("@")));
};

/** An environment with the given `node`, `npm` and `npx`. @param {string} node @param {string} npm */
const environmentOf = (node, npm) => {
  const nodeFile = join(fetchPackage(`node-${process.platform}-${process.arch}@${node}`), "bin/node");
  const npmFolder = join(fetchPackage(`npm@${npm}`), "bin");
  const bin = mkdtempSync(join(tmpdir(), "tallybin-bin-"));
  symlinkSync(nodeFile, join(bin, "node"));
  for (const name of ["npm", "npx"]) {
    writeFileSync(
      join(bin, name),
      `#!/bin/sh\nexec "${nodeFile}" "${join(npmFolder, `${name}-cli.js`)}" "$@"\n`,
    );
    chmodSync(join(bin, name), 0o755);
  }
  // Remove the variables of the npm that runs this program, because they belong to another version.
  const own = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name) && name !== "NODE_OPTIONS");
  const PATH = `${bin}${delimiter}${process.env["PATH"] ?? ""}`;
  const env = { ...Object.fromEntries(own), PATH, npm_config_userconfig: "/dev/null", CI: "1" };
  return { env, remove: () => rmSync(bin, { recursive: true, force: true }) };
};

const WARNING = /\bnpm (?:warn|error)\b|\bEBADENGINE\b|(?:Experimental|Deprecation)?Warning:/i;
/** @param {string} text */
const warningsOf = (text) => [...new Set(text.split("\n").filter((line) => WARNING.test(line)))];

/** @param {string} folder @param {Record<string, string | undefined>} env @param {string} command @param {string[]} args */
const run = (folder, env, command, args) => {
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: folder,
    env,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  return { ok: status === 0, text: `${stdout}${stderr}`, seconds: (performance.now() - started) / 1000 };
};

/** `npm start` until the site answers, then Ctrl-C. @param {string} folder @param {Record<string, string | undefined>} env */
const start = async (folder, env) => {
  const started = performance.now();
  const port = await leasePorts();
  const child = spawn("npm", ["start"], {
    cwd: folder,
    env: { ...env, PORT: String(port) },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let text = "";
  const ended = new Promise((resolve) => child.once("close", resolve));
  /** @type {Promise<boolean>} */
  const ready = new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), START_MS);
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (/** @type {Buffer} */ data) => {
        text += data;
        if (!text.includes("Tallybin is ready")) return;
        clearTimeout(timer);
        resolve(true);
      });
    void ended.then(() => resolve(false));
  });
  const ok =
    (await ready) &&
    (await fetch(`http://localhost:${port}/`).then(
      (response) => response.ok,
      () => false,
    ));
  const seconds = (performance.now() - started) / 1000;
  if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, "SIGINT");
  await ended;
  return { ok, text, seconds };
};

/** @param {string} folder @param {Record<string, string | undefined>} env */
const test = (folder, env) => {
  const report = join(folder, "test-results/nodes.json");
  // biome-ignore format: one argument per purpose
  const result = run(folder, env, "npx", ["--no-install", "vitest", "run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`]);
  const { numPassedTests = 0, numFailedTests = 0 } = existsSync(report)
    ? JSON.parse(readFileSync(report, "utf8"))
    : {};
  // Only tests count objects, and sign with a key that the server refuses.
  const text = result.text.replace(/.*ExperimentalWarning: (?:v8\.queryObjects\(\)|The Ed25519) .*/g, "");
  return { ...result, text, passed: numPassedTests, failed: result.ok ? 0 : Math.max(1, numFailedTests) };
};

const rows = [];
for (const { node, npms } of pairs) {
  for (const [index, npm] of npms.entries()) {
    const { env, remove } = environmentOf(node, npm);
    const folder = mkdtempSync(join(tmpdir(), "tallybin-clone-"));
    console.log(`── Node ${node}, npm ${npm}`);
    /** @type {string[]} */
    const faults = [];
    /** @param {string} what @param {{ ok: boolean, text: string, seconds: number }} result */
    const judge = (what, { ok, text, seconds }) => {
      const warnings = warningsOf(text);
      if (!ok) faults.push(`${what} failed:\n${text.slice(-3_000)}`);
      if (warnings.length > 0) faults.push(`${what} warns:\n${warnings.slice(0, 10).join("\n")}`);
      console.log(`   ${what}: ${ok ? "ok" : "failed"}, ${seconds.toFixed(0)} s`);
      return ok;
    };
    run(root, env, "git", ["clone", "--quiet", "--no-hardlinks", root, folder]);
    const install = run(folder, env, "npm", ["ci"]);
    let tests;
    let started;
    if (judge("npm ci", install)) {
      started = await start(folder, env);
      if (judge("npm start", started) && index === 0) {
        tests = test(folder, env);
        judge(`tests (${tests.passed} passed, ${tests.failed} failed)`, tests);
      }
    }
    rows.push({ node, npm, install, started, tests, faults });
    for (const fault of faults) console.log(fault);
    if (faults.length > 0) console.log(`again: npm run lab -- nodes ${node}`);
    rmSync(folder, { recursive: true, force: true });
    remove();
  }
}

console.log("\nNode      npm       npm ci  npm start   tests passed  failed  verdict");
for (const { node, npm, install, started, tests, faults } of rows)
  console.log(
    [
      node.padEnd(9),
      npm.padEnd(9),
      `${install.seconds.toFixed(0)} s`.padStart(6),
      (started ? `${started.seconds.toFixed(0)} s` : "–").padStart(10),
      String(tests?.passed ?? "–").padStart(14),
      String(tests?.failed ?? "–").padStart(7),
      ` ${faults.length === 0 ? "ok" : "failed"}`,
    ].join(" "),
  );
const failed = rows.filter(({ faults }) => faults.length > 0).length;
console.log(`\n${rows.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
