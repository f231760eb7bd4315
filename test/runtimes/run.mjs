/**
 * `npm run lab -- runtimes`: the packed check of ID tokens and server-held sessions in Node, Bun, workerd and Next, with
 * the forged tokens of the server's own tests. Installs the runtimes into a temporary folder.
 */
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { leasePorts } from "../../packages/server/test/support/lease-ports.mjs";
import { NEXT_PATHS, writeNextApplication } from "./next-application.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const here = fileURLToPath(new URL(".", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "runtimes-"));
const RUNTIMES = {
  bun: "1.4.5",
  miniflare: "4.20260426.0",
  next: "16.4.6",
  react: "19.3.1",
  "react-dom": "19.3.1",
};

const MINIFLARE = `
import { readFileSync } from "node:fs";
import { Miniflare } from "miniflare";
const worker = new Miniflare({ modules: true, script: readFileSync("worker.js", "utf8"),
  compatibilityDate: "2026-04-01", compatibilityFlags: ["nodejs_compat"] });
const response = await worker.dispatchFetch("http://localhost/");
process.stdout.write(await response.text());
await worker.dispose();
`;

/** @param {string} command @param {string[]} args */
const run = (command, args, cwd = folder) =>
  execFileSync(command, args, {
    cwd,
    encoding: "utf8",
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1" },
  });

/** Bundles one entry with the packed package, the library under test. @param {string} name */
const bundle = (name) =>
  build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: "warn",
    resolve: {
      alias: { "@tallybin/identity-server": join(root, "dist/packages/identity-server/dist/index.js") },
    },
    build: {
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      target: "es2023",
      lib: { entry: join(here, `${name}.ts`), formats: ["es"], fileName: () => `${name}.js` },
      rolldownOptions: { external: /^node:/, output: { codeSplitting: false } },
    },
  });

let failed = 0;
/** @param {string} runtime @param {string} json */
function report(runtime, json) {
  /** @type {Record<string, string>} */
  const results = JSON.parse(json);
  for (const [name, result] of Object.entries(results)) {
    console.log(`${runtime.padEnd(17)} ${result.padEnd(7)} ${name}`);
    if (result !== "passed") failed++;
  }
}

/** The results inside a page's HTML, or the response itself. @param {string} text */
const resultsIn = (text) =>
  (/<pre>(.*?)<\/pre>/s.exec(text)?.[1] ?? text).replaceAll("&quot;", '"').replaceAll("&#x27;", "'");

async function reportNext() {
  writeNextApplication(folder);
  const next = createRequire(join(folder, "package.json")).resolve("next/dist/bin/next");
  run(process.execPath, [next, "build"]);
  const port = await leasePorts();
  const server = spawn(process.execPath, [next, "start", "-p", String(port), "-H", "127.0.0.1"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    await new Promise((resolve) =>
      server.stdout.on("data", (text) => /Ready/.test(String(text)) && resolve(undefined)),
    );
    for (const path of NEXT_PATHS) {
      const response = await fetch(`http://127.0.0.1:${port}${path}`);
      report(`Next ${path}`, resultsIn(await response.text()));
    }
  } finally {
    server.kill();
  }
}

try {
  run(process.execPath, ["packages/release/bin/pack.mjs"], root);
  for (const name of ["program", "worker", "probe"]) await bundle(name);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  writeFileSync(join(folder, "miniflare.mjs"), MINIFLARE);
  const packages = Object.entries(RUNTIMES).map(([name, version]) => `${name}@${version}`);
  run("npm", ["install", "--no-audit", "--no-fund", ...packages]);
  report(`Node ${process.versions.node}`, run(process.execPath, ["program.js"]));
  report(`Bun ${RUNTIMES.bun}`, run(join(folder, "node_modules/.bin/bun"), ["program.js"]));
  report("workerd", run(process.execPath, ["miniflare.mjs"]));
  await reportNext();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(failed === 0 ? "Every runtime passed." : `${failed} failed.`);
process.exitCode = failed === 0 ? 0 : 1;
