import { valueInTime } from "@tallybin/platform/deadline";
import type { QueryResultRow } from "pg";
import type { Database } from "../database/database.ts";
import type { Mail, Mailer } from "./mailer.ts";

const LOOK_EVERY_MS = 60_000;
/** How many mails are sent at a time, so that one silent mail server does not delay the others' mails. */
const AT_ONCE = 4;
/** Over 17 hours. A refused mail is tried as often, because a mail server with a fault refuses every recipient. */
const MAX_ATTEMPTS = 10;
const STOP_GRACE_MS = 3_000;

/**
 * Sends due mails from the database's queues in the background, so that no response waits for a mail server.
 * @param kinds the kinds of mail; a mail of an earlier kind is sent first
 * @param onGivenUp a mail was tried for the last time
 */
export function createMailSender(
  mailer: Mailer,
  kinds: readonly MailKind[],
  onFault: (error: unknown) => void,
  onGivenUp: () => void,
) {
  const workers = new Set<Promise<unknown>>();
  let isAsked = false;
  let isStopping = false;

  /** @returns whether a mail was due */
  async function sendNext(): Promise<boolean> {
    for (const kind of kinds) {
      const due = await kind.next();
      if (!due) continue;
      startWorker();
      try {
        await mailer.send(due.mail);
        await kind.sent(due.id);
      } catch (error) {
        onFault(error);
        if (await kind.giveUp(due.id, MAX_ATTEMPTS)) onGivenUp();
      }
      return true;
    }
    return false;
  }

  /** Ends without due mails, unless a call came too late for the last look. */
  async function sendDue(): Promise<void> {
    do {
      isAsked = false;
      while (!isStopping && (await sendNext()));
    } while (isAsked && !isStopping);
  }

  function startWorker(): void {
    isAsked = true;
    if (isStopping || workers.size === AT_ONCE) return;
    const worker = sendDue()
      .catch(onFault)
      .finally(() => workers.delete(worker));
    workers.add(worker);
  }
  const timer = setInterval(startWorker, LOOK_EVERY_MS).unref();
  return {
    /** Looks for due mails now instead of at the next interval. */
    nudge: startWorker,
    /** Sends all due mails; resolves when none is left that can be sent now. */
    async drain(): Promise<void> {
      startWorker();
      while (workers.size > 0) await Promise.all(workers);
    },
    async stop(): Promise<void> {
      isStopping = true;
      clearInterval(timer);
      // A mail that a slow mail server delays is due again at the next start.
      await valueInTime(Promise.all(workers), STOP_GRACE_MS);
      mailer.close();
    },
  };
}

export type MailKind = ReturnType<typeof createMailKind>;

/**
 * One kind of mail: a table whose columns are its queue, so a crash loses no mail.
 * @param options.prefix of the columns `…_due_at` and `…_attempts`
 * @param options.columns what `compose` reads beside the ID
 * @param options.onSent a column that gets the time of sending
 */
export function createMailKind<Row extends QueryResultRow>(
  database: Database,
  { table, prefix, columns, onSent }: { table: string; prefix: string; columns: string; onSent?: string },
  compose: (due: Row & { id: string }) => Mail,
) {
  const [dueAt, attempts] = [`${prefix}_due_at`, `${prefix}_attempts`];
  const noteSent = onSent ? `, ${onSent} = now()` : "";
  return {
    /** Takes the next due mail, and in the same statement postpones it by 2, 4, 8 … minutes, in case of a crash. */
    async next() {
      const [due] = await database.query<Row & { id: string }>(
        `update ${table} set ${attempts} = ${attempts} + 1,
          ${dueAt} = now() + make_interval(mins => (2 ^ (${attempts} + 1))::integer)
        where id = (select id from ${table} where ${dueAt} <= now() order by ${dueAt} limit 1 for update skip locked)
        returning id, ${columns}`,
      );
      return due && { id: due.id, mail: compose(due) };
    },
    sent: (id: string) =>
      database.query(`update ${table} set ${dueAt} = null${noteSent} where id = $1`, [id]),
    /** Removes the mail from the queue if it has been tried this often. @returns whether it has */
    async giveUp(id: string, count: number): Promise<boolean> {
      const text = `update ${table} set ${dueAt} = null where id = $1 and ${attempts} >= $2 returning id`;
      return (await database.query(text, [id, count])).length > 0;
    },
  };
}

export async function readMailQueue(database: Database): Promise<{ waiting: number; oldestSeconds: number }> {
  const [row] = await database.query<{ waiting: number; oldest: number }>(
    `select count(*)::integer as waiting, coalesce(extract(epoch from now() - min(at)), 0)::float8 as oldest
    from (select subscribed_at as at from subscribers where welcome_due_at is not null
      union all select at from sign_in_notices where mail_due_at is not null) as due`,
  );
  return { waiting: row?.waiting ?? 0, oldestSeconds: row?.oldest ?? 0 };
}
