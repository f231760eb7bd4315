import { readEmail, toPlainText } from "@tallybin/contract/typed-text";
import { invalidArgument } from "@tallybin/identity-server/errors/errors";
import * as v from "valibot";
import { problemTexts } from "../server-texts.ts";

/** PostgreSQL cannot hold NUL, UTF-8 no half of a surrogate pair; people type no other control character. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern must match control characters
const UNSTORABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\p{Surrogate}/u;

const storable = v.check((text: string) => !UNSTORABLE.test(text), problemTexts.unstorable);

export const Text = (maxLength: number) =>
  v.pipe(
    v.string(problemTexts.notText),
    v.trim(),
    v.maxLength(maxLength, problemTexts.tooLong(maxLength)),
    storable,
  );

export const Line = (maxLength: number) =>
  v.pipe(
    Text(maxLength),
    v.check((text) => !/[\r\n]/.test(text), problemTexts.severalLines),
  );

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
