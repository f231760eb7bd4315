import { mkdtempSync, rmSync } from "node:fs";
import { createServer, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildIfNeeded } from "../../../../packages/local-services/bin/run-built.mjs";
import { leasePorts } from "../../../../packages/server/test/support/lease-ports.mjs";
import { startServer } from "../../../support/local-site.mjs";

/** The added delay of each response of the services, as over a network. */
const SLOW_MS = 100;

/** A server in front of another that passes each request on after a delay, as a service far away. @param {number} to */
export const far = (to) =>
  createServer((incoming, outgoing) => {
    setTimeout(() => {
      const { method, url, headers } = incoming;
      const passed = request({ port: to, host: "127.0.0.1", method, path: url, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      passed.on("error", () => outgoing.destroy());
      incoming.pipe(passed);
    }, SLOW_MS);
  });

/** Starts the local services in a process of their own. */
export async function startLocalServices() {
  await buildIfNeeded();
  const folder = mkdtempSync(join(tmpdir(), "tallybin-bench-"));
  const port = await leasePorts();
  const options = ["--port", String(port), "--project", "demo-project", "--data", folder];
  const services = await startServer(["dist/local/local-services.js", ...options], {
    env: {},
    url: `http://localhost:${port}/`,
  });
  return {
    port,
    /** @param {number} ms */
    async advance(ms) {
      const { ok, status } = await fetch(`http://localhost:${port}/__local/clock`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ advance: ms }),
      });
      if (!ok) throw new Error(`the clock of the local services answered ${status}`);
    },
    async stop() {
      await services.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
