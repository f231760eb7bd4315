import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { createGoogle } from "../../../differential/identity/sides.ts";

/** Runs the account tests of the identity client against Google's own Auth Emulator. */
const google = await createGoogle("demo-project");
const config = ["--config", "test/lab/conformance/identity/vitest.config.ts"];
const tests = spawn("npx", ["vitest", "run", ...config, ...process.argv.slice(2)], {
  cwd: fileURLToPath(new URL("../../../..", import.meta.url)),
  env: { ...process.env, AUTH_EMULATOR: google.origin },
  stdio: "inherit",
});
process.exitCode = await new Promise((resolve) => tests.on("exit", (code) => resolve(code ?? 1)));
google.close();
