/** `node test/lab/conformance/firebase-suite/run.mjs --checkout DIR`: the arguments are in `run.ts`. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { install } from "../../install.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));

install("conformance/firebase-suite");
const program = ["--import", "tsx", `${here}run.ts`, ...process.argv.slice(2)];
const { status } = spawnSync(process.execPath, program, { stdio: "inherit" });
process.exit(status ?? 1);
