import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { leasePorts } from "../../packages/server/test/support/lease-ports.mjs";
import { QUICK_WASM } from "../../packages/server/test/support/quick-wasm.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** A busy machine needs this long to start a site. */
const START_MS = 60_000;

const isReady = (/** @type {string} */ origin) =>
  fetch(`${origin}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Starts the built site with its local services, on a port and with data of its own.
 * @param {Record<string, string>} [env] variables of the site
 */
export async function startLocalSite(env = {}) {
  const port = String(await leasePorts());
  const folder = mkdtempSync(join(tmpdir(), "tallybin-site-"));
  const child = spawn(process.execPath, [QUICK_WASM, "dist/local/start.js"], {
    cwd: root,
    env: { ...process.env, ...env, PORT: port, DATA_DIR: folder },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const kill = () => void child.kill("SIGKILL");
  process.once("exit", kill);
  const origin = `http://localhost:${port}`;
  for (const until = Date.now() + START_MS; !(await isReady(origin)); await pause(50))
    if (child.exitCode !== null || Date.now() > until) throw new Error("The site did not start.");
  return {
    origin,
    async stop() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
      process.removeListener("exit", kill);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
