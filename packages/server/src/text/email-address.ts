import { readEmail, toPlainText } from "@tallybin/contract/typed-text";
import { invalidArgument } from "@tallybin/identity-server/internal";
import * as v from "valibot";
import { Line } from "./text-schemas.ts";

/** An address may come with a name, and as a link with a subject. */
const TypedLine = v.fallback(Line(1_000), "");

/**
 * The address that a form's text has. Not a proof that it exists.
 * @throws ApiError `invalid-argument` with a sentence for the sender
 */
export function requireEmail(typed: unknown): string {
  const { address, problem } = readEmail(v.parse(TypedLine, typed));
  if (address === undefined) throw invalidArgument(problem);
  return address;
}

/** A key that is equal for all spellings of an address. Defined for every text, even if it is no address. */
export const emailKeyOf = (email: string): string =>
  (readEmail(email).address ?? toPlainText(email)).toLowerCase().normalize("NFKC");
