import { company } from "../../../../src/config/company.ts";
import type { Mail } from "../mail/mailer.ts";

/**
 * The first mail to a subscriber: the subscription and the way to unsubscribe (RFC 2369, RFC 8058).
 * @param name unique for this subscription, so that a mail that is sent twice is recognized as one
 */
export const welcomeMail = (name: string, to: string, origin: string, unsubscribeAddress: string): Mail => ({
  id: `${name}@${new URL(origin).hostname}`,
  to,
  subject: `You are subscribed to the ${company.name} newsletter`,
  text: `Hello,

this address was entered for the ${company.name} newsletter on ${origin}.
We write when there is something worth knowing about contamination, composition and reporting.

If it was not you, or you have changed your mind, one click ends it:
${unsubscribeAddress}

${company.name}
${origin}
`,
  headers: {
    "List-Unsubscribe": `<${unsubscribeAddress}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  },
});
