import { emailProblemTexts as texts } from "./email-problem-texts.ts";

/**
 * Marks of direction, joiners, soft hyphens, byte order marks, fillers, an empty Braille pattern: a copied text may have
 * them in it. They would give one mailbox endless spellings.
 */
const INVISIBLE = /[\u2800\ufffc\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}]|(?!\s)\p{Cc}/gu;

/** A text of one line without invisible characters. Wide letters and signs of East Asian keyboards become plain ones. */
export const toPlainText = (typed: string): string => typed.replace(INVISIBLE, "").normalize("NFKC").trim();

/** The longest address that mail can carry, and the longest part before its @ (RFC 5321 §4.5.3.1). */
export const MAX_EMAIL = 254;
const MAX_LOCAL_PART = 64;

/** `URL` accepts more than domains: it decodes percent signs, and cuts off paths and ports. */
const READABLE_DOMAIN = /^[\p{L}\p{M}\p{N}.\u3002-]+$/u;
const ASCII_DOMAIN =
  /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** Signs that a mail header would read as its own. */
const UNSAFE_SIGN = /[<>,;:"()[\]\\]/;

/** Signs around a text in a sentence or list; at its end all but letter, digit, @. Limited: each is read once. */
const SIGNS_AROUND = /^[\s\p{Ps}\p{Pe}\p{Pi}\p{Pf}\p{So}"'<>,;:•*|`]{1,9}|[^\p{L}\p{M}\p{N}@]{1,9}$/gu;

export const trimSigns = (text: string): string => text.replace(SIGNS_AROUND, "");

export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A link, such as `mailto:ada@example.com?subject=Hello`. */
const LINK = /mailto:(?:\/\/)?([^?\s<>)\]]*)(?:\?[^<>)\]]*)?/gi;
/** "Email: ada@example.com", and what a directory writes before an address. */
const LABEL = /^(?:[\p{L} -]{2,20}:\s|smtp:)/iu;
/** Brackets at the start or the end of a word, around an address or around a remark beside it. */
const BRACKET = /(?:^|\s)[([]|[)\]](?=[\s(]|$)/;

const hasAt = (text: string): boolean => text.includes("@");

/** The address in `Ada <ada@example.com>`, `ada@example.com (Ada)` or a link; all of the text if it has several. */
function findAddress(typed: string): string {
  const text = typed.replace(LINK, (_, target: string) => decode(target));
  const named = Array.from(text.matchAll(/<([^<>]*)>/g), ([, inside = ""]) => inside).filter(hasAt);
  const parts = named.length > 0 ? named : text.split(BRACKET).filter(hasAt);
  const [found, ...others] = new Set(parts.map((part) => trimSigns(trimSigns(part).replace(LABEL, ""))));
  return found === undefined || others.length > 0 ? trimSigns(text) : found;
}

/** A domain in punycode; undefined for any other text. */
function toAsciiDomain(domain: string): string | undefined {
  const url = `http://${domain}`;
  const ascii = READABLE_DOMAIN.test(domain) && URL.canParse(url) ? new URL(url).hostname : "";
  return ASCII_DOMAIN.test(ascii) ? ascii : undefined;
}

/** `address` is for requests, its domain in punycode; `shown` is for people; `problem` is a sentence for the reader. */
export type TypedEmail =
  | { address: string; shown: string; problem?: never }
  | { problem: string; address?: never; shown?: never };

/** Reads an email address that a person typed or pasted, also with a name or as a link. Not a proof that it exists. */
export function readEmail(typed: string): TypedEmail {
  const plain = toPlainText(typed)
    .replace(/\p{Pd}/gu, "-")
    .replace(/[‘’]/g, "'");
  const shown = findAddress(plain);
  const [local = "", domain, ...more] = shown.split("@");
  if (shown === "") return { problem: texts.missing };
  if (domain === undefined) return { problem: texts.noAt };
  if (more.length > 0) return { problem: texts.severalAts };
  if (local === "") return { problem: texts.nothingBefore };
  if (/\s/.test(shown)) return { problem: texts.space };
  const sign = UNSAFE_SIGN.exec(shown)?.[0];
  if (sign !== undefined) return { problem: texts.sign(sign) };
  const ascii = toAsciiDomain(domain);
  if (ascii === undefined) return { problem: texts.domain };
  const address = `${local}@${ascii}`;
  const isTooLong = local.length > MAX_LOCAL_PART || address.length > MAX_EMAIL;
  return isTooLong ? { problem: texts.tooLong } : { address, shown };
}
