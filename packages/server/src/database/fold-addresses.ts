import type { ClientBase, QueryResultRow } from "pg";
import * as v from "valibot";
import { EmailAddress, emailKeyOf } from "../text/email-address.ts";

type Addressed = { id: string; email: string; email_key: string };

const PAGE = 500;

/** The rows of a table whose stored key or address differs from today's normal form. */
async function* findOutdatedRows(
  client: ClientBase,
  table: "subscribers" | "contact_messages",
): AsyncGenerator<Addressed> {
  let after = "0";
  for (;;) {
    const select = `select id, email, email_key from ${table} where id > $1 order by id limit ${PAGE}`;
    const { rows } = await client.query<Addressed & QueryResultRow>(select, [after]);
    if (rows.length === 0) return;
    yield* rows.filter(
      (row) => emailKeyOf(row.email) !== row.email_key || normalSpellingOf(row) !== row.email,
    );
    after = rows.at(-1)?.id ?? after;
  }
}

/** An address that today's check refuses stays unchanged, because its row is evidence of a consent. */
const normalSpellingOf = ({ email }: Addressed): string => {
  const result = v.safeParse(EmailAddress, email);
  return result.success ? result.output : email;
};

/**
 * Merges two subscribers. The earliest consent remains, and an unsubscription takes precedence. The other row's
 * unsubscribe address still works, because an old mail may contain it.
 */
const MERGE = `
  with two as (select * from subscribers where id in ($1, $2)),
    first as (select * from two order by subscribed_at, id limit 1)
  update subscribers as s set
    email = first.email, uid = first.uid, consent_version = first.consent_version, source = first.source,
    subscribed_at = first.subscribed_at,
    unsubscribed_at = (select min(unsubscribed_at) from two),
    welcome_attempts = (select max(welcome_attempts) from two),
    welcome_due_at = case when exists (select from two where welcome_due_at is null or unsubscribed_at is not null)
      then null else (select min(welcome_due_at) from two) end
  from first where s.id = $1`;

async function normalizeSubscriber(client: ClientBase, row: Addressed): Promise<void> {
  const key = emailKeyOf(row.email);
  const twins = await client.query<{ id: string }>(
    "select id from subscribers where email_key = $1 and id <> $2",
    [key, row.id],
  );
  for (const twin of twins.rows) {
    await client.query(MERGE, [row.id, twin.id]);
    await client.query("update merged_subscribers set subscriber_id = $1 where subscriber_id = $2", [
      row.id,
      twin.id,
    ]);
    await client.query(
      `with gone as (delete from subscribers where id = $2 returning public_id)
        insert into merged_subscribers (public_id, subscriber_id) select public_id, $1 from gone`,
      [row.id, twin.id],
    );
  }
  const { rows } = await client.query<Addressed>(
    "select id, email, email_key from subscribers where id = $1",
    [row.id],
  );
  const [merged = row] = rows;
  await client.query("update subscribers set email = $2, email_key = $3 where id = $1", [
    row.id,
    normalSpellingOf(merged),
    key,
  ]);
}

/** Converts stored addresses to today's normal form. SQL alone cannot do this. */
export async function normalizeStoredAddresses(client: ClientBase): Promise<void> {
  for await (const row of findOutdatedRows(client, "subscribers")) await normalizeSubscriber(client, row);
  for await (const { id, email } of findOutdatedRows(client, "contact_messages")) {
    await client.query("update contact_messages set email_key = $2 where id = $1", [id, emailKeyOf(email)]);
  }
}
