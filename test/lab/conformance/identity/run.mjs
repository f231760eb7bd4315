import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { install } from "../../install.mjs";

/** Runs the account tests of the identity client against Google's own Auth Emulator. */
const here = fileURLToPath(new URL(".", import.meta.url));
const root = fileURLToPath(new URL("../../../..", import.meta.url));
const emulator = "http://127.0.0.1:4180";
const READY_WITHIN_MS = 90_000;

install("conformance/identity");

const firebase = createRequire(`${here}package.json`).resolve("firebase-tools/lib/bin/firebase.js");
const command = [firebase, "emulators:start", "--only", "auth", "--project", "demo-project"];
const server = spawn(process.execPath, command, {
  cwd: here,
  env: { ...process.env, CI: "1", NO_UPDATE_NOTIFIER: "1" },
  stdio: ["ignore", "pipe", "pipe"],
});
let output = "";
for (const stream of [server.stdout, server.stderr]) stream.on("data", (chunk) => (output += chunk));

const isReady = () =>
  fetch(emulator).then(
    (response) => response.ok,
    () => false,
  );

async function waitUntilReady() {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (!(await isReady())) {
    if (server.exitCode !== null || Date.now() > deadline) {
      throw new Error(`The emulator did not start:\n${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

try {
  await waitUntilReady();
  const config = ["--config", "test/lab/conformance/identity/vitest.config.ts"];
  const tests = spawn("npx", ["vitest", "run", ...config, ...process.argv.slice(2)], {
    cwd: root,
    env: { ...process.env, AUTH_EMULATOR: emulator },
    stdio: "inherit",
  });
  process.exitCode = await new Promise((resolve) => tests.on("exit", (code) => resolve(code ?? 1)));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  server.kill("SIGINT");
}
