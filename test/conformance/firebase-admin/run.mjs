/** `node test/conformance/firebase-admin/run.mjs`: the Admin SDK against Google's emulator and the local services. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { installEmulator } from "../identity/install.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const major = Number.parseInt(process.versions.node, 10);
/** Version 14 needs Node 22. `--version=13` chooses one. */
const versions = ["11", "12", "13", ...(major >= 22 ? ["14"] : [])];
if (major < 22) console.log(`Node ${major} cannot run firebase-admin 14, which needs Node 22.`);
const chosen = process.argv.find((argument) => argument.startsWith("--version="))?.slice(10);

/** @param {string} version @returns {number} the exit code */
function testVersion(version) {
  const cwd = fileURLToPath(new URL(`versions/${version}`, import.meta.url));
  if (!existsSync(`${cwd}/node_modules/firebase-admin`)) {
    const command = [
      "ci",
      "--no-workspaces",
      "--omit=optional",
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
    ];
    const install = spawnSync("npm", command, { cwd, stdio: "inherit" });
    if (install.status !== 0) return install.status ?? 1;
  }
  const program = ["--import", "tsx", "test/conformance/firebase-admin/run.ts", ...process.argv.slice(2)];
  const env = { ...process.env, FIREBASE_ADMIN: cwd };
  return spawnSync(process.execPath, program, { cwd: root, env, stdio: "inherit" }).status ?? 1;
}

installEmulator();
const codes = versions.filter((version) => chosen === undefined || version === chosen).map(testVersion);
process.exit(codes.find((code) => code !== 0) ?? 0);
