import { join } from "node:path";
import { UnavailableError } from "@tallybin/identity-server/errors/errors";
import pg from "pg";
import { StartError } from "../errors/start-error.ts";
import { prepareDataFolder } from "../operation/data-folder.ts";
import { createDatabase, type Database, translateError } from "./database.ts";
import { openEngine } from "./engine.ts";
import { lockFolder } from "./folder-lock.ts";
import { limitStatements, migrate } from "./migrate.ts";

type DatabaseOptions = {
  /** PostgreSQL; without it, a PGlite folder below `dataDir`. */
  databaseUrl: string | undefined;
  databasePoolSize: number;
  dataDir: string;
  /** The build's empty PGlite cluster, to copy for a new folder. */
  templateFolder?: string;
  /** Called for errors of idle connections, which no request waits for. */
  onFault?: (error: Error) => void;
  /** Called when the start waits for another server's migration. */
  onWait?: () => void;
};

const CONNECT_TIMEOUT_MS = 5_000;
/** Enforced here, because a silent database enforces nothing. The role's own limit is a second shorter. */
const QUERY_TIMEOUT_MS = 6_000;
/** The system's default is two hours; a start would wait that long for a lost machine. */
const KEEP_ALIVE_DELAY_MS = 10_000;
/** Opens and migrates on first use. Locks a folder now, so that a second process fails immediately. */
export const openDatabase = (options: DatabaseOptions): Database =>
  options.databaseUrl === undefined ? openFolder(options) : openServer(options, options.databaseUrl);

/** Without a listener, the event of a broken connection, idle or in use, would end the process. */
function listenForFaults(pool: pg.Pool, onFault: DatabaseOptions["onFault"]): void {
  pool.on("error", (error) => onFault?.(error));
  pool.on("connect", (client) => client.on("error", () => undefined));
}

/** Without the query timeout, because it may wait for another server's migration; keep-alive ends a dead wait. */
async function migrateServer(connection: pg.ClientConfig, onWait: () => void): Promise<void> {
  const client = new pg.Client(connection);
  client.on("error", () => undefined);
  try {
    await client.connect();
    await limitStatements(client, onWait);
    await migrate(client, undefined, onWait);
  } finally {
    await client.end();
  }
}

/** Why PostgreSQL cannot be used at a start, without its address, which contains a password. */
function explainServerFault(error: unknown): Error {
  const fault = translateError(error);
  if (fault instanceof StartError || fault instanceof UnavailableError) return fault;
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (typeof message === "string" && /does not support SSL/i.test(message)) {
    return new StartError(
      "The database server does not speak TLS: switch it on there, or leave sslmode out of DATABASE_URL if the network between is yours alone.",
    );
  }
  // Errors without a code come from pg itself ("timeout expired").
  const reason = typeof code === "string" ? code : String(message);
  return new StartError(
    `The database cannot be used (${reason}): check DATABASE_URL, and that its user may create tables.`,
  );
}

function openServer(
  { databasePoolSize, onFault, onWait = () => undefined }: DatabaseOptions,
  connectionString: string,
): Database {
  const connection: pg.ClientConfig = {
    connectionString,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    application_name: "tallybin",
  };
  const pool = new pg.Pool({ ...connection, max: databasePoolSize, query_timeout: QUERY_TIMEOUT_MS });
  listenForFaults(pool, onFault);
  const openServerPool = async (): Promise<pg.Pool> => {
    await migrateServer(connection, onWait).catch((error: unknown) => {
      throw explainServerFault(error);
    });
    return pool;
  };
  return createDatabase("postgres", openServerPool, async () => {
    if (!pool.ending) await pool.end();
  });
}

const SEVERAL_SERVERS = " For several servers on one database set DATABASE_URL to a PostgreSQL.";

function openFolder({ dataDir, templateFolder, onFault }: DatabaseOptions): Database {
  const folder = join(prepareDataFolder(dataDir), "database");
  const lock = lockFolder(folder, "DATA_DIR", SEVERAL_SERVERS);
  let engine: Awaited<ReturnType<typeof openEngine>> | undefined;
  const openFolderPool = async (): Promise<pg.Pool> => {
    engine = await openEngine(folder, templateFolder, lock.isOwn);
    const { pool } = engine;
    listenForFaults(pool, onFault);
    const client = await pool.connect();
    try {
      await migrate(client);
    } finally {
      client.release(true);
    }
    return pool;
  };
  const closeFolder = async (): Promise<void> => {
    await engine?.close();
    lock.release();
  };
  return createDatabase("pglite", openFolderPool, closeFolder, () => engine?.hasEnded() ?? false);
}
