import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import autocannon, { type Result } from "autocannon";
import { buildBundle } from "../support/built.ts";
import { ENVIRONMENT } from "../support/environment.ts";
import { leasePorts } from "../support/lease-ports.mjs";
import { startPostgres } from "../support/postgres.ts";
import { type Program, run } from "../support/program.ts";

/**
 * `npm run lab -- bench-server [seconds]`: requests per second, tail latency and memory on loopback, for pages, files and
 * the API on both databases, beside a plain Hono static server in the same run. Each part takes `seconds`.
 */
const SECONDS = Number(process.argv[2] ?? 10);
const CONNECTIONS = 50;
const PORT = await leasePorts();
const ORIGIN = `http://127.0.0.1:${PORT}`;
const root = fileURLToPath(new URL("../../../..", import.meta.url));

const built = await buildBundle("server");
const site = existsSync(join(root, "dist/site/routes.json"))
  ? join(root, "dist/site")
  : join(built.folder, "site");
const script = `/assets/${readdirSync(join(site, "assets")).find((name) => name.endsWith(".js"))}`;
const dataDir = mkdtempSync(join(tmpdir(), "tallybin-bench-"));

const memoryOf = ({ child }: Program): number => {
  const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
};

/** Node uses all available memory. A small heap makes a leak visible. */
const SMALL_HEAP = "--max-old-space-size=64";
const TICK_MS = 10;

/** Processor time so far, in milliseconds; other programs do not affect it. */
const processorTimeOf = ({ child }: Program): number => {
  const fields = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
};

async function answers(): Promise<void> {
  for (;;) {
    const response = await fetch(`${ORIGIN}/`).catch(() => undefined);
    if (response) return;
    await pause(50);
  }
}

type Load = Omit<Parameters<typeof autocannon>[0], "url" | "connections" | "duration"> & { path?: string };

async function load(name: string, program: Program, { path = "/", ...options }: Load): Promise<void> {
  // Warm up first, because the first thousand requests are not representative.
  await autocannon({ url: ORIGIN + path, connections: CONNECTIONS, duration: 2, ...options });
  const memory: number[] = [memoryOf(program)];
  const processorBefore = processorTimeOf(program);
  const sampler = setInterval(() => memory.push(memoryOf(program)), 1_000);
  const result: Result = await autocannon({
    url: ORIGIN + path,
    connections: CONNECTIONS,
    duration: SECONDS,
    ...options,
  });
  clearInterval(sampler);
  const processorMs = (processorTimeOf(program) - processorBefore) / Math.max(1, result.requests.total);
  const { requests, latency, errors, timeouts, non2xx } = result;
  const third = Math.floor(memory.length / 3);
  const mean = (values: number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  process.stdout.write(
    [
      name.padEnd(38),
      `${Math.round(requests.average)}/s`.padStart(9),
      `p50 ${latency.p50} ms`.padStart(11),
      `p97.5 ${latency.p97_5} ms`.padStart(13),
      `p99 ${latency.p99} ms`.padStart(12),
      `max ${latency.max} ms`.padStart(13),
      `cpu ${processorMs.toFixed(2)} ms`.padStart(12),
      `failed ${errors + timeouts + non2xx}`.padStart(10),
      `memory ${mean(memory.slice(0, third)).toFixed(0)} → ${mean(memory.slice(-third)).toFixed(0)} MB`,
      "\n",
    ].join("  "),
  );
}

async function withProgram(program: Program, work: () => Promise<void>): Promise<void> {
  try {
    await answers();
    await work();
  } finally {
    await program.stop();
  }
}

let sent = 0;
const newsletter: Load = {
  requests: [
    {
      method: "POST",
      path: "/api/newsletter",
      headers: { "content-type": "application/json" },
      setupRequest: (request) => ({ ...request, body: `{"email":"p${++sent}@example.com"}` }),
    },
  ],
};
const environment = {
  ...ENVIRONMENT,
  PORT: String(PORT),
  DATA_DIR: dataDir,
  LIMIT_PER_CLIENT: "1000000/1",
  LOG_LEVEL: "info",
};
const serve = (env: Record<string, string> = {}): Program =>
  run([SMALL_HEAP, join(built.folder, "server/serve.js")], { ...environment, ...env });

process.stdout.write(`${CONNECTIONS} connections, ${SECONDS} s each, Node ${process.versions.node}\n`);
rmSync(join(built.folder, "site"), { recursive: true });
cpSync(site, join(built.folder, "site"), { recursive: true });
const brotli = { headers: { "accept-encoding": "br" } };
const plain = run(
  ["--import", "tsx", fileURLToPath(new URL("plain-hono.ts", import.meta.url)), site, String(PORT)],
  {},
  { cwd: root },
);
await withProgram(plain, async () => {
  await load("plain Hono: page", plain, { path: "/index.html" });
  await load("plain Hono: script, brotli", plain, { path: script, ...brotli });
});
const folder = serve();
await withProgram(folder, async () => {
  // Creating the database folder takes a few busy seconds, once.
  await folder.says(/"msg":"ready"/);
  await load("ours: page", folder, { path: "/" });
  await load("ours: page, brotli", folder, { path: "/", ...brotli });
  await load("ours: script, brotli", folder, { path: script, ...brotli });
  await load("ours: newsletter on PGlite", folder, newsletter);
});
const postgres = await startPostgres();
const server = serve({ DATABASE_URL: await postgres.createDatabase() });
await withProgram(server, async () => {
  await server.says(/"msg":"ready"/);
  await load("ours: newsletter on PostgreSQL", server, newsletter);
});
await postgres.remove();
built.remove();
rmSync(dataDir, { recursive: true, force: true });
