/** `node test/conformance/firebase-suite/run.mjs --checkout DIR`: the arguments are in `run.ts`. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));

if (!existsSync(`${here}node_modules/@firebase/auth`)) {
  const command = ["ci", "--no-workspaces", "--ignore-scripts", "--no-audit", "--no-fund"];
  const { status } = spawnSync("npm", command, { cwd: here, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
const program = ["--import", "tsx", `${here}run.ts`, ...process.argv.slice(2)];
const { status } = spawnSync(process.execPath, program, { stdio: "inherit" });
process.exit(status ?? 1);
