import { UnavailableError } from "@tallybin/identity-server/internal";
import { StartError } from "../errors/start-error.ts";

/** The message for a fault that ends the program. */
export function explainFault(error: unknown): string {
  if (error instanceof UnavailableError) return `${error.message} Try again once it is back.`;
  if (error instanceof StartError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
