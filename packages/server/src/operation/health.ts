import type { Database } from "../database/database.ts";
import type { TokenVerifier } from "../tokens/id-token.ts";

const CHECK_TIMEOUT_MS = 3_000;

const answer = (body: object, status: 200 | 503): Response =>
  Response.json(body, { status, headers: { "cache-control": "no-store" } });

async function passes(check: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), CHECK_TIMEOUT_MS);
  });
  const passed = check.then(
    () => true,
    () => false,
  );
  const result = await Promise.race([passed, late]);
  clearTimeout(timer);
  return result;
}

/**
 * The process can serve, now or once its dependencies are back. If not, a supervisor restarts the process. An
 * unavailable database is no reason for a restart, but a database engine that only a new process can start is one.
 */
export const getHealth = (database: Database): Response =>
  database.canRecover() ? answer({ status: "ok" }, 200) : answer({ status: "restart-needed" }, 503);

/** Whether the database accepts writes: after a failover, a connection may lead to a standby. */
export async function isWritable(database: Database): Promise<boolean> {
  const [row] = await database.query<{ read_only: string }>(
    "select current_setting('transaction_read_only') as read_only",
  );
  return row?.read_only === "off";
}

/** The server can answer all requests. Load balancers route by this. */
export async function getReadiness(
  database: Database | undefined,
  tokens: TokenVerifier | undefined,
  isStopping: boolean,
): Promise<Response> {
  const [isDatabaseReached, areKeysReached] = await Promise.all([
    passes(database ? database.query("select 1") : Promise.resolve()),
    passes(tokens ? tokens.reach() : Promise.resolve()),
  ]);
  const isReady = isDatabaseReached && areKeysReached && !isStopping;
  return answer(
    {
      status: isReady ? "ready" : "not-ready",
      database: isDatabaseReached ? "reached" : "unreachable",
      keys: areKeysReached ? "reached" : "unreachable",
      ...(isStopping ? { stopping: true } : {}),
    },
    isReady ? 200 : 503,
  );
}
