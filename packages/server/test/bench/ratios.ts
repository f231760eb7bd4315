import type { ChildProcess } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import autocannon from "autocannon";
import pg from "pg";
import { buildBundle } from "../support/built.ts";
import { ENVIRONMENT } from "../support/environment.ts";
import { leasePorts } from "../support/lease-ports.mjs";
import { startPostgres } from "../support/postgres.ts";
import { run } from "../support/program.ts";
import { startNginx } from "./nginx.ts";
import { runPgbench } from "./pgbench.ts";
import { databaseUs, endedChildrenUs, processorUs } from "./processor-time.ts";

/**
 * Prints what share of nginx's and pgbench's speed one process of ours reaches, in alternating rounds:
 * `npm run bench:server`. Compared is processor time, which depends neither on who else uses the machine nor on the load
 * generator: per request of a file, and per subscription including the database's share of it.
 */
const SECONDS = Number(process.argv[2] ?? 4);
const ROUNDS = Number(process.argv[3] ?? 3);
const CONNECTIONS = 50;
const POOL = 10;
const root = fileURLToPath(new URL("../../../..", import.meta.url));

/** Processor time per request, in microseconds. */
async function costOf({ pid = 0 }: ChildProcess, url: string): Promise<number> {
  const options = { url, connections: CONNECTIONS, headers: { "accept-encoding": "br" } };
  await autocannon({ ...options, duration: 1 });
  const before = processorUs(pid);
  const { requests, non2xx, errors } = await autocannon({ ...options, duration: SECONDS });
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx + errors} requests failed`);
  return (processorUs(pid) - before) / requests.total;
}

let sent = 0;
/** How many subscriptions were made. */
async function subscribeAt(origin: string, seconds: number): Promise<number> {
  const { requests, non2xx, errors } = await autocannon({
    url: origin,
    connections: CONNECTIONS,
    duration: seconds,
    requests: [
      {
        method: "POST",
        path: "/api/newsletter",
        headers: { "content-type": "application/json" },
        setupRequest: (request) => ({ ...request, body: `{"email":"p${++sent}@example.com"}` }),
      },
    ],
  });
  if (non2xx + errors > 0) throw new Error(`newsletter: ${non2xx + errors} requests failed`);
  return requests.total;
}

/** Processor time per subscription, the database's included. */
async function subscriptionCost(usedUs: () => number, subscribe: () => Promise<number>): Promise<number> {
  const before = usedUs();
  const made = await subscribe();
  return (usedUs() - before) / Math.max(1, made);
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const spread = (values: readonly number[], digits: number): string =>
  `${median(values).toFixed(digits)} (${Math.min(...values).toFixed(digits)}–${Math.max(...values).toFixed(digits)})`;

/** Alternates, so that a change of the machine's load meets both. */
async function compare(
  name: string,
  ours: () => Promise<number>,
  theirs: () => Promise<number>,
): Promise<void> {
  const rows: { ours: number; theirs: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) rows.push({ theirs: await theirs(), ours: await ours() });
  const ratio = spread(
    rows.map((row) => row.theirs / row.ours),
    2,
  );
  const [mine, other] = [rows.map((row) => row.ours), rows.map((row) => row.theirs)];
  process.stdout.write(
    `${name.padEnd(34)} ratio ${ratio}   ours ${spread(mine, 0)} µs   theirs ${spread(other, 0)} µs\n`,
  );
}

const [built, postgres] = await Promise.all([buildBundle("server"), startPostgres()]);
const work = mkdtempSync(join(tmpdir(), "tallybin-ratios-"));
const site = join(root, "dist/site");
if (existsSync(join(site, "routes.json"))) {
  rmSync(join(built.folder, "site"), { recursive: true });
  cpSync(site, join(built.folder, "site"), { recursive: true });
}
const scripts = readdirSync(join(built.folder, "site/assets"))
  .filter((name) => name.endsWith(".js"))
  .map((name) => ({ path: `/assets/${name}`, size: statSync(join(built.folder, "site/assets", name)).size }))
  .sort((a, b) => a.size - b.size);
const small = scripts.find(({ size }) => size > 2_000) ?? scripts[0];
const large = scripts.at(-1);

const databaseUrl = await postgres.createDatabase();
const port = await leasePorts();
const origin = `http://127.0.0.1:${port}`;
const server = run([join(built.folder, "server/serve.js")], {
  ...ENVIRONMENT,
  PORT: String(port),
  DATABASE_URL: databaseUrl,
  DATABASE_POOL_SIZE: String(POOL),
  LIMIT_PER_CLIENT: "1000000/1",
  LOG_LEVEL: "info",
});
let nginx: ChildProcess | undefined;
try {
  await server.says(/"msg":"ready"/);
  const targets = [
    { name: "page", path: "/about" },
    { name: `script of ${small?.size} bytes`, path: small?.path ?? "/" },
    { name: `script of ${large?.size} bytes`, path: large?.path ?? "/" },
  ];
  // Once each, so that what the server compresses at the first request is there.
  for (const { path } of targets) await fetch(origin + path, { headers: { "accept-encoding": "br" } });
  const nginxPort = await leasePorts();
  nginx = await startNginx(
    origin,
    targets.map(({ path }) => path),
    nginxPort,
    join(work, "nginx"),
  );
  const other = nginx;
  await pause(500);
  process.stdout.write(
    `${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s, Node ${process.versions.node}; median (least–most)\n`,
  );
  for (const { name, path } of targets) {
    await compare(
      `${name}, of nginx`,
      () => costOf(server.child, origin + path),
      () => costOf(other, `http://127.0.0.1:${nginxPort}${path}`),
    );
  }
  const watcher = new pg.Client({ connectionString: databaseUrl });
  await watcher.connect();
  const { rows } = await watcher.query<{ pid: number }>("select pg_backend_pid() as pid");
  const backend = rows[0]?.pid ?? 0;
  await subscribeAt(origin, 2);
  await compare(
    "newsletter, of pgbench",
    () =>
      subscriptionCost(
        () => databaseUs(backend) + processorUs(server.child.pid ?? 0),
        () => subscribeAt(origin, SECONDS),
      ),
    () =>
      subscriptionCost(
        () => databaseUs(backend) + endedChildrenUs(),
        () => runPgbench(databaseUrl, POOL, SECONDS, join(work, "subscribe.sql")),
      ),
  );
  await watcher.end();
} finally {
  nginx?.kill("SIGTERM");
  server.child.kill("SIGTERM");
  await server.ended;
  await postgres.remove();
  built.remove();
  rmSync(work, { recursive: true, force: true });
}
