import { createHash } from "node:crypto";
import type { ClientBase } from "pg";
import { MIGRATIONS, type Migration } from "./migrations.ts";

/** The key of the migration lock: an arbitrary number, the same for every server of this product. */
export const LOCK_ID = 7_401_226;

/** A database that these migrations do not fit. */
export class MigrationError extends Error {
  override readonly name = "MigrationError";
}

const checksumOf = (migration: Migration): string => createHash("sha256").update(migration.sql).digest("hex");

async function apply(client: ClientBase, migration: Migration): Promise<void> {
  await client.query("begin");
  try {
    await client.query(migration.sql);
    await migration.run?.(client);
    await client.query("insert into schema_migrations (id, name, checksum) values ($1, $2, $3)", [
      migration.id,
      migration.name,
      checksumOf(migration),
    ]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

/**
 * Applies missing steps, each in its own transaction, under one lock of the whole database. Of several servers that
 * start together, one migrates; the others wait and find nothing to do. A database with newer steps is left
 * unchanged, because older servers must keep running during a rolling deploy.
 * @param client a connection of its own, to be closed afterwards: its timeout is switched off, since waiting for
 * another server's migration is no fault, however long it takes
 * @returns the steps applied now
 * @throws {@link MigrationError} when a step was edited after it had been applied here
 */
export async function migrate(
  client: ClientBase,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<Migration[]> {
  await client.query("set statement_timeout = 0");
  await client.query("select pg_advisory_lock($1)", [LOCK_ID]);
  try {
    await client.query(`create table if not exists schema_migrations (
      id integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())`);
    const { rows } = await client.query<{ id: number; checksum: string }>(
      "select id, checksum from schema_migrations",
    );
    const applied = new Map(rows.map((row) => [row.id, row.checksum]));
    const edited = migrations.find(
      (migration) => applied.has(migration.id) && applied.get(migration.id) !== checksumOf(migration),
    );
    if (edited) {
      throw new MigrationError(
        `Migration ${edited.id} (${edited.name}) differs from the one this database was made with: run the release that made it, or restore a backup.`,
      );
    }
    const missing = migrations.filter(({ id }) => !applied.has(id));
    for (const migration of missing) await apply(client, migration);
    return missing;
  } finally {
    await client.query("select pg_advisory_unlock($1)", [LOCK_ID]);
  }
}
