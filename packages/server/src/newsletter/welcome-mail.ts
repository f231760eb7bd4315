import type { Mail } from "../mail/mailer.ts";
import { welcomeMailTexts } from "./welcome-mail-texts.ts";

/**
 * The first mail to a subscriber: the subscription and the way to unsubscribe (RFC 2369, RFC 8058).
 * @param name unique for this subscription, so that a mail that is sent twice is recognized as one
 */
export const welcomeMail = (name: string, to: string, origin: string, unsubscribeAddress: string): Mail => ({
  id: `${name}@${new URL(origin).hostname}`,
  to,
  subject: welcomeMailTexts.subject,
  text: welcomeMailTexts.body(origin, unsubscribeAddress),
  headers: {
    "Auto-Submitted": "auto-generated",
    "List-Unsubscribe": `<${unsubscribeAddress}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  },
});
