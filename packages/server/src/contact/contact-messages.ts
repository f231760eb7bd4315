import { createHash } from "node:crypto";
import type { Effect } from "../limits/rate-limiter.ts";
import { emailKeyOf } from "../text/email-address.ts";

/** In the order of the spreadsheet's columns: name, email, message. */
export type MessageRow = readonly [name: string, email: string, message: string];

const TEN_MINUTES_MS = 600_000;

/**
 * The same text within the same ten minutes is one message sent twice: a double click, or a retry after a lost
 * response.
 */
const digestOf = (row: MessageRow, at: number): string =>
  createHash("sha256")
    .update(JSON.stringify([...row, Math.floor(at / TEN_MINUTES_MS)]))
    .digest("base64url");

/** Stores a message once, if its limits allow it. */
const STORE = `
  insert into contact_messages (name, email, email_key, message, digest) select $1, $2, $3, $4, $5 from allowed
  on conflict (digest) do nothing`;

/** The effect of an allowed contact message. */
export function contactMessage(row: MessageRow): Effect {
  const [name, email, message] = row;
  return { text: STORE, values: [name, email, emailKeyOf(email), message, digestOf(row, Date.now())] };
}
