import type { Database } from "./database.ts";

/** One statement for a million rows would reach the limit of time, and delete none. */
export const MOST_ROWS = 5_000;

/** Deletes the rows of a condition, some thousand with each statement. */
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
