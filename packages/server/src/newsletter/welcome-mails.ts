import type { Database } from "../database/database.ts";
import { type LinkSecrets, unsubscribeLink } from "../http/mailed-link.ts";
import type { MailKind } from "../mail/mail-sender.ts";
import type { Mail } from "../mail/mailer.ts";
import { welcomeMailTexts } from "../server-texts.ts";

type DueMail = { id: string; email: string; public_id: string; subscribed_at: Date };

const CLAIM = `
  update subscribers set welcome_attempts = welcome_attempts + 1,
    welcome_due_at = now() + make_interval(mins => (2 ^ (welcome_attempts + 1))::integer)
  where id = (select id from subscribers where welcome_due_at <= now() order by welcome_due_at
    limit 1 for update skip locked)
  returning id, email, public_id, subscribed_at`;

/** The first mail (RFC 2369, RFC 8058). @param name unique for this subscription; marks a duplicate */
export const composeWelcomeMail = (
  name: string,
  to: string,
  origin: string,
  unsubscribeAddress: string,
): Mail => ({
  kind: "welcome",
  id: `${name}@${new URL(origin).hostname}`,
  to,
  subject: welcomeMailTexts.subject,
  text: welcomeMailTexts.body(origin, unsubscribeAddress),
  link: unsubscribeAddress,
  headers: {
    "Auto-Submitted": "auto-generated",
    "List-Unsubscribe": `<${unsubscribeAddress}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  },
});

export const createWelcomeMails = (database: Database, origin: string, secrets: LinkSecrets): MailKind => ({
  async next() {
    const [due] = await database.query<DueMail>(CLAIM);
    if (!due) return undefined;
    const { id, email, public_id: publicId, subscribed_at: subscribedAt } = due;
    const address = unsubscribeLink.url(origin, secrets, publicId);
    return { id, mail: composeWelcomeMail(`${publicId}.${subscribedAt.getTime()}`, email, origin, address) };
  },
  sent: (id) => database.query("update subscribers set welcome_due_at = null where id = $1", [id]),
  async giveUp(id, attempts) {
    const text = `update subscribers set welcome_due_at = null where id = $1 and welcome_attempts >= $2 returning id`;
    return (await database.query(text, [id, attempts])).length > 0;
  },
});
