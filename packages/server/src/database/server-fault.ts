import { StartError } from "../errors/start-error.ts";
import { MigrationError } from "./migrate.ts";

/** Why PostgreSQL cannot be used at a start, without its address, which contains a password. */
export function explainServerFault(error: unknown): Error {
  if (error instanceof MigrationError || error instanceof StartError) return error;
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (typeof message === "string" && /does not support SSL/i.test(message)) {
    return new StartError(
      "The database server does not speak TLS: switch it on there, or leave sslmode out of DATABASE_URL if the network between is yours alone.",
    );
  }
  // Errors without a code come from pg itself ("timeout expired").
  const reason = typeof code === "string" ? code : String(message);
  return new StartError(
    `The database cannot be used (${reason}): check DATABASE_URL, that the database server runs, and that its user may create tables.`,
  );
}
