import { phoneProblemTexts as texts } from "./phone-problem-texts.ts";
import { decode, toPlainText, trimSigns } from "./typed-text.ts";

const DIGIT = /\p{Nd}/u;

/** Every script's digits as ASCII digits. Unicode keeps the ten digits of a script together, and in order. */
const withAsciiDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => {
    const point = digit.codePointAt(0) ?? 0;
    let zero = point;
    while (DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1;
    return String((point - zero) % 10);
  });

const LENGTH_OF_CODE = 6;
/** Digits in groups, such as "123 456" and "123-456". */
const GROUPED_DIGITS = /\d(?:[\s\p{Pd}]{0,3}\d)*/gu;

/** The only text of a code's length, without spaces and dashes. A message for the browser repeats its code. */
function findCode(candidates: readonly string[]): string | undefined {
  const codes = candidates.map(toDigits).filter(({ length }) => length === LENGTH_OF_CODE);
  const [code, ...others] = new Set(codes);
  return others.length === 0 ? code : undefined;
}
const toDigits = (text: string): string => text.replace(/\D/g, "");

/**
 * Reads a code from a message or an app: its ASCII digits, whatever the keyboard and the text around the code.
 * @returns all digits if the text has not one code; empty if it has none
 */
export function readCode(typed: string): string {
  const text = withAsciiDigits(toPlainText(typed));
  return findCode(text.match(/\d+/g) ?? []) ?? findCode(text.match(GROUPED_DIGITS) ?? []) ?? toDigits(text);
}

/** `number` is in E.164. `problem` is a sentence for the reader. */
export type TypedPhone = { number: string; problem?: never } | { problem: string; number?: never };

/** E.164 has at most 15 digits. No country's numbers have less than 6 with the country code. */
const [FEWEST_DIGITS, MOST_DIGITS] = [6, 15];

/** A number inside the company, after "ext.", "x", "#" or a pause. No text message reaches it. */
const EXTENSION = /[,#*\p{L}][\s.]{0,9}\d{1,6}\D{0,9}$/u;

/** Reads a phone number with its country code, after "+" or "00". Also a link to it, or a number with a label. */
export function readPhone(typed: string): TypedPhone {
  const text = trimSigns(decode(withAsciiDigits(toPlainText(typed))))
    .replace(/^[^\d+]+(?=[\d+])/, "") // a label, or the scheme of a link
    .replace(/[;?].*/s, "") // parameters of a link
    .replaceAll("ー", "") // a dash on Japanese keyboards
    .replace(/[([]\s*0\s*[)\]]/g, "") // dialed only within the country
    .replace(/\([^\d()]{1,40}\)?$/u, ""); // a remark
  if (EXTENSION.test(text)) return { problem: texts.extension };
  if (/[\p{L},#*]/u.test(text)) return { problem: texts.letters };
  const digits = toDigits(text);
  const isInternational = text.replace(/[^\d+]/g, "").startsWith("+");
  const international = /^00(.*)/.exec(digits)?.[1] ?? (isInternational ? digits : undefined);
  if (international === undefined || international.startsWith("0"))
    return { problem: texts.countryCodeMissing };
  if (international.length < FEWEST_DIGITS) return { problem: texts.tooShort };
  if (international.length > MOST_DIGITS) return { problem: texts.tooLong };
  return { number: `+${international}` };
}
