import { createSealer } from "@tallybin/identity-server/sessions/sealing";
import { expect, test } from "vitest";
import { SECRET } from "../support/sessions.ts";
import type { Column, World } from "../support/world.ts";

const EMAIL = "alice@example.com";
const UID = "uid-of-alice";
const MARK = "written by alice";
const SESSIONS = { SESSIONS: "server", SESSION_SECRET: SECRET };

/** What a person gets of a column: in the download of the account, or in a command's export; or why not. */
const COLUMNS = {
  subscribers: {
    download: ["email", "consent_version", "source", "subscribed_at", "unsubscribed_at"],
    "a key": ["public_id", "email_key", "uid"],
    "no person's": ["id", "welcome_due_at", "welcome_attempts"],
  },
  contact_messages: {
    export: ["name", "email", "message", "received_at"],
    "a key": ["email_key", "digest"],
    "no person's": ["id"],
  },
  sessions: {
    download: ["browser", "system", "created_at", "last_used_at"],
    "a key": ["uid", "email_hash", "replaced_id", "generation"],
    "a secret": [
      ...["id", "secret_hash", "previous_hash", "refresh_token", "id_token", "id_token_mark", "bound_key"],
      "proof_hash",
    ],
    "no person's": [
      ...["released_at", "id_token_expires_at", "shared_until", "claim", "claimed_until", "challenged_ms"],
      // `stamp` is the place of the session among those of its browser; `created_at` says when its user signed in.
      ...["proof_ends_ms", "stamp", "change", "turn"],
    ],
  },
  account_events: {
    download: ["kind", "at", "browser", "system", "detail"],
    "a key": ["uid"],
    "no person's": ["id"],
  },
  // The account's settings, which the identity service has and shows.
  account_facts: { "a key": ["uid", "email_hash"], "no person's": ["facts", "seen_at"] },
  account_devices: {
    "a key": ["uid"],
    "a secret": ["device_hash"],
    "no person's": ["first_seen_at", "last_seen_at"],
  },
  // Shown in the account for a week, and each one is an event of the history.
  sign_in_notices: {
    "a key": ["uid", "email", "told_by"],
    "a secret": ["id", "session_ids", "device_hash"],
    "no person's": [
      ...["browser", "system", "methods", "at", "mail_due_at", "mail_attempts", "mailed_at", "used_at"],
    ],
  },
} satisfies Record<string, Partial<Record<Kind, readonly string[]>>>;
type Kind = "download" | "export" | "no person's" | "a secret" | "a key";
/** Tables without data of a person. */
const OTHERS = ["schema_migrations", "rate_limits"];

const markOf = ({ column_name: name, data_type: type }: Column): string | null => {
  if (name === "uid") return UID;
  if (name === "email" || name === "email_key") return EMAIL;
  if (name === "email_hash") return createSealer([SECRET]).hashesOf(EMAIL)[0] ?? "";
  if (type === "text") return MARK;
  if (type === "uuid") return "00000000-0000-4000-8000-000000000001";
  if (type === "ARRAY") return "{}";
  if (type === "jsonb") return JSON.stringify({ mark: MARK });
  return type.startsWith("timestamp") ? new Date().toISOString() : type === "boolean" ? "false" : "0";
};

export function personalDataSuite(world: World): void {
  /** Writes a row of the person into every table, also into one that a later migration adds. */
  async function fillTables(): Promise<void> {
    const columns = (await world.columns()).filter(({ is_generated }) => !is_generated);
    for (const table of new Set(columns.map(({ table_name }) => table_name))) {
      if (OTHERS.includes(table)) continue;
      const own = columns.filter(
        ({ table_name, column_name }) =>
          table_name === table && !["replaced_id", "unsubscribed_at", "released_at"].includes(column_name),
      );
      const values = own.map((_, n) => `$${n + 1}`);
      await world.database.query(
        `insert into ${table} (${own.map((column) => column.column_name)}) values (${values})`,
        own.map(markOf),
      );
    }
  }

  const run = (...args: string[]): Promise<string> => world.manage(args, SESSIONS);

  /** The tables that have a row with a text of the person. */
  async function tablesWithTraces(): Promise<string[]> {
    const tables = new Set((await world.columns()).map(({ table_name }) => table_name));
    const found: string[] = [];
    for (const table of tables) {
      const rows = await world.database.query<{ row: string }>(`select t::text as row from ${table} t`);
      if (rows.some(({ row }) => [EMAIL, UID, MARK].some((text) => row.includes(text)))) found.push(table);
    }
    return found;
  }

  test("every column of the database is listed with what a person gets of it", async () => {
    const columns = await world.columns();
    const actual = columns.flatMap(({ table_name: table, column_name: name }) =>
      OTHERS.includes(table) ? [] : [`${table}.${name}`],
    );
    const listed = Object.entries(COLUMNS).flatMap(([table, kinds]) =>
      Object.values(kinds)
        .flat()
        .map((name) => `${table}.${name}`),
    );
    expect(new Set(actual)).toEqual(new Set(listed));
  });

  test("manage erase by address leaves no text of the person in any table", async () => {
    await fillTables();
    expect(new Set(await tablesWithTraces())).toEqual(new Set(Object.keys(COLUMNS)));
    await run("erase", "--email", " ALICE@example.com");
    expect(await tablesWithTraces()).toEqual([]);
  });

  test("manage erase by uid leaves only the messages, whose address may be another person's", async () => {
    await fillTables();
    await run("erase", "--uid", UID);
    expect(await tablesWithTraces()).toEqual(["contact_messages"]);
  });

  test("a person gets each column that is listed for the download or an export", async () => {
    await fillTables();
    await world.database.query("update account_events set kind = 'signed-in', detail = '{}'");
    const messages = await run("export-messages");
    for (const name of COLUMNS.contact_messages.export) expect(messages.split("\r\n")[0]).toContain(name);
    expect(messages).toContain(MARK);
    const token = await world.tokens.sign({ sub: UID, email: EMAIL, email_verified: true });
    const fetchTokens = async () => Response.json({ users: [{ localId: UID, email: EMAIL }] });
    const response = await world
      .site(SESSIONS, { fetchTokens })
      .request("/api/account/data", { headers: { authorization: `Bearer ${token}` } });
    const { data } = (await response.json()) as { data: Record<string, Record<string, unknown>[]> };
    for (const [part, table] of [
      ["newsletter", "subscribers"],
      ["sessions", "sessions"],
      ["history", "account_events"],
    ] as const) {
      const names = COLUMNS[table].download
        .filter((name) => name !== "detail")
        .map((name) => name.replaceAll(/_(\w)/g, (_, sign) => sign.toUpperCase()));
      expect(Object.keys(data[part]?.[0] ?? {}), part).toEqual(expect.arrayContaining(names));
    }
  });
}
