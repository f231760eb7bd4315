import { PGlite } from "@electric-sql/pglite";
import { createPgConfig } from "@electric-sql/pglite/node-postgres";
import pg from "pg";

/** One PostgreSQL in this thread, whose present time is the caller's. */
export type ClockedEngine = {
  /** Drops everything. */
  empty(): Promise<void>;
  /**
   * Runs one statement at a time in milliseconds since the epoch; without values, any number of statements.
   * @returns the rows of one statement
   */
  run(text: string, values: readonly unknown[] | undefined, now: number): Promise<Record<string, unknown>[]>;
};

/**
 * The functions stand before those of PostgreSQL in the search path, so that each statement and each default of a table
 * reads the caller's clock.
 */
const SCHEMA = `
  drop schema if exists simulated cascade;
  create schema simulated;
  set search_path = simulated, pg_catalog;
  create function simulated.now() returns timestamptz language sql stable as
    $$ select to_timestamp(current_setting('simulated.now')::float8) $$;
  create function simulated.clock_timestamp() returns timestamptz language sql stable as
    $$ select to_timestamp(current_setting('simulated.now')::float8) $$;
  deallocate all;`;

async function open(): Promise<ClockedEngine> {
  const engine = await PGlite.create({
    startParams: [...PGlite.defaultStartParams, "-c", "shared_buffers=16MB"],
  });
  let client: pg.Client | undefined;
  let names = new Map<string, string>();
  let at = Number.NaN;
  let last = Promise.resolve();
  const runNext: ClockedEngine["run"] = async (text, values, now) => {
    if (!client) throw new Error("empty the engine first");
    // A failed transaction takes no statement before its end.
    const isEnd = /^(?:commit|rollback)/i.test(text);
    if (now !== at && !isEnd)
      await client.query({
        name: "clock",
        text: "select set_config('simulated.now', $1, false)",
        values: [now / 1000],
      });
    if (!isEnd) at = now;
    if (!values) return (await client.query<Record<string, unknown>>(text)).rows;
    const name = names.get(text) ?? `statement_${names.size}`;
    names.set(text, name);
    return (await client.query<Record<string, unknown>>({ name, text, values: [...values] })).rows;
  };
  return {
    async empty() {
      await client?.end();
      await engine.exec("rollback");
      await engine.exec(SCHEMA);
      // Prepared statements belong to the tables of one run.
      client = new pg.Client(createPgConfig(engine));
      await client.connect();
      names = new Map();
      at = Number.NaN;
    },
    run(text, values, now) {
      const result = last.then(() => runNext(text, values, now));
      last = result.then(
        () => undefined,
        () => undefined,
      );
      return result;
    },
  };
}

let opened: Promise<ClockedEngine> | undefined;
/** Opening takes seconds, so each process opens one. */
export const clockedEngine = (): Promise<ClockedEngine> => {
  opened ??= open();
  return opened;
};
