import { domainToASCII } from "node:url";
import * as v from "valibot";
import { problemTexts } from "./problem-texts.ts";
import { Line } from "./text-schemas.ts";

/** The longest address that mail can carry (RFC 5321 §4.5.3.1.3). */
export const MAX_EMAIL = 254;

/** Invisible characters would give one mailbox endless spellings; no mailbox needs them. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}]/u;

/** `domainToASCII` accepts more than domains: it decodes percent signs and cuts off paths and ports. */
const READABLE_DOMAIN = /^[\p{L}\p{M}\p{N}.\u3002-]+$/u;
const ASCII_DOMAIN =
  /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** Characters that are safe in a mail header. */
const LOCAL_PART = /^[^\s@<>,;:"()[\]\\]{1,64}$/u;

const splitAddress = (address: string): [local: string, domain: string] => {
  const at = address.lastIndexOf("@");
  return at < 0 ? [address, ""] : [address.slice(0, at), address.slice(at + 1)];
};

/** One form for full-width letters, for the four characters that act as a dot, and for punycode. */
function normalizeAddress(text: string): string {
  const folded = text.normalize("NFKC");
  const [local, domain] = splitAddress(folded);
  const ascii = READABLE_DOMAIN.test(domain) ? domainToASCII(domain) : "";
  return ascii === "" ? folded : `${local}@${ascii}`;
}

const isAddress = (text: string): boolean => {
  const [local, domain] = splitAddress(text);
  return LOCAL_PART.test(local) && ASCII_DOMAIN.test(domain);
};

/** An address as an email field accepts it, normalized before the check. Not a proof that it exists. */
export const EmailAddress = v.pipe(
  Line(MAX_EMAIL),
  v.minLength(1, problemTexts.empty),
  v.check((text) => !INVISIBLE.test(text), problemTexts.invisible),
  v.transform(normalizeAddress),
  v.maxLength(MAX_EMAIL, problemTexts.tooLong(MAX_EMAIL)),
  v.check(isAddress, problemTexts.notAnAddress),
);

/** A key that is equal for all spellings of an address. Defined for every text, even if it is no address. */
export const emailKeyOf = (email: string): string =>
  normalizeAddress(email.replaceAll(new RegExp(INVISIBLE, "gu"), "").trim())
    .toLowerCase()
    .normalize("NFKC");
