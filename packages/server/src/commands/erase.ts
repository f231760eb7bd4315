import { emailKeyOf } from "../api/field-schemas.ts";
import type { Database } from "../database/database.ts";

export type Erased = { subscribers: number; messages: number };

/**
 * Erases what is stored about a person, by address or by uid: the subscription and, by address, the messages.
 * The uid alone finds the addresses that were subscribed while signed in, and with them their messages.
 * Rate limits hold hashes only and expire by themselves; logs hold no personal data.
 */
export async function erasePerson(
  database: Database,
  person: { email: string } | { uid: string },
): Promise<Erased> {
  return database.transaction(async (client) => {
    const keys =
      "email" in person
        ? [emailKeyOf(person.email.trim())]
        : (
            await client.query<{ email_key: string }>("select email_key from subscribers where uid = $1", [
              person.uid,
            ])
          ).rows.map((row) => row.email_key);
    const subscribers = await client.query("delete from subscribers where email_key = any($1)", [keys]);
    const messages = await client.query("delete from contact_messages where email_key = any($1)", [keys]);
    return { subscribers: subscribers.rowCount ?? 0, messages: messages.rowCount ?? 0 };
  });
}
