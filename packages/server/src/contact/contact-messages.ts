import { createHash } from "node:crypto";
import { CONTACT_COLUMNS, type ContactMessage } from "@tallybin/contract";
import type { RateLimiter, Share } from "../limits/rate-limiter.ts";
import { emailKeyOf } from "../text/email-address.ts";

/** The message of a row of the spreadsheet. */
export const messageOf = (row: readonly string[]): ContactMessage =>
  Object.fromEntries(CONTACT_COLUMNS.map((column, index) => [column, row[index] ?? ""])) as ContactMessage;

const TEN_MINUTES_MS = 600_000;

/** A message again within ten minutes is a double click, or a retry after a lost response. */
const digestOf = (row: readonly string[], at: number): string =>
  createHash("sha256")
    .update(JSON.stringify([...row, Math.floor(at / TEN_MINUTES_MS)]))
    .digest("base64url");

const STORED = [...CONTACT_COLUMNS, "email_key", "digest"];

/** Stores a message once, if its limits allow it. */
const STORE = `
  insert into contact_messages (${STORED.join(", ")})
  select ${STORED.map((_, index) => `$${index + 1}`).join(", ")} from allowed
  on conflict (digest) do nothing`;

/** Stores a message within its limits, in one statement with them. @throws ApiError 429 */
export async function storeMessage(
  limiter: RateLimiter,
  limits: readonly Share[],
  message: ContactMessage,
): Promise<void> {
  const row = CONTACT_COLUMNS.map((column) => message[column]);
  const values = [...row, emailKeyOf(message.email), digestOf(row, Date.now())];
  await limiter.requireWithin(limits, { text: STORE, values });
}
