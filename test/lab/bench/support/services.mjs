import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { leasePorts } from "../../../../packages/server/test/support/lease-ports.mjs";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
/** The added delay of each response of the services, as over a network. */
const SLOW_MS = 100;

/** @param {import("node:http").Server} server @returns {Promise<number>} its port */
export const listen = (server) =>
  new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : 0);
    });
  });

/** @param {import("node:http").Server} server */
export const close = (server) => {
  server.closeAllConnections();
  server.close();
};

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
  if (!existsSync(join(root, "dist/built"))) {
    const { status } = spawnSync(process.execPath, ["packages/server/bin/build.mjs"], {
      cwd: root,
      stdio: ["ignore", 2, 2],
    });
    if (status !== 0) throw new Error("the build failed");
  }
  const folder = mkdtempSync(join(tmpdir(), "tallybin-bench-"));
  const port = await leasePorts();
  const options = ["--port", String(port), "--project", "demo-project", "--data", folder];
  const services = spawn(process.execPath, [join(root, "dist/local/local-services.js"), ...options], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  process.once("exit", () => services.kill("SIGKILL"));
  for (let tries = 0; ; tries++) {
    const isUp = await fetch(`http://localhost:${port}/`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) break;
    if (tries > 300) throw new Error("the local services did not start");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
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
      const ended = new Promise((resolve) => services.once("exit", resolve));
      services.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
