import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/**
 * `npm run lab -- differential --sequences=500 --seed=1`: recorded exchanges, odd values in every field, and random
 * sequences of calls, against Google's emulators and the local services. Prints every undeclared difference, shrunk,
 * and the seed that repeats the run. `--record` only writes the recorded exchanges, which `npm test` replays.
 */
const root = fileURLToPath(new URL("../..", import.meta.url));
/** @param {string} program */
const run = (program) =>
  spawnSync(process.execPath, ["--import", "tsx", `test/differential/${program}`, ...process.argv.slice(2)], {
    cwd: root,
    stdio: "inherit",
  }).status ?? 1;

const programs = ["identity/record.ts", "identity/run.ts", "documents/run.ts"];
const results = (process.argv.includes("--record") ? programs.slice(0, 1) : programs).map(run);
process.exit(Math.max(...results));
