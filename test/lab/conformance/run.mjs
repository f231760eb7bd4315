/**
 * `npm run lab -- conformance` runs `node test/lab/conformance/run.mjs NAME` for the folders of this map: the folder's
 * `run.ts`, once for each of its workspaces, with the further arguments. `--version=12` chooses one.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { install } from "../install.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));
/** @param {string} name @param {string[]} versions */
const versionsOf = (name, versions) => versions.map((version) => `conformance/${name}/versions/${version}`);
const hasNode22 = Number.parseInt(process.versions.node, 10) >= 22;
/** @type {Record<string, string[]>} */
const WORKSPACES = {
  identity: ["conformance/identity"],
  "user-document": ["conformance/user-document"],
  "firebase-suite": ["conformance/firebase-suite"],
  "firebase-auth": versionsOf("firebase-auth", ["12", "13"]),
  // Version 14 needs Node 22.
  "firebase-admin": versionsOf("firebase-admin", ["11", "12", "13", ...(hasNode22 ? ["14"] : [])]),
};

const [name = "", ...rest] = process.argv.slice(2);
const workspaces = WORKSPACES[name];
if (workspaces === undefined) {
  console.error(`There are ${Object.keys(WORKSPACES).join(", ")}.`);
  process.exit(1);
}
const version = rest.find((option) => option.startsWith("--version="))?.slice("--version=".length) ?? "";
let failed = 0;
for (const workspace of workspaces.filter((each) => each.endsWith(version))) {
  install(workspace);
  const program = ["--import", "tsx", `test/lab/conformance/${name}/run.ts`, ...rest];
  const env = { ...process.env, WORKSPACE: workspace };
  const { status } = spawnSync(process.execPath, program, { cwd: root, env, stdio: "inherit" });
  failed ||= status ?? 1;
}
process.exit(failed);
