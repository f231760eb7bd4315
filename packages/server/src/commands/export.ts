import { CONTACT_COLUMNS } from "@tallybin/contract";
import type { Database } from "../database/database.ts";
import { unsubscribeUrl } from "../newsletter/unsubscribe-token.ts";
import { csvLine } from "./csv.ts";

type Row = Record<string, unknown> & { id: string };

const PAGE = 500;

/** Reads a table page by page in row order: an export of a million rows needs the memory of five hundred. */
async function* pages(database: Database, select: string): AsyncGenerator<Row[]> {
  let after = "0";
  for (;;) {
    const rows = await database.query<Row>(`${select} order by id limit ${PAGE}`, [after]);
    if (rows.length === 0) return;
    yield rows;
    after = rows.at(-1)?.id ?? after;
  }
}

/** The current subscribers, each with the unsubscribe address that a newsletter must include. */
export async function* exportSubscribers(
  database: Database,
  options: { origin: string; secret: string },
): AsyncGenerator<string> {
  yield csvLine(["email", "uid", "subscribed_at", "consent_version", "source", "unsubscribe_url"]);
  const select = `select id, public_id, email, uid, subscribed_at, consent_version, source from subscribers
    where unsubscribed_at is null and id > $1`;
  for await (const rows of pages(database, select)) {
    for (const row of rows) {
      const address = unsubscribeUrl(options.origin, options.secret, String(row["public_id"]));
      yield csvLine([
        row["email"],
        row["uid"],
        row["subscribed_at"],
        row["consent_version"],
        row["source"],
        address,
      ]);
    }
  }
}

/** Every contact message. */
export async function* exportMessages(database: Database): AsyncGenerator<string> {
  const columns = ["received_at", ...CONTACT_COLUMNS];
  yield csvLine(columns);
  const select = `select id, ${columns.join(", ")} from contact_messages where id > $1`;
  for await (const rows of pages(database, select)) {
    for (const row of rows) yield csvLine(columns.map((column) => row[column]));
  }
}
