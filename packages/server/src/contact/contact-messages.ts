import { createHash } from "node:crypto";
import type { Database } from "../database/database.ts";
import { emailKeyOf } from "../text/email-address.ts";

/** In the order of the spreadsheet's columns: name, email, message. */
export type MessageRow = readonly [name: string, email: string, message: string];

const TEN_MINUTES_MS = 600_000;

/** The same text within the same ten minutes is one message sent twice: a double click, or a retry after a lost answer. */
const digestOf = (row: MessageRow, at: number): string =>
  createHash("sha256")
    .update(JSON.stringify([...row, Math.floor(at / TEN_MINUTES_MS)]))
    .digest("base64url");

/** Stores a contact message once. */
export async function storeMessage(database: Database, row: MessageRow): Promise<void> {
  const [name, email, message] = row;
  await database.query(
    `insert into contact_messages (name, email, email_key, message, digest) values ($1, $2, $3, $4, $5)
      on conflict (digest) do nothing`,
    [name, email, emailKeyOf(email), message, digestOf(row, Date.now())],
  );
}
