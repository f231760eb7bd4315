/**
 * `npm run lab -- runtimes`: the packed check of ID tokens and server-held sessions in Node, Bun and workerd, with the
 * forged tokens of the server's own tests. Installs the runtimes into a temporary folder.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const root = fileURLToPath(new URL("../..", import.meta.url));
const here = fileURLToPath(new URL(".", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "runtimes-"));
const RUNTIMES = { bun: "1.4.5", miniflare: "4.20260426.0" };
const COMPATIBLE_SINCE = "2026-04-01";

const MINIFLARE = `
import { readFileSync } from "node:fs";
import { Miniflare } from "miniflare";
const worker = new Miniflare({ modules: true, script: readFileSync("worker.js", "utf8"),
  compatibilityDate: "${COMPATIBLE_SINCE}", compatibilityFlags: ["nodejs_compat"] });
const response = await worker.dispatchFetch("http://localhost/");
process.stdout.write(await response.text());
await worker.dispose();
`;

/** @param {string} command @param {string[]} args */
const run = (command, args, cwd = folder) => execFileSync(command, args, { cwd, encoding: "utf8" });

let failed = 0;
try {
  run(process.execPath, ["packages/release/bin/pack.mjs"], root);
  for (const name of ["program", "worker"]) {
    await build({
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
  }
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  writeFileSync(join(folder, "miniflare.mjs"), MINIFLARE);
  const packages = Object.entries(RUNTIMES).map(([name, version]) => `${name}@${version}`);
  run("npm", ["install", "--no-audit", "--no-fund", ...packages]);
  /** @type {Record<string, [string, string[]]>} */
  const commands = {
    [`Node ${process.versions.node}`]: [process.execPath, ["program.js"]],
    [`Bun ${RUNTIMES.bun}`]: [join(folder, "node_modules/.bin/bun"), ["program.js"]],
    workerd: [process.execPath, ["miniflare.mjs"]],
  };
  for (const [runtime, [command, args]] of Object.entries(commands)) {
    /** @type {Record<string, string>} */
    const results = JSON.parse(run(command, args));
    for (const [name, result] of Object.entries(results)) {
      console.log(`${runtime.padEnd(14)} ${result.padEnd(7)} ${name}`);
      if (result !== "passed") failed++;
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(failed === 0 ? "Every runtime passed." : `${failed} failed.`);
process.exitCode = failed === 0 ? 0 : 1;
