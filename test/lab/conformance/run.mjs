/**
 * `npm run lab -- conformance` runs `node test/lab/conformance/run.mjs NAME` for the folders of this map. Further arguments
 * are those of the folder's `run.ts`.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { install } from "../install.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));
/** What each needs. @type {Record<string, string[]>} */
const WORKSPACES = {
  identity: ["conformance/identity"],
  "user-document": ["conformance/user-document"],
  "firebase-suite": ["conformance/firebase-suite"],
  "firebase-auth": ["12", "13"].map((version) => `conformance/firebase-auth/versions/${version}`),
};

const [name = "", ...rest] = process.argv.slice(2);
const workspaces = WORKSPACES[name];
if (workspaces === undefined) {
  console.error(`There are ${Object.keys(WORKSPACES).join(", ")}.`);
  process.exit(1);
}
install(...workspaces);
const program = ["--import", "tsx", `test/lab/conformance/${name}/run.ts`, ...rest];
process.exit(spawnSync(process.execPath, program, { cwd: root, stdio: "inherit" }).status ?? 1);
