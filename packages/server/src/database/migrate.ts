import { createHash } from "node:crypto";
import type { ClientBase } from "pg";
import { StartError } from "../errors/start-error.ts";
import { MIGRATIONS, type Migration } from "./migrations.ts";

/** The key of the migration lock: an arbitrary number, the same for every server of this product. */
export const LOCK_ID = 7_401_226;

const checksumOf = (migration: Migration): string => createHash("sha256").update(migration.sql).digest("hex");

/** The checksums of the applied steps, by ID. */
async function readApplied(client: ClientBase): Promise<ReadonlyMap<number, string>> {
  const table = await client.query<{ found: boolean }>(
    "select to_regclass('schema_migrations') is not null as found",
  );
  if (!table.rows[0]?.found) return new Map();
  const { rows } = await client.query<{ id: number; checksum: string }>(
    "select id, checksum from schema_migrations",
  );
  return new Map(rows.map((row) => [row.id, row.checksum]));
}

/** Runs work in a transaction that holds the lock of all servers. A pooler gives it one connection until its end. */
async function withLock<T>(client: ClientBase, onWait: () => void, work: () => Promise<T>): Promise<T> {
  // Another level would not see the steps that were applied during the wait.
  await client.query("begin isolation level read committed");
  try {
    await client.query("set local statement_timeout = 0");
    const { rows } = await client.query<{ held: boolean }>("select pg_try_advisory_xact_lock($1) as held", [
      LOCK_ID,
    ]);
    if (!rows[0]?.held) {
      onWait();
      await client.query("select pg_advisory_xact_lock($1)", [LOCK_ID]);
    }
    const result = await work();
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

/** Applies a step, unless another server did so while this one waited. */
async function applyMigration(client: ClientBase, migration: Migration): Promise<boolean> {
  await client.query(`create table if not exists schema_migrations (
    id integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())`);
  if ((await readApplied(client)).has(migration.id)) return false;
  await client.query(migration.sql);
  const values = [migration.id, migration.name, checksumOf(migration)];
  await client.query("insert into schema_migrations (id, name, checksum) values ($1, $2, $3)", values);
  return true;
}

/** No right to change the role; a standby. */
const UNCHANGEABLE = ["42501", "25006"];
const STATEMENT_TIMEOUT = "5s";

/**
 * Gives the role a limit for statements, which ends a slow query in the database too. As a setting of the role it needs
 * no session state, which a pooler would share between its clients. A role that may not change itself goes without.
 */
export async function limitStatements(client: ClientBase, onWait: () => void): Promise<void> {
  const { rows } = await client.query<{ has: boolean; sql: string }>(
    `select current_setting('statement_timeout') <> '0' as has,
      format('alter role %I in database %I set statement_timeout = %L', current_user, current_database(), $1::text) as sql`,
    [STATEMENT_TIMEOUT],
  );
  const [role] = rows;
  if (!role || role.has) return;
  await withLock(client, onWait, () => client.query(role.sql)).catch((error: unknown) => {
    if (!UNCHANGEABLE.includes(String((error as { code?: unknown }).code))) throw error;
  });
}

/**
 * Applies missing steps, each in its own transaction under one lock of the whole database. Of several servers that
 * start together, one applies a step; the others wait and find it done. A database with newer steps is left unchanged,
 * because older servers must keep running during a rolling deploy.
 * @param client a connection whose queries have no time-out, since waiting for another server's migration is no fault
 * @param onWait called before a wait for another server
 * @returns the steps applied now
 * @throws {@link StartError} when a step was edited after it had been applied here
 */
export async function migrate(
  client: ClientBase,
  migrations: readonly Migration[] = MIGRATIONS,
  onWait: () => void = () => undefined,
): Promise<Migration[]> {
  const applied = await readApplied(client);
  const edited = migrations.find(
    (migration) => applied.has(migration.id) && applied.get(migration.id) !== checksumOf(migration),
  );
  if (edited) {
    throw new StartError(
      `Migration ${edited.id} (${edited.name}) differs from the one this database was made with: run the release that made it, or restore a backup.`,
    );
  }
  const done: Migration[] = [];
  for (const migration of migrations.filter(({ id }) => !applied.has(id)))
    if (await withLock(client, onWait, () => applyMigration(client, migration))) done.push(migration);
  return done;
}
