import { spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openBundle } from "./support/built.ts";
import { ENVIRONMENT } from "./support/environment.ts";
import { leasePorts } from "./support/lease-ports.mjs";

const { folder } = await openBundle("server");

/** Starts the server with an output that the test chooses. */
async function start(stdout: number | "pipe") {
  const port = await leasePorts();
  const child = spawn(process.execPath, [join(folder, "server/serve.js")], {
    env: {
      PATH: process.env["PATH"],
      ...ENVIRONMENT,
      PORT: String(port),
      METRICS_PORT: String(port + 1),
      // A database that is away, because these tests need none.
      DATABASE_URL: "postgres://user@127.0.0.1:1/db",
      LOG_LEVEL: "info",
    },
    stdio: ["ignore", stdout, "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const request = (path: string, onPort = port) =>
    fetch(`http://127.0.0.1:${onPort}${path}`, {
      headers: { connection: "close" },
      signal: AbortSignal.timeout(5_000),
    });
  const status = (path: string) => request(path).then((response) => response.status);
  await expect.poll(() => status("/healthz").catch(() => 0), { timeout: 20_000 }).toBe(200);
  const dropped = async (): Promise<number> => {
    const lines = await (await request("/metrics", port + 1)).text();
    return Number(/^tallybin_log_lines_dropped_total (\d+)/m.exec(lines)?.[1]);
  };
  return { child, ended, status, dropped };
}

type Server = Awaited<ReturnType<typeof start>>;

async function expectPageAndStop({ child, ended, status }: Server): Promise<void> {
  expect(await status("/")).toBe(200);
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
}

test("a full disk under the log drops and counts the lines, and stops no page", async () => {
  const full = openSync("/dev/full", "w");
  const server = await start(full);
  closeSync(full);
  await server.status("/api/no-such-call");
  await expect.poll(server.dropped).toBeGreaterThan(0);
  await expectPageAndStop(server);
});

test("a log reader that has ended drops and counts the lines, and stops no page", async () => {
  const server = await start("pipe");
  server.child.stdout?.destroy();
  await expect.poll(() => server.status("/api/no-such-call").then(server.dropped)).toBeGreaterThan(0);
  await expectPageAndStop(server);
});

test("a log reader that hangs stops neither pages nor the end of the server", async () => {
  const server = await start("pipe");
  server.child.stdout?.pause();
  // More lines than a pipe has room for.
  for (let batch = 0; batch < 14; batch++) {
    const statuses = await Promise.all(Array.from({ length: 50 }, () => server.status("/api/no-such-call")));
    expect(new Set(statuses)).toEqual(new Set([404]));
  }
  await expectPageAndStop(server);
});
