import type { ChildProcess } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import autocannon from "autocannon";
import { buildBundle } from "../support/built.ts";
import { ENVIRONMENT } from "../support/environment.ts";
import { leasePorts } from "../support/lease-ports.mjs";
import { startPostgres } from "../support/postgres.ts";
import { run } from "../support/program.ts";
import { startNginx } from "./nginx.ts";
import { runPgbench } from "./pgbench.ts";

/**
 * Prints what share of nginx's and pgbench's speed one process of ours reaches, in alternating rounds:
 * `npm run bench:server`. Files are compared by processor time per request, which does not depend on who else uses the
 * machine nor on the load generator; subscriptions by their rate, since both wait for the same database.
 */
const SECONDS = Number(process.argv[2] ?? 4);
const ROUNDS = Number(process.argv[3] ?? 3);
const CONNECTIONS = 50;
const POOL = 10;
const TICK_US = 10_000;
const root = fileURLToPath(new URL("../../../..", import.meta.url));

const processorUs = ({ pid }: ChildProcess): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_US;
};

/** Processor time per request, in microseconds. */
async function costOf(server: ChildProcess, url: string): Promise<number> {
  const options = { url, connections: CONNECTIONS, headers: { "accept-encoding": "br" } };
  await autocannon({ ...options, duration: 1 });
  const before = processorUs(server);
  const { requests, non2xx, errors } = await autocannon({ ...options, duration: SECONDS });
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx + errors} requests failed`);
  return (processorUs(server) - before) / requests.total;
}

let sent = 0;
/** Subscriptions a second. */
async function subscriptionsOf(origin: string): Promise<number> {
  const { requests, non2xx, errors } = await autocannon({
    url: origin,
    connections: CONNECTIONS,
    duration: SECONDS,
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
  return requests.average;
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const spread = (values: readonly number[], digits: number): string =>
  `${median(values).toFixed(digits)} (${Math.min(...values).toFixed(digits)}–${Math.max(...values).toFixed(digits)})`;

/** Alternates, so that a change of the machine's load meets both. */
async function compare(
  name: string,
  unit: string,
  ours: () => Promise<number>,
  theirs: () => Promise<number>,
  ratioOf: (ours: number, theirs: number) => number,
): Promise<void> {
  const rows: { ours: number; theirs: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) rows.push({ theirs: await theirs(), ours: await ours() });
  const ratios = rows.map((row) => ratioOf(row.ours, row.theirs));
  process.stdout.write(
    `${name.padEnd(34)} ratio ${spread(ratios, 2)}   ours ${spread(
      rows.map((row) => row.ours),
      0,
    )} ${unit}   theirs ${spread(
      rows.map((row) => row.theirs),
      0,
    )} ${unit}\n`,
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
      "µs",
      () => costOf(server.child, origin + path),
      () => costOf(other, `http://127.0.0.1:${nginxPort}${path}`),
      (ours, theirs) => theirs / ours,
    );
  }
  await compare(
    "newsletter, of pgbench",
    "/s",
    () => subscriptionsOf(origin),
    () => runPgbench(databaseUrl, POOL, SECONDS, join(work, "subscribe.sql")),
    (ours, theirs) => ours / theirs,
  );
} finally {
  nginx?.kill("SIGTERM");
  server.child.kill("SIGTERM");
  await server.ended;
  await postgres.remove();
  built.remove();
  rmSync(work, { recursive: true, force: true });
}
