/**
 * `node test/conformance/user-document/run.mjs`: tests the package against Google's Firestore emulator and the local
 * one.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const root = fileURLToPath(new URL("../../..", import.meta.url));
if (!existsSync(`${here}node_modules/@firebase/firestore`)) {
  const command = ["ci", "--no-workspaces", "--ignore-scripts", "--no-audit", "--no-fund"];
  const install = spawnSync("npm", command, { cwd: here, stdio: "inherit" });
  if (install.status !== 0) process.exit(install.status ?? 1);
}
const { status } = spawnSync(process.execPath, ["--import", "tsx", "test/conformance/user-document/run.ts"], {
  cwd: root,
  stdio: "inherit",
});
process.exit(status ?? 1);
