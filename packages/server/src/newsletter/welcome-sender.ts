import { within } from "@tallybin/identity-server/internal";
import type { Database } from "../database/database.ts";
import { type Mail, type Mailer, MailRefusedError } from "../mail/mailer.ts";
import { unsubscribeUrl } from "./unsubscribe-token.ts";
import { welcomeMailTexts } from "./welcome-mail-texts.ts";

export type WelcomeSenderOptions = {
  database: Database;
  mailer: Mailer;
  origin: string;
  secret: string;
  onFault(error: unknown): void;
  /** A mail was refused for good, or tried for the last time. */
  onGivenUp(): void;
};

type Due = { id: string; email: string; public_id: string; subscribed_at: Date };

const LOOK_EVERY_MS = 60_000;
/** One mail server that does not respond must not hold up the mails to others. */
export const AT_ONCE = 4;
const MAX_ATTEMPTS = 6;
const STOP_GRACE_MS = 3_000;

/**
 * Takes the next due mail and postpones it in the same statement: by 2, 4, 8 … minutes. If a server crashes while
 * sending, the mail is due again later, and two servers never take the same one.
 */
const CLAIM = `
  update subscribers set welcome_attempts = welcome_attempts + 1,
    welcome_due_at = now() + make_interval(mins => (2 ^ (welcome_attempts + 1))::integer)
  where id = (select id from subscribers where welcome_due_at <= now() order by welcome_due_at
    limit 1 for update skip locked)
  returning id, email, public_id, subscribed_at`;

/** The first mail (RFC 2369, RFC 8058). @param name unique for this subscription; marks a duplicate */
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

/** Sends welcome mails from the database's queue in the background, so that no response waits for a mail server. */
export function createWelcomeSender(options: WelcomeSenderOptions) {
  const { database, mailer, origin, secret, onFault, onGivenUp } = options;
  let running = Promise.resolve();
  let isAsked = false;
  let isStopping = false;

  async function sendDue(): Promise<void> {
    for (;;) {
      if (isStopping) return;
      const [due] = await database.query<Due>(CLAIM);
      if (!due) return;
      try {
        const { email, public_id: publicId, subscribed_at: subscribedAt } = due;
        const address = unsubscribeUrl(origin, secret, publicId);
        await mailer.send(welcomeMail(`${publicId}.${subscribedAt.getTime()}`, email, origin, address));
        await database.query("update subscribers set welcome_due_at = null where id = $1", [due.id]);
      } catch (error) {
        onFault(error);
        const givenUp = await database.query(
          "update subscribers set welcome_due_at = null where id = $1 and welcome_attempts >= $2 returning id",
          [due.id, error instanceof MailRefusedError ? 0 : MAX_ATTEMPTS],
        );
        if (givenUp.length > 0) onGivenUp();
      }
    }
  }

  // One run at a time. A request during a run causes one more run, because its mail may have come too late for the
  // current one.
  const drain = (): Promise<void> => {
    if (isAsked) return running;
    isAsked = true;
    running = running
      .then(() => {
        isAsked = false;
        return Promise.all(Array.from({ length: AT_ONCE }, sendDue)).then(() => undefined);
      })
      .catch(onFault);
    return running;
  };
  const timer = setInterval(() => void drain(), LOOK_EVERY_MS).unref();
  return {
    /** A mail may be due: check soon. */
    nudge: () => void drain(),
    /** Sends all due mails; resolves when none is left that can be sent now. */
    drain,
    async stop(): Promise<void> {
      isStopping = true;
      clearInterval(timer);
      // A mail that a slow mail server delays is due again at the next start.
      await within(running, STOP_GRACE_MS, undefined);
      mailer.close();
    },
  };
}

/** The welcome mails that are not sent yet, and the age of the oldest one's subscription. */
export async function welcomeQueue(database: Database): Promise<{ waiting: number; oldestSeconds: number }> {
  const [row] = await database.query<{ waiting: number; oldest: number }>(
    `select count(*)::integer as waiting,
      coalesce(extract(epoch from now() - min(subscribed_at)), 0)::float8 as oldest
    from subscribers where welcome_due_at is not null`,
  );
  return { waiting: row?.waiting ?? 0, oldestSeconds: row?.oldest ?? 0 };
}
