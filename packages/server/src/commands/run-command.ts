import type { Database } from "../database/database.ts";
import type { ServerConfig } from "../environment/environment.ts";
import { erasePerson } from "./erase.ts";
import { exportMessages, exportSubscribers } from "./export.ts";

const USAGE = `Usage: npm run manage -- <command>
  migrate                       bring the database to this release's schema (a start does it too)
  export-subscribers            print who is subscribed, as CSV
  export-messages               print the contact messages, as CSV
  erase --email <address>       erase the subscription and the messages of an address
  erase --uid <uid>             erase the subscriptions made while signed in as this uid
`;

/** A command line that means nothing; its message is the usage. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

function personOf([option, value, ...rest]: readonly string[]): { email: string } | { uid: string } {
  if (value && rest.length === 0 && option === "--email") return { email: value };
  if (value && rest.length === 0 && option === "--uid") return { uid: value };
  throw new UsageError(USAGE);
}

/** Runs one command against an open database; yields what goes to standard output. */
export async function* runCommand(
  [command, ...rest]: readonly string[],
  config: ServerConfig,
  database: Database,
): AsyncGenerator<string> {
  if (command === "erase") {
    const { subscribers, messages } = await erasePerson(database, personOf(rest));
    yield `Erased: ${subscribers} subscription(s), ${messages} message(s).\n`;
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
