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
import { type Program, run } from "../support/program.ts";
import { SECRET } from "../support/sessions.ts";
import type { Bare } from "./bare-server.ts";
import { inTurn } from "./compare.ts";
import { CONNECTIONS, COST_HEADER, type Cost, costPer, costRow } from "./cost.ts";
import { exchangeAt, subscribeAt, warm } from "./loads.ts";
import { startNginx } from "./nginx.ts";
import { runPgbench, subscriptionScript } from "./pgbench.ts";
import { endedChildrenUs, processorUs } from "./processor-time.ts";
import { exchangeScript, insertSessions, MARK } from "./session-rows.ts";

/**
 * `npm run bench -- server`: compares one process with nginx and pgbench, in alternating rounds. The ratios are of
 * processor time, which depends neither on other programs nor on the load generator: per file request, and per
 * subscription and exchange of a session including the database's share. The floor is what Node itself needs for the
 * same, with a token service that answers at once.
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
const programs: Program[] = [];
const proxies: ChildProcess[] = [];

/** Starts a program on a port of its own, and waits until it says that it is ready. */
async function start(startOn: (port: number) => Program): Promise<Served> {
  const port = await leasePorts();
  const program = startOn(port);
  programs.push(program);
  await program.says(/ready/);
  return { origin: `http://127.0.0.1:${port}`, child: program.child, pid: program.child.pid ?? 0 };
}
const script = (name: string, ...args: string[]): Program =>
  run(["--import", "tsx", fileURLToPath(new URL(name, import.meta.url)), ...args], {});

type Served = { origin: string; child: ChildProcess; pid: number };

const targets = [
  { name: "page", path: "/about" },
  { name: `script of ${small?.size} bytes`, path: small?.path ?? "/" },
  { name: `script of ${large?.size} bytes`, path: large?.path ?? "/" },
];
const paths = targets.map(({ path }) => path);

async function comparePages(ours: Served, floor: Served): Promise<void> {
  const port = await leasePorts();
  const nginx = await startNginx(ours.origin, paths, port, join(work, "nginx"));
  proxies.push(nginx);
  for (const { name, path } of targets)
    for (const connections of CONNECTIONS) {
      const measured = await inTurn(ROUNDS, {
        theirs: () => costOf(nginx, `http://127.0.0.1:${port}${path}`, connections),
        ours: () => costOf(ours.child, ours.origin + path, connections),
        floor: () => costOf(floor.child, floor.origin + path, connections),
      });
      process.stdout.write(costRow(name, connections, measured));
    }
}

/** The rows of requests that the database takes part in: each of pgbench's scripts beside both servers. */
async function compareWrites(
  scripts: Record<string, Parameters<typeof runPgbench>[1]>,
  load: (origin: string, connections: number) => Promise<number>,
  servers: Record<"ours" | "floor", Served>,
): Promise<void> {
  const at =
    ({ origin, pid }: Served, connections: number) =>
    () =>
      costPer(
        () => processorUs(pid),
        backend,
        () => load(origin, connections),
      );
  for (const connections of CONNECTIONS) {
    const run = { databaseUrl, connections, seconds: SECONDS, file: join(work, "script.sql") };
    const {
      ours = [],
      floor = [],
      ...theirs
    } = await inTurn<string, Cost>(ROUNDS, {
      ...Object.fromEntries(
        Object.entries(scripts).map(([name, script]) => [
          name,
          () => costPer(endedChildrenUs, backend, () => runPgbench(run, script)),
        ]),
      ),
      ours: at(servers.ours, connections),
      floor: at(servers.floor, connections),
    });
    for (const [name, costs] of Object.entries(theirs))
      process.stdout.write(costRow(name, connections, { ours, floor, theirs: costs }));
  }
}

const watcher = new pg.Client({ connectionString: databaseUrl });
let backend = 0;
try {
  process.stdout.write(
    `${ROUNDS} rounds of ${SECONDS} s, ${availableParallelism()} cores, Node ${process.versions.node}; medians, ratios with least and most\n${COST_HEADER}`,
  );
  const { origin: tokenService } = await start((port) => script("stub-token-service.ts", String(port), MARK));
  const ours = await start((port) =>
    run([join(built.folder, "server/serve.js")], {
      ...ENVIRONMENT,
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      DATABASE_POOL_SIZE: String(POOL),
      SESSIONS: "server",
      SESSION_SECRET: SECRET,
      SECURE_TOKEN_URL: tokenService,
      TOKEN_KEYS_URL: `${tokenService}/keys`,
      LIMIT_PER_CLIENT: "1000000/1",
      TRUSTED_PROXY_HOPS: "1",
      LOG_LEVEL: "info",
    }),
  );
  // One request each, so that the compression at the first request is done.
  for (const path of paths) await fetch(ours.origin + path, { headers: { "accept-encoding": "br" } });
  const floor = await start((port) => {
    const options: Bare = { port, databaseUrl, pool: POOL, tokenService, origin: ours.origin, paths };
    return script("bare-server.ts", JSON.stringify(options));
  });
  await comparePages(ours, floor);
  await watcher.connect();
  const { rows } = await watcher.query<{ pid: number }>("select pg_backend_pid() as pid");
  backend = rows[0]?.pid ?? 0;
  const servers = { ours, floor };
  for (const { origin } of [ours, floor]) await warm((seconds) => subscribeAt(origin, CROWD, seconds));
  await compareWrites(
    {
      "subscription, pgbench with limit and insert": subscriptionScript("two statements"),
      "subscription, pgbench with our statement": subscriptionScript("one prepared statement"),
    },
    (origin, connections) => subscribeAt(origin, connections, SECONDS),
    servers,
  );
  const sessions = await insertSessions(databaseUrl);
  for (const { origin } of [ours, floor])
    await warm((seconds) => exchangeAt(origin, sessions, CROWD, seconds));
  await compareWrites(
    { "exchange of a session": { text: await exchangeScript(), mode: "prepared" } },
    (origin, connections) => exchangeAt(origin, sessions, connections, SECONDS),
    servers,
  );
} finally {
  await watcher.end();
  for (const proxy of proxies) proxy.kill("SIGTERM");
  for (const program of programs) await program.stop();
  await postgres.remove();
  built.remove();
  rmSync(work, { recursive: true, force: true });
}
