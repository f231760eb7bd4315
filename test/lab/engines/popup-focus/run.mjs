/** Runs the popup tests that need a real focus: `node test/lab/engines/popup-focus/run.mjs [arguments of Playwright]`. Needs a screen; on Linux, xvfb-run gives one. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const config = fileURLToPath(new URL("playwright.config.ts", import.meta.url));
const command = ["npx", "playwright", "test", "--config", config, ...process.argv.slice(2)];
const isScreenless = process.platform === "linux" && process.env["DISPLAY"] === undefined;
const [file = "", ...args] = isScreenless ? ["xvfb-run", "-a", ...command] : command;
const { status, error } = spawnSync(file, args, { stdio: "inherit", shell: process.platform === "win32" });
if (error)
  process.stderr.write(
    `${file} could not be started: ${error.message}. Without a screen, install xvfb (apt-get install xvfb).\n`,
  );
process.exit(status ?? 1);
