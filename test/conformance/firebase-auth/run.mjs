/** `node test/conformance/firebase-auth/run.mjs`: Google's SDK for identity against the local services. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = fileURLToPath(new URL("../../..", import.meta.url));

for (const version of ["12", "13"]) {
  const cwd = `${here}versions/${version}`;
  if (existsSync(`${cwd}/node_modules/@firebase/auth`)) continue;
  const command = ["ci", "--no-workspaces", "--ignore-scripts", "--no-audit", "--no-fund"];
  const install = spawnSync("npm", command, { cwd, stdio: "inherit" });
  if (install.status !== 0) process.exit(install.status ?? 1);
}
const program = ["--import", "tsx", "test/conformance/firebase-auth/run.ts", ...process.argv.slice(2)];
const { status } = spawnSync(process.execPath, program, { cwd: root, stdio: "inherit" });
process.exit(status ?? 1);
