/**
 * `node test/lab/conformance/user-document/run.mjs`: tests the package against Google's Firestore emulator and the local
 * one.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { install } from "../../install.mjs";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
install("conformance/user-document");
const { status } = spawnSync(
  process.execPath,
  ["--import", "tsx", "test/lab/conformance/user-document/run.ts"],
  {
    cwd: root,
    stdio: "inherit",
  },
);
process.exit(status ?? 1);
