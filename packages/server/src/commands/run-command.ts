import { CONTACT_COLUMNS } from "@tallybin/contract/contact";
import { createSealer } from "@tallybin/identity-server/sessions/sealing";
import type { PoolClient } from "pg";
import { type Database, MOST_ROWS } from "../database/database.ts";
import type { ServerConfig } from "../environment/environment.ts";
import { unsubscribeLink } from "../http/mailed-link.ts";
import type { Audit } from "../operation/logger.ts";
import { assetsFolder, pruneAssets } from "../static/retained-assets.ts";
import { emailKeyOf } from "../text/typed-text.ts";

/** A cell that a spreadsheet would run as a formula starts with an apostrophe, which spreadsheets hide. */
const defuseFormula = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);

const toCsvCell = (value: unknown): string => {
  const text = value instanceof Date ? value.toISOString() : defuseFormula(String(value ?? ""));
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

type Row = Record<string, unknown> & { id: string };

const PAGE = 500;

/** Reads a table page by page in row order: an export of a million rows needs the memory of five hundred. */
async function* readRows(database: Database, select: string): AsyncGenerator<Row> {
  let after = "0";
  for (;;) {
    const rows = await database.query<Row>(`${select} order by id limit ${PAGE}`, [after]);
    if (rows.length === 0) return;
    yield* rows;
    after = rows.at(-1)?.id ?? after;
  }
}

/** The current subscribers, each with the unsubscribe address that a newsletter must include. */
async function* exportSubscribers(database: Database, config: ServerConfig): AsyncGenerator<unknown[]> {
  const columns = ["email", "uid", "subscribed_at", "consent_version", "source"];
  yield [...columns, "unsubscribe_url"];
  const select = `select id, public_id, ${columns.join(", ")} from subscribers
    where unsubscribed_at is null and id > $1`;
  for await (const row of readRows(database, select)) {
    const address = unsubscribeLink.url(config.public.origin, config.linkSecrets, String(row["public_id"]));
    yield [...columns.map((column) => row[column]), address];
  }
}

async function* exportMessages(database: Database): AsyncGenerator<unknown[]> {
  const columns = ["received_at", ...CONTACT_COLUMNS];
  yield columns;
  const select = `select id, ${columns.join(", ")} from contact_messages where id > $1`;
  for await (const row of readRows(database, select)) yield columns.map((column) => row[column]);
}

const USAGE = `Usage: npm run manage -- <command>
  migrate                       bring the database to this release's schema (a start does it too)
  export-subscribers            print who is subscribed, as CSV
  export-messages               print the contact messages, as CSV
    --no-bom                    the same without the byte order mark, by which Excel recognizes UTF-8
  erase --email <address>       erase the subscription, the messages, the sessions and the history of an address
  erase --uid <uid>             erase the subscriptions made while signed in as this uid, its sessions and its history
  end-sessions --email <address>  sign an account out everywhere (with SESSIONS=server)
  end-sessions --uid <uid>        the same, by uid
  end-sessions --all              sign everyone out, such as after restoring a backup
  prune-assets --days <number>    remove assets of releases that have not run for so many days (a start removes those of 30)
`;

export class UsageError extends Error {
  override readonly name = "UsageError";
}

type Person = { email: string } | { uid: string };

function parsePerson([option, value, ...rest]: readonly string[]): Person {
  if (value && rest.length === 0 && option === "--email") return { email: value.trim() };
  if (value && rest.length === 0 && option === "--uid") return { uid: value };
  throw new UsageError(USAGE);
}

/** The stored forms of an address, one for each secret in use. Without a secret, no session was ever stored. */
const emailHashesOf = (email: string, { sessions }: ServerConfig): string[] =>
  sessions ? createSealer(sessions.secrets).hashesOf(emailKeyOf(email)) : [];

async function endSessions(database: Database, whose: Person | "everyone", config: ServerConfig) {
  const endWhere = async (condition: string, ...values: unknown[]): Promise<number> => {
    const text = `with ended as (delete from sessions where id = any (array(
          select id from sessions ${condition} order by id limit ${MOST_ROWS})) returning uid, browser, system)
        insert into account_events (uid, kind, at, browser, system)
        select uid, 'ended-by-support', now(), browser, system from ended returning id`;
    let all = 0;
    for (let count = MOST_ROWS; count === MOST_ROWS; all += count)
      count = (await database.query(text, values)).length;
    return all;
  };
  if (whose === "everyone") return endWhere("");
  if ("uid" in whose) return endWhere("where uid = $1", whose.uid);
  return endWhere("where email_hash = any($1)", emailHashesOf(whose.email, config));
}

/** The tables with rows of a person: by address, and by account. Rate limits hold hashes and expire; logs hold nothing. */
const ADDRESS_TABLES = ["subscribers", "contact_messages"];
const ACCOUNT_TABLES = ["sessions", "account_events", "account_facts", "account_devices", "sign_in_notices"];

/** The accounts that have an address, or had it when this server last saw them. */
async function accountsOf(client: PoolClient, email: string, config: ServerConfig): Promise<string[]> {
  const { rows } = await client.query<{ uid: string }>(
    `select uid from sessions where email_hash = any($1)
    union select uid from account_facts where email_hash = any($1)
    union select uid from sign_in_notices where lower(email) = any($2)`,
    [emailHashesOf(email, config), [emailKeyOf(email), email.toLowerCase()]],
  );
  return rows.map(({ uid }) => uid);
}

/**
 * Erases everything about a person. A uid erases no messages: their address may be another person's.
 * @returns the number of rows of each table
 */
const erasePerson = (database: Database, person: Person, config: ServerConfig) =>
  database.transaction(async (client) => {
    const erased: Record<string, number> = {};
    const eraseRows = async (table: string, condition: string, value: unknown): Promise<void> => {
      erased[table] = (await client.query(`delete from ${table} where ${condition}`, [value])).rowCount ?? 0;
    };
    const uids = "uid" in person ? [person.uid] : await accountsOf(client, person.email, config);
    if ("uid" in person) await eraseRows("subscribers", "uid = $1", person.uid);
    else
      for (const table of ADDRESS_TABLES) await eraseRows(table, "email_key = $1", emailKeyOf(person.email));
    for (const table of ACCOUNT_TABLES) await eraseRows(table, "uid = any($1)", uids);
    return erased;
  });

/** Runs one command, on the database if it needs it; yields lines for standard output. An export is noted when it begins. */
export async function* runCommand(
  [command, ...rest]: readonly string[],
  config: ServerConfig,
  openDatabase: () => Database,
  audit: Audit,
): AsyncGenerator<string> {
  if (command === "prune-assets") {
    const [option, days = "", ...others] = rest;
    if (option !== "--days" || !/^\d{1,4}$/.test(days) || others.length > 0) throw new UsageError(USAGE);
    yield `Removed: ${pruneAssets(assetsFolder(config.dataDir), Number(days))} file(s).\n`;
    return;
  }
  const database = openDatabase();
  if (command === "erase") {
    const erased = await erasePerson(database, parsePerson(rest), config);
    const { subscribers = 0, contact_messages: messages = 0, sessions = 0 } = erased;
    audit("manage.erase", { subscribers, messages, sessions });
    yield `Erased: ${subscribers} subscription(s), ${messages} message(s), ${sessions} session(s).\n`;
  } else if (command === "end-sessions") {
    const isAll = rest.length === 1 && rest[0] === "--all";
    const ended = await endSessions(database, isAll ? "everyone" : parsePerson(rest), config);
    audit("manage.end-sessions", { ended });
    yield `Ended: ${ended} session(s). ID tokens that were issued already expire within an hour.\n`;
  } else if (command === "migrate" && rest.length === 0) {
    await database.ready();
    yield "The database is up to date.\n";
  } else if (
    (command === "export-subscribers" || command === "export-messages") &&
    ["", "--no-bom"].includes(rest.join())
  ) {
    audit(`manage.${command}`);
    if (rest.length === 0) yield "\ufeff"; // the byte order mark
    const rows =
      command === "export-messages" ? exportMessages(database) : exportSubscribers(database, config);
    // RFC 4180 CSV.
    for await (const cells of rows) yield `${cells.map(toCsvCell).join(",")}\r\n`;
  } else {
    throw new UsageError(USAGE);
  }
}
