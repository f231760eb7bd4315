import type { Database } from "../database/database.ts";
import type { ServerConfig } from "../environment/environment.ts";
import { endSessions } from "../sessions/end-sessions.ts";
import { createSealer } from "../sessions/sealing.ts";
import { assetsFolder, pruneAssets } from "../static/retained-assets.ts";
import { emailKeyOf } from "../text/email-address.ts";
import { erasePerson } from "./erase.ts";
import { exportMessages, exportSubscribers } from "./export.ts";

const USAGE = `Usage: npm run manage -- <command>
  migrate                       bring the database to this release's schema (a start does it too)
  export-subscribers            print who is subscribed, as CSV
  export-messages               print the contact messages, as CSV
  erase --email <address>       erase the subscription, the messages and the sessions of an address
  erase --uid <uid>             erase the subscriptions made while signed in as this uid, and its sessions
  end-sessions --email <address>  sign an account out everywhere (with SESSIONS=server)
  end-sessions --uid <uid>        the same, by uid
  end-sessions --all              sign everyone out, such as after restoring a backup
  prune-assets --days <number>    remove assets of releases that have not run for so many days (a start removes those of 30)
`;

/** An invalid command line; its message is the usage. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

function personOf([option, value, ...rest]: readonly string[]): { email: string } | { uid: string } {
  if (value && rest.length === 0 && option === "--email") return { email: value };
  if (value && rest.length === 0 && option === "--uid") return { uid: value };
  throw new UsageError(USAGE);
}

/** Addresses are hashed with each secret in use. Without a secret, no session was ever stored. */
const sessionsOf = (person: ReturnType<typeof personOf>, { sessions }: ServerConfig) =>
  "uid" in person
    ? person
    : { emailHashes: sessions ? createSealer(sessions.secrets).hashesOf(emailKeyOf(person.email)) : [] };

/** Runs one command against an open database; yields lines for standard output. */
export async function* runCommand(
  [command, ...rest]: readonly string[],
  config: ServerConfig,
  database: Database,
): AsyncGenerator<string> {
  if (command === "erase") {
    const person = personOf(rest);
    const { subscribers, messages } = await erasePerson(database, person);
    const sessions = await endSessions(database, sessionsOf(person, config));
    yield `Erased: ${subscribers} subscription(s), ${messages} message(s), ${sessions} session(s).\n`;
  } else if (command === "end-sessions") {
    const isAll = rest.length === 1 && rest[0] === "--all";
    const ended = await endSessions(database, isAll ? "everyone" : sessionsOf(personOf(rest), config));
    yield `Ended: ${ended} session(s). ID tokens that were issued already expire within an hour.\n`;
  } else if (command === "prune-assets") {
    const [option, days = "", ...others] = rest;
    if (option !== "--days" || !/^\d{1,4}$/.test(days) || others.length > 0) throw new UsageError(USAGE);
    yield `Removed: ${pruneAssets(assetsFolder(config.dataDir), Number(days))} file(s).\n`;
  } else if (rest.length > 0) {
    throw new UsageError(USAGE);
  } else if (command === "migrate") {
    await database.ready();
    yield "The database is up to date.\n";
  } else if (command === "export-subscribers") {
    yield* exportSubscribers(database, { origin: config.public.origin, secret: config.unsubscribeSecret });
  } else if (command === "export-messages") {
    yield* exportMessages(database);
  } else {
    throw new UsageError(USAGE);
  }
}
