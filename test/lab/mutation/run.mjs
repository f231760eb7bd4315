/**
 * `npm run lab -- mutation`: Stryker mutates the code of each area in `areas.mjs` and runs the area's tests on each
 * mutant. `npm run lab -- mutation client --mutate packages/identity/src/session/tokens.ts` chooses an area and passes
 * the other arguments to Stryker.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { install, packageFolder } from "../install.mjs";
import { AREAS } from "./areas.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));
install("mutation");
const core = `${packageFolder("@stryker-mutator/core", "mutation")}/bin/stryker.js`;
const [first = "", ...rest] = process.argv.slice(2);
const names = first in AREAS ? [first] : Object.keys(AREAS);
const options = first in AREAS ? rest : process.argv.slice(2);
for (const name of names) {
  const { status } = spawnSync(
    process.execPath,
    [core, "run", "test/lab/mutation/stryker.config.mjs", ...options],
    { cwd: root, stdio: "inherit", env: { ...process.env, MUTATION_AREA: name } },
  );
  process.exitCode ||= status ?? 1;
}
