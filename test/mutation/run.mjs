/**
 * `npm run lab -- mutation`: Stryker mutates the code of each area in `areas.mjs` and runs the area's tests on each
 * mutant. `npm run lab -- mutation client --mutate packages/identity/src/session/retry.ts` chooses an area and passes
 * the other arguments to Stryker.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { AREAS } from "./areas.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = fileURLToPath(new URL("../..", import.meta.url));
const core = `${here}node_modules/@stryker-mutator/core/bin/stryker.js`;

if (!existsSync(core)) {
  console.log("Installing Stryker into test/mutation (once).");
  const command = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  spawnSync("npm", command, { cwd: here, stdio: "inherit", shell: process.platform === "win32" });
}
const [first = "", ...rest] = process.argv.slice(2);
const names = first in AREAS ? [first] : Object.keys(AREAS);
const options = first in AREAS ? rest : process.argv.slice(2);
for (const name of names) {
  const { status } = spawnSync(
    process.execPath,
    [core, "run", "test/mutation/stryker.config.mjs", ...options],
    { cwd: root, stdio: "inherit", env: { ...process.env, MUTATION_AREA: name } },
  );
  process.exitCode ||= status ?? 1;
}
