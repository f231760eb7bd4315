import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { install } from "../../install.mjs";

const root = fileURLToPath(new URL("../../../..", import.meta.url));

install("conformance/identity");
const program = ["--import", "tsx", "test/lab/conformance/identity/run.ts", ...process.argv.slice(2)];
const { status } = spawnSync(process.execPath, program, { cwd: root, stdio: "inherit" });
process.exit(status ?? 1);
