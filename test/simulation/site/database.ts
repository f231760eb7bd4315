import type { Pool, PoolClient } from "pg";
import type { Database } from "../../../packages/server/src/database/database.ts";
import type { ClockedEngine } from "../../../packages/server/test/support/clocked-engine.ts";
import type { Scheduler } from "../scheduler.ts";
import type { Process } from "./backend.ts";
import { createBackups } from "./backups.ts";
import { createPolls } from "./polls.ts";
import type { Ports } from "./ports.ts";
import type { WholeServer } from "./server-code.ts";

/** As the server's own pool. */
const QUERY_TIMEOUT_MS = 6000;
/** Migrations have no timeout. Linux gives a silent connection up after ten seconds and nine probes. */
const KEEP_ALIVE_MS = 685_000;

type Statement = string | { text: string; values?: readonly unknown[] };
type Row = Record<string, unknown>;
/** One connection. */
type Owner = { process: Process; age: number; isClosed: boolean; isInTransaction: boolean };

export type Watched = {
  /** Called in the same task, once a statement has acted. */
  afterStatement(text: string): Promise<void>;
};

/**
 * One PostgreSQL for all processes. A statement is one task and happens at once. While a transaction is open, the
 * statements of others wait.
 */
export function createDatabaseServer(
  { engine, scheduler, ports }: { engine: ClockedEngine; scheduler: Scheduler; ports: Ports },
  { afterStatement }: Watched,
) {
  let holder: Owner | undefined;
  /** How often a backup took its place. */
  let age = 0;
  const waiting: (() => void)[] = [];

  const runNow = (text: string, values?: readonly unknown[]): Promise<Row[]> =>
    scheduler.hold(engine.run(text, values, scheduler.now()));
  const poll = createPolls(runNow, scheduler.now);
  const backups = createBackups({ run: runNow, empty: () => engine.empty() });

  const letGo = (): void => {
    holder = undefined;
    for (const goOn of waiting.splice(0)) goOn();
  };
  const run = async (owner: Owner, text: string, values?: readonly unknown[]): Promise<Row[]> => {
    while (holder !== undefined && holder !== owner)
      await new Promise<void>((resolve) => void waiting.push(resolve));
    // The statement goes to the database of before.
    if (owner.age !== age) throw new Error("Connection terminated");
    const isBegin = /^begin/i.test(text);
    const isOver = owner.isClosed || owner.process.isGone;
    // A statement alone acts after the end of its connection, a transaction does not.
    if (isOver && (isBegin || owner.isInTransaction)) throw new Error("Connection terminated");
    if (isBegin) {
      holder = owner;
      owner.isInTransaction = true;
    }
    try {
      const rows = await scheduler.hold(poll(text, values));
      await scheduler.hold(afterStatement(text));
      return rows;
    } finally {
      if (owner.isInTransaction && /^(?:commit|rollback)/i.test(text)) {
        owner.isInTransaction = false;
        letGo();
      }
    }
  };
  /** A connection has ended, and with it its transaction. */
  const abandon = async (owner: Owner): Promise<void> => {
    owner.isClosed = true;
    if (holder !== owner) return;
    await runNow("rollback");
    letGo();
  };

  const connect = (process: Process, timeoutMs: number) => {
    const owner: Owner = { process, age, isClosed: false, isInTransaction: false };
    const query = (statement: Statement): Promise<{ rows: Row[] }> =>
      new Promise((resolve, reject) => {
        const { text, values } = typeof statement === "string" ? { text: statement } : statement;
        // As the library does for a connection that has failed.
        if (owner.isClosed)
          return reject(new Error("Client has encountered a connection error and is not queryable"));
        const lost = () => {
          void abandon(owner);
          return new Error("Connection terminated unexpectedly");
        };
        const late = () => reject(new Error("Query read timeout"));
        const cancel = scheduler.after(timeoutMs, late, process);
        ports
          .call(process, "store", () => run(owner, text, values), lost)
          .finally(cancel)
          .then((rows) => resolve({ rows }), reject);
      });
    return { owner, query };
  };

  /** The connections of a process, without the library's sockets. */
  const poolFor = (process: Process, timeoutMs: number): Pool => {
    const idle: PoolClient[] = [];
    const open = (): PoolClient => {
      const { owner, query } = connect(process, timeoutMs);
      const client = {
        query: (text: Statement, values?: readonly unknown[]) =>
          query(typeof text === "string" && values ? { text, values } : text),
        release: (isBroken?: boolean | Error) => {
          if (isBroken) void abandon(owner);
          else idle.push(client);
        },
      } as unknown as PoolClient;
      return client;
    };
    return {
      connect: async () => idle.pop() ?? open(),
      end: async () => {},
      ...{ waitingCount: 0, totalCount: 0 },
      get idleCount() {
        return idle.length;
      },
    } as unknown as Pool;
  };

  return {
    /** Reads the database directly: not in a transaction, and not as a task. */
    read: runNow,
    backUp: (): Promise<void> => scheduler.hold(backups.backUp(scheduler.now())),
    /** Puts the last backup in the place of everything. @returns when it was made */
    restore: async (): Promise<number | undefined> => {
      const at = await scheduler.hold(backups.restore());
      if (at === undefined) return undefined;
      age += 1;
      poll.forget();
      letGo();
      return at;
    },
    isBusy: (): boolean => holder !== undefined,
    /** A process is gone, and with it its connections. */
    leave: async (process: Process): Promise<void> => {
      if (holder?.process === process) await abandon(holder);
    },
    /** The server's database as a process opens it, with its own code. */
    databaseFor: (process: Process, { createDatabase, migrate }: WholeServer): Database =>
      createDatabase(
        "postgres",
        async () => {
          const client = await poolFor(process, KEEP_ALIVE_MS).connect();
          await migrate(client as never);
          return poolFor(process, QUERY_TIMEOUT_MS);
        },
        async () => {},
      ),
  };
}
export type DatabaseServer = ReturnType<typeof createDatabaseServer>;
