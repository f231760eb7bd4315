import { setTimeout } from "node:timers/promises";
import { UnavailableError } from "@tallybin/identity-server/errors/errors";
import { delayOf } from "@tallybin/platform/back-off";
import { valueInTime } from "@tallybin/platform/deadline";
import type { Pool, PoolClient, QueryResultRow } from "pg";
import { observe } from "../telemetry/observe.ts";

/** The only access to the database, for PGlite and PostgreSQL alike. The first use opens it. */
export type Database = ReturnType<typeof createDatabase>;

/** Temporary faults of a server or its connection, such as a restart or a full disk, not of the query. */
const PASSING_CODE =
  /^(?:08|53|57P|57014|25006)|^(?:ECONN|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)/;
const PASSING_MESSAGE = /timeout|terminated|not queryable|Connection ended/i;

/** The database can only be read, because it is a standby: after a failover, the connection leads to the wrong server. */
const READ_ONLY = "25006";
/** No room on the disk or in the memory, of which a read tells nothing. */
const NO_ROOM = /^53[124]/;
/** A statement that found no room may not run again, so its result counts for this long. */
const NO_ROOM_FOR_MS = 300_000;
/** Nothing has happened and a retry may succeed: serialization failure, deadlock, lock, standby. */
const REPEATABLE = ["40001", "40P01", "55P03", READ_ONLY];
const MAX_TRIES = 8;
/** The pause grows with each try and is random, so that two conflicting operations do not conflict again. */
const BACK_OFF = { firstMs: 20, longestMs: 200 };

/** A stop waits no longer for the creation of the database, or for queries of a silent one. */
const END_GRACE_MS = 2_000;
/** A multiple of all timeouts of one operation. An operation waits longer only if this process is faulty. */
const STUCK_AFTER_MS = 60_000;

const errorCodeOf = (error: unknown): unknown => (error as { code?: unknown }).code;

/** Tells an unavailable database from a wrong query or configuration. */
export function translateError(error: unknown): unknown {
  const { code, message } = error as { code?: unknown; message?: unknown };
  const isPassing =
    (typeof code === "string" && PASSING_CODE.test(code)) ||
    (code === undefined && typeof message === "string" && PASSING_MESSAGE.test(message));
  return isPassing ? new UnavailableError("database", { cause: error }) : error;
}

/**
 * @param openPool called by the first use, and again after an UnavailableError
 * @param closeEngine called once the pool has ended
 * @param isEngineLost whether an engine inside this process has ended, which only a new process starts again
 */
export function createDatabase(
  kind: "pglite" | "postgres",
  openPool: () => Promise<Pool>,
  closeEngine: () => Promise<void>,
  isEngineLost: () => boolean = () => false,
) {
  /** The start times of the operations that wait for the database. In the order of insertion, so the first is the oldest. */
  const pending = new Set<{ at: number }>();
  const trackOperation = async <T>(work: () => Promise<T>): Promise<T> => {
    const started = { at: performance.now() };
    pending.add(started);
    return work().finally(() => pending.delete(started));
  };
  // A named statement is planned once per connection. All texts are constants, so their number is limited.
  const names = new Map<string, string>();
  const statementNameOf = (text: string): string => {
    const name = names.get(text) ?? `statement_${names.size + 1}`;
    names.set(text, name);
    return name;
  };
  /** The statements whose last run found no room, with its time. */
  const withoutRoom = new Map<string, number>();
  const noteResult = (name: string, fault?: unknown): void => {
    const code = fault instanceof UnavailableError ? errorCodeOf(fault.cause) : undefined;
    if (typeof code === "string" && NO_ROOM.test(code)) withoutRoom.set(name, performance.now());
    else if (fault === undefined) withoutRoom.delete(name);
  };
  /** Counts the failovers that this process has met. A connection from before the last one may lead to a standby too. */
  let era = 0;
  const eras = new WeakMap<PoolClient, number>();
  let opening: Promise<Pool> | undefined;
  let opened: Pool | undefined;
  const openPoolOnce = async (): Promise<Pool> => {
    opening ??= openPool().catch((error: unknown) => {
      if (error instanceof UnavailableError) opening = undefined;
      throw error;
    });
    opened = await opening;
    return opened;
  };
  let closing: Promise<void> | undefined;
  const connectClient = async (): Promise<PoolClient> => {
    const pool = await openPoolOnce();
    for (;;) {
      const takeClient = () =>
        pool.connect().catch((error: unknown) => {
          throw translateError(error);
        });
      // Taking an idle connection needs no wait, so it is not recorded.
      const client = await (pool.idleCount > pool.waitingCount
        ? takeClient()
        : observe({ kind: "database", name: "connection" }, takeClient));
      if (!eras.has(client)) eras.set(client, era);
      if (eras.get(client) === era) return client;
      client.release(true);
    }
  };
  const releaseClient = (client: PoolClient, fault: unknown): void => {
    const isStandby = fault instanceof UnavailableError && errorCodeOf(fault.cause) === READ_ONLY;
    if (isStandby && eras.get(client) === era) era++;
    client.release(fault instanceof UnavailableError);
  };
  /** Runs work that has no effect when it fails, and repeats it if it conflicted with other work. */
  const repeatOnConflict = async <T>(work: () => Promise<T>): Promise<T> => {
    for (let tries = 1; ; tries++) {
      try {
        return await work();
      } catch (error) {
        const code = errorCodeOf(error instanceof UnavailableError ? error.cause : error);
        if (typeof code !== "string" || !REPEATABLE.includes(code)) throw error;
        if (tries === MAX_TRIES) throw new UnavailableError("database", { cause: error });
        await setTimeout(Math.random() * delayOf(tries, BACK_OFF));
      }
    }
  };
  /** @param text of the statement; one name for all transactions */
  const useClient = <T>(
    name: "statement" | "transaction",
    text: string,
    work: (client: PoolClient) => Promise<T>,
  ): Promise<T> =>
    trackOperation(async () => {
      const client = await connectClient();
      try {
        const result = await observe({ kind: "database", name }, () => work(client));
        client.release();
        noteResult(text);
        return result;
      } catch (error) {
        const fault = translateError(error);
        noteResult(text, fault);
        // A wrong query keeps its connection, unlike with `pool.query`: PGlite has only one.
        releaseClient(client, fault);
        throw fault;
      }
    });
  const runQuery = <Row extends QueryResultRow>(text: string, values: readonly unknown[] = []) =>
    useClient("statement", text, async (client) => {
      const { rows } = await client.query<Row>({ name: statementNameOf(text), text, values: [...values] });
      return rows;
    });
  const runTransaction = <T>(work: (client: PoolClient) => Promise<T>): Promise<T> =>
    useClient("transaction", "transaction", async (client) => {
      await client.query("begin");
      try {
        const made = await work(client);
        await client.query("commit");
        return made;
      } catch (error) {
        // A connection that is silent or cannot roll back is closed instead of being reused.
        if (!(translateError(error) instanceof UnavailableError))
          await client.query("rollback").catch((cause: unknown) => {
            throw new UnavailableError("database", { cause });
          });
        throw error;
      }
    });
  return {
    kind,
    /** A connection for the caller alone, which must release it. */
    connect: connectClient,
    /** Opens and migrates the database. Rejects with UnavailableError if it is away, with a StartError if unusable. */
    async ready(): Promise<void> {
      await openPoolOnce().catch((error: unknown) => {
        // A stop while the database opens is no fault of the database.
        if (closing === undefined) throw error;
      });
    },
    query: <Row extends QueryResultRow>(text: string, values?: readonly unknown[]) =>
      repeatOnConflict(() => runQuery<Row>(text, values)),
    /** False for a standby, and while writes find no room. Rejects if the database does not respond. */
    async isWritable(): Promise<boolean> {
      const [row] = await runQuery<{ value: string }>(
        "select current_setting('transaction_read_only') as value",
      );
      const since = performance.now() - NO_ROOM_FOR_MS;
      return row?.value === "off" && ![...withoutRoom.values()].some((at) => at > since);
    },
    transaction: <T>(work: (client: PoolClient) => Promise<T>) =>
      repeatOnConflict(() => runTransaction(work)),
    /** The connections in use, the idle ones, and the operations that wait for one. */
    pool() {
      const { totalCount = 0, idleCount = 0, waitingCount = 0 } = opened ?? {};
      return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
    },
    /** Whether the database can recover without a new process. False is final: restart. */
    canRecover(): boolean {
      const [oldest] = pending;
      return !isEngineLost() && (!oldest || performance.now() - oldest.at < STUCK_AFTER_MS);
    },
    close(): Promise<void> {
      const endPool = async (): Promise<void> => (await opening)?.end();
      closing ??= valueInTime(
        endPool().catch(() => undefined),
        END_GRACE_MS,
      ).then(closeEngine);
      return closing;
    },
  };
}

/** One statement for a million rows would reach the limit of time, and delete none. */
export const MOST_ROWS = 5_000;

export async function deleteExpired(
  database: Pick<Database, "query">,
  table: string,
  condition: string,
  values: readonly unknown[] = [],
): Promise<void> {
  const text = `with expired as (
      select ctid from ${table} where ${condition} limit ${MOST_ROWS} for update skip locked),
    deleted as (delete from ${table} where ctid = any (array(select ctid from expired)) returning 1)
    select count(*)::integer as count from deleted`;
  for (let count = MOST_ROWS; count === MOST_ROWS; ) {
    const [row] = await database.query<{ count: number }>(text, values);
    count = row?.count ?? 0;
  }
}
