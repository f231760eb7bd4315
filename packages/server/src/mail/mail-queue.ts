import type { Database } from "../database/database.ts";

/** The mails that are not sent yet, and the age of the oldest one. */
export async function readMailQueue(database: Database): Promise<{ waiting: number; oldestSeconds: number }> {
  const [row] = await database.query<{ waiting: number; oldest: number }>(
    `select count(*)::integer as waiting, coalesce(extract(epoch from now() - min(at)), 0)::float8 as oldest
    from (select subscribed_at as at from subscribers where welcome_due_at is not null
      union all select at from sign_in_notices where mail_due_at is not null) as due`,
  );
  return { waiting: row?.waiting ?? 0, oldestSeconds: row?.oldest ?? 0 };
}
