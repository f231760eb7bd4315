import { mkdtempSync, rmSync } from "node:fs";
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
import { startBare } from "./bare.ts";
import { inTurn } from "./compare.ts";
import { CONNECTIONS, COST_HEADER, costPer, costRow } from "./cost.ts";
import { runPgbench } from "./pgbench.ts";
import { endedChildrenUs, processorUs } from "./processor-time.ts";
import { exchangeScript, insertSessions, MARK } from "./session-rows.ts";

/**
 * `npm run bench -- server`: the processor time of an exchange of a session beside pgbench's with the same statements on
 * the same database, and beside Node's `http` and `pg` alone, with a token service that answers at once.
 */
const SECONDS = Number(process.argv[2] ?? 4);
const ROUNDS = Number(process.argv[3] ?? 5);
const CROWD = 50;
const POOL = 10;
const WARM_ROUNDS = 3;

const work = mkdtempSync(join(tmpdir(), "tallybin-session-bench-"));
const programs: Program[] = [];

const [built, postgres] = await Promise.all([buildBundle("server"), startPostgres()]);

async function serve(env: Record<string, string>): Promise<{ origin: string; pid: number }> {
  const port = await leasePorts();
  const program = run([join(built.folder, "server/serve.js")], {
    ...ENVIRONMENT,
    SESSIONS: "server",
    SESSION_SECRET: SECRET,
    PORT: String(port),
    DATABASE_POOL_SIZE: String(POOL),
    LIMIT_PER_CLIENT: "1000000/1",
    LOG_LEVEL: "info",
    ...env,
  });
  programs.push(program);
  await program.says(/"msg":"ready"/);
  return { origin: `http://127.0.0.1:${port}`, pid: program.child.pid ?? 0 };
}

let sent = 0;
async function exchangeAt(
  origin: string,
  sessions: readonly { id: string; secret: string }[],
  connections: number,
): Promise<number> {
  const { requests, non2xx, errors } = await autocannon({
    url: origin,
    connections,
    duration: SECONDS,
    requests: [
      {
        method: "POST",
        path: "/api/session/token",
        body: JSON.stringify({ held: MARK }),
        setupRequest: (request) => {
          const { id = "", secret = "" } = sessions[sent++ % sessions.length] ?? {};
          const headers = {
            "content-type": "application/json",
            origin: ENVIRONMENT.ORIGIN,
            "x-session": id,
            cookie: `__Host-session=${secret}`,
          };
          return { ...request, headers };
        },
      },
    ],
  });
  if (non2xx + errors > 0) throw new Error(`exchanges: ${non2xx + errors} requests failed`);
  return requests.total;
}

/** Exchanges per second beside pgbench's, and the processor time of each. */
async function compareExchanges(): Promise<void> {
  const databaseUrl = await postgres.createDatabase();
  const port = String(await leasePorts());
  const stub = fileURLToPath(new URL("stub-token-service.ts", import.meta.url));
  const upstream = run(["--import", "tsx", stub, port, MARK], {});
  programs.push(upstream);
  await upstream.says(/ready/);
  const server = await serve({
    DATABASE_URL: databaseUrl,
    SECURE_TOKEN_URL: `http://127.0.0.1:${port}`,
    TOKEN_KEYS_URL: `http://127.0.0.1:${port}/keys`,
  });
  const sessions = await insertSessions(databaseUrl);
  const script = await exchangeScript();
  const barePort = await leasePorts();
  const bare = startBare({
    port: barePort,
    databaseUrl,
    pool: POOL,
    tokenService: `http://127.0.0.1:${port}`,
  });
  programs.push(bare);
  await bare.says(/ready/);
  const bareOrigin = `http://127.0.0.1:${barePort}`;
  const watcher = new pg.Client({ connectionString: databaseUrl });
  await watcher.connect();
  const { rows } = await watcher.query<{ pid: number }>("select pg_backend_pid() as pid");
  const backend = rows[0]?.pid ?? 0;
  for (let round = 0; round < WARM_ROUNDS; round++)
    for (const origin of [server.origin, bareOrigin]) await exchangeAt(origin, sessions, CROWD);
  const file = join(work, "exchange.sql");
  const exchangesOf = (pid: number, origin: string, connections: number) => () =>
    costPer(
      () => processorUs(pid),
      backend,
      () => exchangeAt(origin, sessions, connections),
    );
  process.stdout.write(COST_HEADER);
  for (const connections of CONNECTIONS) {
    const measured = await inTurn(ROUNDS, {
      theirs: () =>
        costPer(endedChildrenUs, backend, () =>
          runPgbench({ databaseUrl, connections, seconds: SECONDS, file }, script, "prepared"),
        ),
      ours: exchangesOf(server.pid, server.origin, connections),
      floor: exchangesOf(bare.child.pid ?? 0, bareOrigin, connections),
    });
    process.stdout.write(costRow("exchange of a session", connections, measured));
  }
  await watcher.end();
}

try {
  process.stdout.write(
    `sessions: ${ROUNDS} rounds of ${SECONDS} s, ${availableParallelism()} cores, Node ${process.versions.node}; medians, ratios with least and most\n`,
  );
  await compareExchanges();
} finally {
  for (const program of programs) await program.stop();
  await postgres.remove();
  built.remove();
  rmSync(work, { recursive: true, force: true });
}
