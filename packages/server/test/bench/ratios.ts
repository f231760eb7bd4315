import type { ChildProcess } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import autocannon from "autocannon";
import pg from "pg";
import { buildBundle } from "../support/built.ts";
import { ENVIRONMENT } from "../support/environment.ts";
import { leasePorts } from "../support/lease-ports.mjs";
import { startPostgres } from "../support/postgres.ts";
import { run } from "../support/program.ts";
import { startBare } from "./bare.ts";
import { inTurn } from "./compare.ts";
import { CONNECTIONS, COST_HEADER, type Cost, costPer, costRow } from "./cost.ts";
import { startNginx } from "./nginx.ts";
import { runSubscriptions, type Script } from "./pgbench.ts";
import { endedChildrenUs, processorUs } from "./processor-time.ts";
import { subscribeAt, warm } from "./subscribe-load.ts";

/**
 * `npm run bench -- server`: compares one process with nginx and pgbench, in alternating rounds. The ratios are of processor time, which depends neither on other programs nor on the load generator: per file
 * request, and per subscription including the database's share. The floor is what Node itself needs for the same.
 */
const SECONDS = Number(process.argv[2] ?? 4);
const ROUNDS = Number(process.argv[3] ?? 5);
const CROWD = 50;
const POOL = 10;
const root = fileURLToPath(new URL("../../../..", import.meta.url));

async function costOf({ pid = 0 }: ChildProcess, url: string, connections: number): Promise<Cost> {
  const options = { url, connections, headers: { "accept-encoding": "br" } };
  await autocannon({ ...options, duration: 1 });
  const before = processorUs(pid);
  const { requests, non2xx, errors } = await autocannon({ ...options, duration: SECONDS });
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx + errors} requests failed`);
  const client = (processorUs(pid) - before) / requests.total;
  return { client, database: 0, rate: requests.total / SECONDS };
}

const [built, postgres] = await Promise.all([buildBundle("server"), startPostgres()]);
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
const work = mkdtempSync(join(tmpdir(), "tallybin-ratios-"));
const start = async () => {
  const port = await leasePorts();
  const program = run([join(built.folder, "server/serve.js")], {
    ...ENVIRONMENT,
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_SIZE: String(POOL),
    LIMIT_PER_CLIENT: "1000000/1",
    TRUSTED_PROXY_HOPS: "1",
    LOG_LEVEL: "info",
  });
  await program.says(/"msg":"ready"/);
  return { port, origin: `http://127.0.0.1:${port}`, pid: program.child.pid ?? 0, program };
};
const proxies: ChildProcess[] = [];

type Served = { origin: string; pid: number };

/** Also returns Node's `http` alone, as {@link startBare}. */
async function comparePages({ origin, program }: Awaited<ReturnType<typeof start>>): Promise<Served> {
  const targets = [
    { name: "page", path: "/about" },
    { name: `script of ${small?.size} bytes`, path: small?.path ?? "/" },
    { name: `script of ${large?.size} bytes`, path: large?.path ?? "/" },
  ];
  // One request each, so that the compression at the first request is done.
  for (const { path } of targets) await fetch(origin + path, { headers: { "accept-encoding": "br" } });
  const port = await leasePorts();
  const paths = targets.map(({ path }) => path);
  const nginx = await startNginx(origin, paths, port, join(work, "nginx"));
  proxies.push(nginx);
  const barePort = await leasePorts();
  const bare = startBare({ ...{ port: barePort, databaseUrl, pool: POOL }, origin, paths });
  proxies.push(bare.child);
  await bare.says(/ready/);
  for (const { name, path } of targets)
    for (const connections of CONNECTIONS) {
      const measured = await inTurn(ROUNDS, {
        theirs: () => costOf(nginx, `http://127.0.0.1:${port}${path}`, connections),
        ours: () => costOf(program.child, origin + path, connections),
        floor: () => costOf(bare.child, `http://127.0.0.1:${barePort}${path}`, connections),
      });
      process.stdout.write(costRow(name, connections, measured));
    }
  return { pid: bare.child.pid ?? 0, origin: `http://127.0.0.1:${barePort}` };
}

async function compareSubscriptions(server: Served, bare: Served, backend: number): Promise<void> {
  const pgbench = (script: Script, connections: number) => () =>
    costPer(endedChildrenUs, backend, () =>
      runSubscriptions(
        { databaseUrl, connections, seconds: SECONDS, file: join(work, "subscribe.sql") },
        script,
      ),
    );
  const subscriptions =
    ({ origin, pid }: Served, connections: number) =>
    () =>
      costPer(
        () => processorUs(pid),
        backend,
        () => subscribeAt(origin, connections, SECONDS),
      );
  for (const { origin } of [server, bare]) await warm(origin, CROWD);
  for (const connections of CONNECTIONS) {
    const { two, one, ...rest } = await inTurn(ROUNDS, {
      two: pgbench("two statements", connections),
      one: pgbench("one prepared statement", connections),
      ours: subscriptions(server, connections),
      floor: subscriptions(bare, connections),
    });
    process.stdout.write(
      costRow("subscription, pgbench with limit and insert", connections, { ...rest, theirs: two }),
    );
    process.stdout.write(
      costRow("subscription, pgbench with our statement", connections, { ...rest, theirs: one }),
    );
  }
}

const server = await start();
const watcher = new pg.Client({ connectionString: databaseUrl });
try {
  process.stdout.write(
    `${ROUNDS} rounds of ${SECONDS} s, ${availableParallelism()} cores, Node ${process.versions.node}; medians, ratios with least and most\n${COST_HEADER}`,
  );
  const bare = await comparePages(server);
  await watcher.connect();
  const { rows } = await watcher.query<{ pid: number }>("select pg_backend_pid() as pid");
  const backend = rows[0]?.pid ?? 0;
  await compareSubscriptions(server, bare, backend);
} finally {
  await watcher.end();
  for (const proxy of proxies) proxy.kill("SIGTERM");
  await server.program.stop();
  await postgres.remove();
  built.remove();
  rmSync(work, { recursive: true, force: true });
}
