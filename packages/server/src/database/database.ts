import { setTimeout } from "node:timers/promises";
import type { Pool, PoolClient, QueryResultRow } from "pg";
import { UnavailableError } from "../unavailable-error.ts";

/** The one door to the database, the same for PGlite and PostgreSQL. The first use opens it. */
export type Database = {
  kind: "pglite" | "postgres";
  /** Opens it; resolves once migrations have run, rejects when the database cannot be used at all. */
  ready(): Promise<void>;
  query<Row extends QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** A connection of one's own, to be released. */
  connect(): Promise<PoolClient>;
  transaction<T>(work: (client: PoolClient) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

/** Connection lost, server starting or stopping, no room: none of it is the query's fault, all of it passes. */
const PASSING_CODE = /^(?:08|53|57P)|^(?:ECONN|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)/;
const PASSING_MESSAGE = /timeout|terminated|not queryable|Connection ended/i;

/** A stop that arrives while the database is being made does not wait for it: an unfinished one is made anew. */
const OPENING_GRACE_MS = 2_000;

/** Tells a database that is away from a query that is wrong. */
function translate(error: unknown): unknown {
  const { code, message } = error as { code?: unknown; message?: unknown };
  const isPassing =
    (typeof code === "string" && PASSING_CODE.test(code)) ||
    (code === undefined && typeof message === "string" && PASSING_MESSAGE.test(message));
  return isPassing ? new UnavailableError("database", { cause: error }) : error;
}

/**
 * @param openPool called once, by the first use
 * @param closeEngine runs after the pool has ended
 */
export function createDatabase(
  kind: Database["kind"],
  openPool: () => Promise<Pool>,
  closeEngine: () => Promise<void>,
): Database {
  let opening: Promise<Pool> | undefined;
  const open = (): Promise<Pool> => {
    opening ??= openPool();
    return opening;
  };
  let closing: Promise<void> | undefined;
  const connect = async (): Promise<PoolClient> => {
    const pool = await open();
    return pool.connect().catch((error: unknown) => {
      throw translate(error);
    });
  };
  return {
    kind,
    connect,
    async ready() {
      try {
        await open();
      } catch (error) {
        // A stop in the middle of opening breaks it off, and is no fault of the database.
        if (closing === undefined) throw error;
      }
    },
    async query<Row extends QueryResultRow>(text: string, values: readonly unknown[] = []) {
      const pool = await open();
      try {
        return (await pool.query<Row>(text, [...values])).rows;
      } catch (error) {
        throw translate(error);
      }
    },
    async transaction(work) {
      const client = await connect();
      try {
        await client.query("begin");
        const result = await work(client);
        await client.query("commit");
        client.release();
        return result;
      } catch (error) {
        // A connection that cannot even roll back is thrown away instead of being lent to the next request.
        await client.query("rollback").then(
          () => client.release(),
          () => client.release(true),
        );
        throw translate(error);
      }
    },
    close() {
      closing ??= (async () => {
        const grace = setTimeout(OPENING_GRACE_MS, undefined, { ref: false });
        const pool = await Promise.race([opening?.catch(() => undefined), grace]);
        await pool?.end();
        await closeEngine();
      })();
      return closing;
    },
  };
}
