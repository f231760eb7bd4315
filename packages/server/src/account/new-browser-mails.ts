import { LANGUAGE } from "@tallybin/contract/company";
import type { Device } from "@tallybin/contract/device";
import type { Database } from "../database/database.ts";
import { type LinkSecrets, notMeLink } from "../http/mailed-link.ts";
import { createMailKind, type MailKind } from "../mail/mail-sender.ts";
import { newBrowserMailTexts as texts } from "../server-texts.ts";

type SignIn = Device & { at: Date };

export const createNewBrowserMails = (database: Database, origin: string, secrets: LinkSecrets): MailKind =>
  createMailKind<SignIn & { email: string }>(
    database,
    { table: "sign_in_notices", prefix: "mail", columns: "email, browser, system, at", onSent: "mailed_at" },
    (due) => {
      const link = notMeLink.url(origin, secrets, due.id);
      return {
        kind: "new-browser",
        id: `${due.id}@${new URL(origin).hostname}`,
        to: due.email,
        subject: texts.subject,
        text: texts.body({ ...describeSignIn(due), link, origin }),
        link,
        headers: { "Auto-Submitted": "auto-generated" },
      };
    },
  );

const moment = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });

/** A sign-in in words. The reader's time zone is unknown. */
export const describeSignIn = ({ browser, system, at }: SignIn) => {
  const both = browser !== null && system !== null ? texts.browserOn(browser, system) : (system ?? browser);
  // Some versions of Node separate the time with a space that mail programs show as a question mark.
  return { browser: both ?? texts.unknown, at: texts.utc(moment.format(at).replaceAll("\u202f", " ")) };
};
