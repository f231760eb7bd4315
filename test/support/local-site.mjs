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
export const START_MS = 60_000;
const STOP_MS = 10_000;

const answers = (/** @type {string} */ url) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Starts a Node program that serves, and waits until it does. It ends with this process.
 * @param {string[]} args
 * @param {{ env: NodeJS.ProcessEnv, url: string, cwd?: string }} options `env` is added to this process's, and `url`
 * answers once the program serves
 */
export async function startServer(args, { env, url, cwd = root }) {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const kill = () => void child.kill("SIGKILL");
  process.once("exit", kill);
  const ended = new Promise((resolve) => child.once("exit", resolve));
  for (const until = Date.now() + START_MS; !(await answers(url)); await pause(50))
    if (child.exitCode !== null || Date.now() > until) throw new Error(`The server of ${url} did not start.`);
  return {
    /** Ends the program. Resolves when its port is free again. */
    async stop() {
      child.kill("SIGTERM");
      const timer = setTimeout(kill, STOP_MS);
      await ended;
      clearTimeout(timer);
      process.removeListener("exit", kill);
    },
  };
}

/** The built site with its local services, on a port and with data of its own. It does not run yet. */
export async function createLocalSite() {
  const port = String(await leasePorts());
  const folder = mkdtempSync(join(tmpdir(), "tallybin-site-"));
  const origin = `http://localhost:${port}`;
  /** @type {Awaited<ReturnType<typeof startServer>> | undefined} */
  let server;
  const stop = async () => {
    await server?.stop();
    server = undefined;
  };
  return {
    origin,
    /** @param {Record<string, string>} [env] variables of the site */
    async start(env = {}) {
      server = await startServer([QUICK_WASM, "dist/local/start.js"], {
        env: { ...env, PORT: port, DATA_DIR: folder },
        url: `${origin}/readyz`, // its database is open
      });
    },
    /** Ends the process. Its data stays. */
    stop,
    async dispose() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts such a site. @param {Record<string, string>} [env] variables of the site */
export async function startLocalSite(env) {
  const { origin, start, dispose } = await createLocalSite();
  await start(env);
  return { origin, stop: dispose };
}
