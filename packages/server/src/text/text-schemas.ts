import * as v from "valibot";
import { problemTexts } from "./problem-texts.ts";

/** PostgreSQL cannot hold NUL, UTF-8 no half of a surrogate pair; people type no other control character. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern must match control characters
const UNSTORABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]|\p{Surrogate}/u;

const storable = v.check((text: string) => !UNSTORABLE.test(text), problemTexts.unstorable);

/** Several lines of text. */
export const Text = (maxLength: number) =>
  v.pipe(
    v.string(problemTexts.notText),
    v.trim(),
    v.maxLength(maxLength, problemTexts.tooLong(maxLength)),
    storable,
  );

/** One line of text. */
export const Line = (maxLength: number) =>
  v.pipe(
    Text(maxLength),
    v.check((text) => !/[\r\n]/.test(text), problemTexts.severalLines),
  );
