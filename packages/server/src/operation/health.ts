import type { Database } from "../database/database.ts";
import { UnavailableError } from "../errors/unavailable-error.ts";
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

/** Whether the database accepts writes, and whether there are keys that verify tokens. */
export async function dependencies(
  database: Database,
  tokens: TokenVerifier,
): Promise<{ database: boolean; keys: boolean }> {
  const writable = database
    .query<{ read_only: string }>("select current_setting('transaction_read_only') as read_only")
    .then(([row]) => {
      if (row?.read_only !== "off") throw new UnavailableError("database");
    });
  const [isWritable, areKeysKnown] = await Promise.all([passes(writable), passes(tokens.reach())]);
  return { database: isWritable, keys: areKeysKnown };
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
