import { createHmac } from "node:crypto";
import type { AccountData } from "@tallybin/contract/account";
import type { Database } from "../database/database.ts";
import type { Effect } from "../limits/rate-limiter.ts";
import { emailKeyOf } from "../text/typed-text.ts";

/**
 * Stores a subscription, if its limits allow it, in one statement with them. An existing subscription stays unchanged,
 * because anyone may enter any address. A subscription after an unsubscription is a new consent.
 */
export const SUBSCRIBE = {
  columns: {
    public_id: "uuid",
    email: "text",
    email_key: "text",
    uid: "text",
    consent_version: "text",
    source: "text",
    has_welcome: "boolean",
  },
  text: `
  insert into subscribers as s (public_id, email, email_key, uid, consent_version, source, welcome_due_at)
  select public_id, email, email_key, uid, consent_version, source, case when has_welcome then now() end
    from allowed
  on conflict (email_key) do update set uid = excluded.uid, consent_version = excluded.consent_version,
    source = excluded.source, subscribed_at = excluded.subscribed_at, welcome_due_at = excluded.welcome_due_at,
    welcome_attempts = 0, unsubscribed_at = null
    where s.unsubscribed_at is not null`,
} satisfies Effect;

/**
 * The ID in an address's unsubscribe links, the same for each of its subscriptions. A restored backup lacks the newest
 * rows. When such an address subscribes again, its new row has the ID of the mails that were sent before.
 * @returns a UUID of version 8 (RFC 9562 §5.8)
 */
export function createPublicId(secret: string, emailKey: string): string {
  const hex = createHmac("sha256", secret).update(`subscriber\0${emailKey}`).digest("hex");
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`];
  return [...parts, hex.slice(20, 32)].join("-");
}

/** Ends a subscription. An unknown or erased subscriber counts as unsubscribed, so the response reveals nothing. */
export async function unsubscribe(database: Database, publicId: string): Promise<void> {
  await database.query(
    `update subscribers set unsubscribed_at = now(), welcome_due_at = null
      where public_id = $1 and unsubscribed_at is null`,
    [publicId],
  );
}

type Row = {
  email: string;
  consent_version: string;
  source: string;
  subscribed_at: Date;
  unsubscribed_at: Date | null;
};

/** The subscriptions that an account made, or that have its address. @param email must be verified */
export async function subscriptionsOf(
  database: Database,
  uid: string,
  email: string | undefined,
): Promise<AccountData["newsletter"]> {
  const rows = await database.query<Row>(
    `select email, consent_version, source, subscribed_at, unsubscribed_at from subscribers
      where uid = $1 or email_key = $2 order by id`,
    [uid, email === undefined ? null : emailKeyOf(email)],
  );
  return rows.map((row) => ({
    email: row.email,
    consentVersion: row.consent_version,
    source: row.source,
    subscribedAt: row.subscribed_at.toISOString(),
    unsubscribedAt: row.unsubscribed_at?.toISOString() ?? null,
  }));
}
