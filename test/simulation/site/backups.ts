import type { ClientBase } from "pg";
import { migrate } from "../../../packages/server/src/database/migrate.ts";
import { MIGRATIONS } from "../../../packages/server/src/database/migrations.ts";

/** What a dump holds: the steps of its schema, and the rows of each table as JSON. */
type Backup = { steps: number; tables: ReadonlyMap<string, string> };

type Row = Record<string, unknown>;
type Run = (text: string, values?: readonly unknown[]) => Promise<Row[]>;

/** The last dump of a database. @param empty drops everything */
export function createBackups({ run, empty }: { run: Run; empty: () => Promise<void> }) {
  let last: (Backup & { at: number }) | undefined;

  const backUp = async (now: number): Promise<void> => {
    const [applied] = await run("select to_regclass('schema_migrations') is not null as found");
    if (!applied?.["found"]) return;
    const steps = await run("select id from schema_migrations");
    const names = await run("select tablename as name from pg_tables where schemaname = 'simulated'");
    const tables = new Map<string, string>();
    for (const { name } of names) {
      const [dump] = await run(`select coalesce(json_agg(t), '[]')::text as rows from ${name} t`);
      tables.set(String(name), String(dump?.["rows"]));
    }
    tables.delete("schema_migrations");
    last = { at: now, steps: steps.length, tables };
  };

  /** @returns when the dump was made */
  const restore = async (): Promise<number | undefined> => {
    if (!last) return undefined;
    const { at, steps, tables } = last;
    await empty();
    const client = { query: async (text: string, values?: unknown[]) => ({ rows: await run(text, values) }) };
    await migrate(client as unknown as ClientBase, MIGRATIONS.slice(0, steps));
    for (const name of tables.keys()) {
      await run(
        `insert into ${name} overriding system value select * from json_populate_recordset(null::${name}, $1::json)`,
        [tables.get(name)],
      );
      const [serial] = await run(
        "select attname from pg_attribute where attrelid = $1::regclass and attidentity <> ''",
        [name],
      );
      if (serial)
        await run(
          `select setval(pg_get_serial_sequence($1, 'id'), (select coalesce(max(id), 0) + 1 from ${name}), false)`,
          [name],
        );
    }
    return at;
  };
  return { backUp, restore };
}
