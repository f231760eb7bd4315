import { expect, test, vi } from "vitest";
import { SECRET } from "../support/sessions.ts";
import type { Column, World } from "../support/world.ts";

const ROWS = 5_000;
const ROWS_FOR_PLANNER = 1_000_000;
/** Expressions over a row's number `n`: some rows of each table are due, expired or released. */
const OLD = "now() + interval '1 hour' - (case when n % 500 = 0 then 400 else 0 end) * interval '1 day'";
const RARE = "case when n % 500 = 0 then now() end";
const expressionOf = ({ column_name, data_type, is_nullable }: Column): string => {
  if (data_type === "text") return `'${column_name}-' || n`;
  if (data_type.startsWith("timestamp")) return is_nullable ? RARE : OLD;
  if (is_nullable) return "null";
  const others: Record<string, string> = { uuid: "gen_random_uuid()", ARRAY: "array[gen_random_uuid()]" };
  return others[data_type] ?? (data_type === "jsonb" ? "'{}'" : "n");
};
/** `manage erase` by address runs seldom, and finds notices without an index. */
const READS_A_TABLE = /^select uid from sessions where email_hash = any\(\$1\)\s+union/;

/** The last statement of each purge. */
const PURGES = [
  "from rate_limits where full_at",
  "from account_facts where",
  "from account_devices where",
  "set id_token = null",
];

/** Lets a site's timers delete expired rows. */
async function purge(world: World): Promise<void> {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  world.site({ SESSIONS: "server", SESSION_SECRET: SECRET });
  vi.advanceTimersByTime(600_000);
  vi.useRealTimers();
  const isSent = (part: string) => [...world.statements.keys()].some((text) => text.includes(part));
  await expect.poll(() => PURGES.filter((part) => !isSent(part))).toEqual([]);
}

/** Fills each table, and lets the planner count on a million rows. @returns the tables */
async function fillTables(world: World): Promise<string[]> {
  const columns = (await world.columns()).filter(({ is_generated }) => !is_generated);
  const tables = [...new Set(columns.map(({ table_name }) => table_name))];
  for (const table of tables.filter((name) => name !== "schema_migrations")) {
    const own = columns.filter(({ table_name }) => table_name === table);
    await world.database.query(`insert into ${table} (${own.map(({ column_name }) => column_name)})
      select ${own.map(expressionOf)} from generate_series(1, ${ROWS}) as n`);
    await world.database.query(`analyze ${table}`);
    await world.database.query("update pg_class set reltuples = $2 where oid = $1::regclass", [
      table,
      ROWS_FOR_PLANNER,
    ]);
  }
  return tables;
}

/** Reads the plans of the statements that the tests before it have sent. */
export function plansSuite(world: World): void {
  const scans = async (text: string, values: readonly unknown[]): Promise<boolean> => {
    const rows = await world.database.query(`explain ${text}`, values);
    return JSON.stringify(rows).includes("Seq Scan");
  };

  test("each statement of the tests above finds its rows by an index, at a million rows of each table", async () => {
    await purge(world);
    const tables = await fillTables(world);
    expect(await scans("delete from sessions where browser = $1", ["Firefox"]), "without an index").toBe(
      true,
    );
    const slow: string[] = [];
    for (const [text, values] of world.statements)
      if (!READS_A_TABLE.test(text) && (await scans(text, values))) slow.push(text);
    for (const table of tables) await world.database.query(`analyze ${table}`);
    expect(slow).toEqual([]);
  });
}
