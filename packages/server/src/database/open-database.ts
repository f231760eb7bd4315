import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { createDatabase, type Database } from "./database.ts";
import { lockFolder } from "./folder-lock.ts";
import { migrate } from "./migrate.ts";

export type DatabaseOptions = {
  /** PostgreSQL; without it a PGlite folder below `dataDir`. */
  databaseUrl: string | undefined;
  databasePoolSize: number;
  dataDir: string;
  /** Told of faults of idle connections, which no request is waiting for. */
  onFault?: (error: Error) => void;
};

const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 5_000;

/**
 * The configured database, opened and migrated by its first use. A folder's lock is taken at once: a second
 * process on the same folder is told before it does anything.
 */
export function openDatabase(options: DatabaseOptions): Database {
  return options.databaseUrl === undefined ? openFolder(options) : openServer(options, options.databaseUrl);
}

function openServer({ databasePoolSize, onFault }: DatabaseOptions, connectionString: string): Database {
  const pool = new pg.Pool({
    connectionString,
    max: databasePoolSize,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    application_name: "tallybin",
  });
  // Without a listener an idle connection that the server closes would end the process.
  pool.on("error", (error) => onFault?.(error));
  const open = async (): Promise<pg.Pool> => {
    await migrate(() => pool.connect());
    return pool;
  };
  return createDatabase("postgres", open, async () => {
    if (!pool.ending) await pool.end();
  });
}

function openFolder({ dataDir, onFault }: DatabaseOptions): Database {
  const folder = join(dataDir, "database");
  mkdirSync(dataDir, { recursive: true });
  const unlock = lockFolder(folder);
  let engine: Engine | undefined;
  const open = async (): Promise<pg.Pool> => {
    engine = await openEngine(folder);
    const { pool } = engine;
    pool.on("error", (error) => onFault?.(error));
    await migrate(() => pool.connect());
    return pool;
  };
  return createDatabase("pglite", open, async () => {
    // An engine that is not closed keeps the process alive.
    await engine?.close();
    unlock();
  });
}

type Engine = { pool: pg.Pool; close: () => Promise<void> };

/** Imported when needed: its 20 MB of WebAssembly are of no use to a server with PostgreSQL. */
async function openEngine(folder: string): Promise<Engine> {
  const { PGlite } = await import("@electric-sql/pglite");
  const { createPgConfig } = await import("@electric-sql/pglite/node-postgres");
  // Its default of 128 MB suits a database server, not a guest inside another process.
  const options = { startParams: [...PGlite.defaultStartParams, "-c", "shared_buffers=16MB"] };
  if (!existsSync(folder)) {
    // Making a cluster takes seconds and a kill leaves it half made, never to open again: so it is made beside
    // its place and moved there when it is whole.
    const unfinished = `${folder}.unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    await (await PGlite.create(unfinished, options)).close();
    renameSync(unfinished, folder);
  }
  const engine = await PGlite.create(folder, options);
  // One connection at a time: transactions queue.
  return { pool: new pg.Pool({ ...createPgConfig(engine), max: 1 }), close: () => engine.close() };
}
