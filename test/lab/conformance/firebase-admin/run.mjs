/** `node test/lab/conformance/firebase-admin/run.mjs`: the Admin SDK against Google's emulator and the local services. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { install, packageFolder } from "../../install.mjs";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const major = Number.parseInt(process.versions.node, 10);
/** Version 14 needs Node 22. `--version=13` chooses one. */
const versions = ["11", "12", "13", ...(major >= 22 ? ["14"] : [])];
if (major < 22) console.log(`Node ${major} cannot run firebase-admin 14, which needs Node 22.`);
const chosen = process.argv.find((argument) => argument.startsWith("--version="))?.slice(10);

/** @param {string} version @returns {number} the exit code */
function testVersion(version) {
  const workspace = `conformance/firebase-admin/versions/${version}`;
  install(workspace);
  const program = ["--import", "tsx", "test/lab/conformance/firebase-admin/run.ts", ...process.argv.slice(2)];
  const env = { ...process.env, FIREBASE_ADMIN: packageFolder("firebase-admin", workspace) };
  return spawnSync(process.execPath, program, { cwd: root, env, stdio: "inherit" }).status ?? 1;
}

install("conformance/identity");
const codes = versions.filter((version) => chosen === undefined || version === chosen).map(testVersion);
process.exit(codes.find((code) => code !== 0) ?? 0);
