import { CONTACT_COLUMNS } from "@tallybin/contract";
import type { Database } from "../database/database.ts";
import { unsubscribeUrl } from "../newsletter/unsubscribe-token.ts";

/** A cell that a spreadsheet would run as a formula starts with an apostrophe, which spreadsheets hide. */
const defuse = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

const toCell = (value: unknown): string => {
  const text = value instanceof Date ? value.toISOString() : defuse(String(value ?? ""));
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** One line of RFC 4180 CSV. */
const csvLine = (values: readonly unknown[]): string => `${values.map(toCell).join(",")}\r\n`;

type Row = Record<string, unknown> & { id: string };

const PAGE = 500;

/** Reads a table page by page in row order: an export of a million rows needs the memory of five hundred. */
async function* rowsOf(database: Database, select: string): AsyncGenerator<Row> {
  let after = "0";
  for (;;) {
    const rows = await database.query<Row>(`${select} order by id limit ${PAGE}`, [after]);
    if (rows.length === 0) return;
    yield* rows;
    after = rows.at(-1)?.id ?? after;
  }
}

/** The current subscribers, each with the unsubscribe address that a newsletter must include. */
export async function* exportSubscribers(
  database: Database,
  options: { origin: string; secret: string },
): AsyncGenerator<string> {
  const columns = ["email", "uid", "subscribed_at", "consent_version", "source"];
  yield csvLine([...columns, "unsubscribe_url"]);
  const select = `select id, public_id, ${columns.join(", ")} from subscribers
    where unsubscribed_at is null and id > $1`;
  for await (const row of rowsOf(database, select)) {
    const address = unsubscribeUrl(options.origin, options.secret, String(row["public_id"]));
    yield csvLine([...columns.map((column) => row[column]), address]);
  }
}

/** Every contact message. */
export async function* exportMessages(database: Database): AsyncGenerator<string> {
  const columns = ["received_at", ...CONTACT_COLUMNS];
  yield csvLine(columns);
  const select = `select id, ${columns.join(", ")} from contact_messages where id > $1`;
  for await (const row of rowsOf(database, select)) yield csvLine(columns.map((column) => row[column]));
}
