import type { Database } from "../database/database.ts";
import { emailKeyOf } from "../text/email-address.ts";

export type Erased = { subscribers: number; messages: number };

/**
 * Erases what is stored about a person. By address: the subscription and the messages. By uid: the subscriptions made
 * while signed in as that uid, and no messages, since whoever subscribed an address need not be its owner.
 * Rate limits hold hashes only and expire by themselves; logs hold no personal data.
 */
export async function erasePerson(
  database: Database,
  person: { email: string } | { uid: string },
): Promise<Erased> {
  return database.transaction(async (client) => {
    if ("uid" in person) {
      const { rowCount } = await client.query("delete from subscribers where uid = $1", [person.uid]);
      return { subscribers: rowCount ?? 0, messages: 0 };
    }
    const key = emailKeyOf(person.email.trim());
    const subscribers = await client.query("delete from subscribers where email_key = $1", [key]);
    const messages = await client.query("delete from contact_messages where email_key = $1", [key]);
    return { subscribers: subscribers.rowCount ?? 0, messages: messages.rowCount ?? 0 };
  });
}
