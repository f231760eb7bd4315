/** `node test/lab/conformance/firebase-auth/run.mjs`: Google's SDK for identity against the local services. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { install } from "../../install.mjs";

const root = fileURLToPath(new URL("../../../..", import.meta.url));

install(...["12", "13"].map((version) => `conformance/firebase-auth/versions/${version}`));
const program = ["--import", "tsx", "test/lab/conformance/firebase-auth/run.ts", ...process.argv.slice(2)];
const { status } = spawnSync(process.execPath, program, { cwd: root, stdio: "inherit" });
process.exit(status ?? 1);
