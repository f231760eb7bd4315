import type { Database } from "../database/database.ts";

/** The welcome mails that are not sent yet, and the age of the oldest one's subscription. */
export async function welcomeQueue(database: Database): Promise<{ waiting: number; oldestSeconds: number }> {
  const [row] = await database.query<{ waiting: number; oldest: number }>(
    `select count(*)::integer as waiting,
      coalesce(extract(epoch from now() - min(subscribed_at)), 0)::float8 as oldest
    from subscribers where welcome_due_at is not null`,
  );
  return { waiting: row?.waiting ?? 0, oldestSeconds: row?.oldest ?? 0 };
}
