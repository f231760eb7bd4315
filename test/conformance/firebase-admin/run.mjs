/** `node test/conformance/firebase-admin/run.mjs`: the Admin SDK against Google's emulator and the local services. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { installEmulator } from "../identity/install.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));
/** The newest version that this Node supports: 14 needs Node 22. */
const version = Number.parseInt(process.versions.node, 10) >= 22 ? "14" : "13";
const cwd = fileURLToPath(new URL(`versions/${version}`, import.meta.url));

installEmulator();
if (!existsSync(`${cwd}/node_modules/firebase-admin`)) {
  const command = ["ci", "--no-workspaces", "--omit=optional", "--ignore-scripts", "--no-audit", "--no-fund"];
  const install = spawnSync("npm", command, { cwd, stdio: "inherit" });
  if (install.status !== 0) process.exit(install.status ?? 1);
}
const program = ["--import", "tsx", "test/conformance/firebase-admin/run.ts", ...process.argv.slice(2)];
const env = { ...process.env, FIREBASE_ADMIN: cwd };
process.exit(spawnSync(process.execPath, program, { cwd: root, env, stdio: "inherit" }).status ?? 1);
