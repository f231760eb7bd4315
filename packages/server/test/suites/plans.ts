import { expect, test, vi } from "vitest";
import type { Database } from "../../src/database/database.ts";
import { SECRET } from "../support/sessions.ts";
import type { World } from "../support/world.ts";

const ROWS = 5_000;
const ROWS_FOR_PLANNER = 1_000_000;
/** Expressions over a row's number `n`. Some rows of each table are due, expired or released. */
const AT = "now() - n * interval '1 second'";
const OLD = "now() - (case when n % 500 = 0 then 400 else 0 end) * interval '1 day'";
const RARE = "case when n % 500 = 0 then now() end";
const TABLES: Record<string, Record<string, string>> = {
  subscribers: {
    public_id: "gen_random_uuid()",
    email: "n || '@example.com'",
    email_key: "n || '@example.com'",
    uid: "'uid-' || n",
    consent_version: "''",
    source: "''",
    subscribed_at: AT,
    welcome_due_at: RARE,
  },
  contact_messages: {
    name: "''",
    email: "n || '@example.com'",
    email_key: "n || '@example.com'",
    message: "''",
    received_at: AT,
    digest: "'digest-' || n",
  },
  rate_limits: { key: "'key-' || n", full_at: `${OLD} + interval '1 hour'` },
  sessions: {
    id: "gen_random_uuid()",
    secret_hash: "'hash-' || n",
    previous_hash: "'previous-' || n",
    uid: "'uid-' || n",
    email_hash: "'email-' || n",
    refresh_token: "''",
    released_at: RARE,
    ...{
      id_token: "case when n % 500 = 0 then '' end",
      shared_until: RARE,
      created_at: OLD,
      last_used_at: OLD,
    },
  },
  account_events: { uid: "'uid-' || n / 10", kind: "''", at: OLD },
  account_facts: { uid: "'uid-' || n", email_hash: "'email-' || n", facts: "'{}'", seen_at: OLD },
  account_devices: { uid: "'uid-' || n", device_hash: "''", first_seen_at: OLD, last_seen_at: OLD },
  sign_in_notices: {
    id: "gen_random_uuid()",
    uid: "'uid-' || n",
    session_ids: "array[gen_random_uuid()]",
    device_hash: "''",
    email: "n || '@example.com'",
    at: OLD,
    mail_due_at: RARE,
  },
};
/** `manage erase` by address runs seldom, and finds notices without an index. */
const READS_A_TABLE = /^select uid from sessions where email_hash = any\(\$1\)\s+union/;

/** The last statement of each purge. */
const PURGES = [
  "from rate_limits where full_at",
  "from account_facts where",
  "from account_devices where",
  "set id_token = null",
];

/** Lets a site's timers delete expired rows. */
async function purge(world: World): Promise<void> {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  world.site({ SESSIONS: "server", SESSION_SECRET: SECRET });
  vi.advanceTimersByTime(600_000);
  vi.useRealTimers();
  await vi.waitFor(() => {
    const sent = [...world.statements.keys()];
    expect(PURGES.filter((part) => !sent.some((text) => text.includes(part)))).toEqual([]);
  });
}

/** Fills each table, and lets the planner count on a million rows. */
async function fillTables({ query }: Database): Promise<void> {
  for (const [table, columns] of Object.entries(TABLES)) {
    await query(`insert into ${table} (${Object.keys(columns)})
      select ${Object.values(columns)} from generate_series(1, ${ROWS}) as n`);
    await query(`analyze ${table}`);
    await query("update pg_class set reltuples = $2 where oid = $1::regclass", [table, ROWS_FOR_PLANNER]);
  }
}

/** Reads the plans of the statements that the tests before it have sent. */
export function plansSuite(world: World): void {
  const scans = async (text: string, values: readonly unknown[]): Promise<boolean> => {
    const rows = await world.database.query(`explain ${text}`, values);
    return JSON.stringify(rows).includes("Seq Scan");
  };

  test("each statement of the tests above finds its rows by an index, at a million rows of each table", async () => {
    await purge(world);
    await fillTables(world.database);
    expect(await scans("delete from sessions where browser = $1", ["Firefox"]), "without an index").toBe(
      true,
    );
    const slow: string[] = [];
    for (const [text, values] of world.statements)
      if (!READS_A_TABLE.test(text) && (await scans(text, values))) slow.push(text);
    for (const table of Object.keys(TABLES)) await world.database.query(`analyze ${table}`);
    expect(slow).toEqual([]);
  });
}
