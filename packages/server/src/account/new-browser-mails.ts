import { LANGUAGE } from "@tallybin/contract/company";
import type { Database } from "../database/database.ts";
import { type LinkSecrets, notMeLink } from "../http/mailed-link.ts";
import type { MailKind } from "../mail/mail-sender.ts";
import { newBrowserMailTexts as texts } from "../server-texts.ts";

type DueMail = { id: string; email: string; browser: string | null; system: string | null; at: Date };

const CLAIM = `
  update sign_in_notices set mail_attempts = mail_attempts + 1,
    mail_due_at = now() + make_interval(mins => (2 ^ (mail_attempts + 1))::integer)
  where id = (select id from sign_in_notices where mail_due_at <= now() order by mail_due_at
    limit 1 for update skip locked)
  returning id, email, browser, system, at`;

export const createNewBrowserMails = (
  database: Database,
  origin: string,
  secrets: LinkSecrets,
): MailKind => ({
  async next() {
    const [due] = await database.query<DueMail>(CLAIM);
    if (!due) return undefined;
    const link = notMeLink.url(origin, secrets, due.id);
    return {
      id: due.id,
      mail: {
        kind: "new-browser",
        id: `${due.id}@${new URL(origin).hostname}`,
        to: due.email,
        subject: texts.subject,
        text: texts.body({ ...describeSignIn(due), link, origin }),
        link,
        headers: { "Auto-Submitted": "auto-generated" },
      },
    };
  },
  sent: (id) =>
    database.query("update sign_in_notices set mail_due_at = null, mailed_at = now() where id = $1", [id]),
  async giveUp(id, attempts) {
    const text = `update sign_in_notices set mail_due_at = null where id = $1 and mail_attempts >= $2 returning id`;
    return (await database.query(text, [id, attempts])).length > 0;
  },
});

const moment = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });

/** A sign-in in words. The reader's time zone is unknown. */
export const describeSignIn = (signIn: { browser: string | null; system: string | null; at: Date }) => {
  const { browser, system, at } = signIn;
  const both = browser !== null && system !== null ? texts.browserOn(browser, system) : (system ?? browser);
  // Some versions of Node separate the time with a space that mail programs show as a question mark.
  return { browser: both ?? texts.unknown, at: texts.utc(moment.format(at).replaceAll("\u202f", " ")) };
};
