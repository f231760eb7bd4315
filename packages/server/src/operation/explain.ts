import { MigrationError } from "../database/migrate.ts";
import { EnvironmentError } from "../environment/environment.ts";
import { StartError } from "./start-error.ts";

/** The sentence for a fault that ends the program. A database's is told without its address, which holds a password. */
export function explain(error: unknown): string {
  const isOurs =
    error instanceof EnvironmentError || error instanceof StartError || error instanceof MigrationError;
  if (isOurs) return error.message;
  const { code } = error as { code?: unknown };
  if (typeof code === "string") {
    return `The database cannot be used (${code}): check DATABASE_URL, that the database server runs, and that its user may create tables.`;
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
