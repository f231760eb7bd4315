/**
 * `npm run lab -- mutation`: Stryker mutates the session, popup and error modules of the identity client and runs the
 * client's tests on each mutant. Arguments go to Stryker, e.g. `--mutate packages/identity/src/session/retry.ts`.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = fileURLToPath(new URL("../..", import.meta.url));
const core = `${here}node_modules/@stryker-mutator/core/bin/stryker.js`;

if (!existsSync(core)) {
  console.log("Installing Stryker into test/mutation (once).");
  const command = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  spawnSync("npm", command, { cwd: here, stdio: "inherit", shell: process.platform === "win32" });
}
const { status } = spawnSync(
  process.execPath,
  [core, "run", "test/mutation/stryker.config.mjs", ...process.argv.slice(2)],
  { cwd: root, stdio: "inherit" },
);
process.exitCode = status ?? 1;
