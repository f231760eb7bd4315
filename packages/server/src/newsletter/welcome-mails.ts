import type { Database } from "../database/database.ts";
import { type LinkSecrets, unsubscribeLink } from "../http/mailed-link.ts";
import { createMailKind, type MailKind } from "../mail/mail-sender.ts";
import type { Mail } from "../mail/mailer.ts";
import { welcomeMailTexts } from "../server-texts.ts";

type DueMail = { email: string; public_id: string; subscribed_at: Date };

/** The first mail (RFC 2369, RFC 8058). @param name unique for this subscription; marks a duplicate */
export const composeWelcomeMail = (name: string, to: string, origin: string, link: string): Mail => ({
  kind: "welcome",
  id: `${name}@${new URL(origin).hostname}`,
  to,
  subject: welcomeMailTexts.subject,
  text: welcomeMailTexts.body(origin, link),
  link,
  headers: {
    "Auto-Submitted": "auto-generated",
    "List-Unsubscribe": `<${link}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  },
});

export const createWelcomeMails = (database: Database, origin: string, secrets: LinkSecrets): MailKind =>
  createMailKind<DueMail>(
    database,
    { table: "subscribers", prefix: "welcome", columns: "email, public_id, subscribed_at" },
    ({ email, public_id: publicId, subscribed_at: subscribedAt }) => {
      const address = unsubscribeLink.url(origin, secrets, publicId);
      return composeWelcomeMail(`${publicId}.${subscribedAt.getTime()}`, email, origin, address);
    },
  );
