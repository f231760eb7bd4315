import type { Database } from "../database/database.ts";
import { emailKeyOf } from "../text/email-address.ts";

export type Erased = { subscribers: number; messages: number };

/**
 * Erases a person's stored data. By address: the subscription and the messages. By uid: the subscriptions made while
 * signed in as that uid, but no messages, because a subscriber may have entered another person's address. Rate limits
 * hold only hashes and expire; logs hold no personal data.
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
