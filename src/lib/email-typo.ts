import { readEmail } from "@tallybin/contract/typed-text";

/** The common domains of private addresses. */
const COMMON = [
  "gmail.com",
  "googlemail.com",
  "yahoo.com",
  "hotmail.com",
  "outlook.com",
  "icloud.com",
  "comcast.net",
  "verizon.net",
  "sbcglobal.net",
  "protonmail.com",
];
/** Real providers one letter away from a common one. */
const REAL = ["ymail.com", "email.com", "hotmail.co", "outlook.co", "gmail.co"];

/** Whether two texts differ by one letter: added, left out, changed, or swapped with its neighbor. */
function differsByOneLetter(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1 || one === other) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  const [rest, otherRest] = [one.slice(start), other.slice(start)];
  return (
    rest.slice(1) === otherRest ||
    rest === otherRest.slice(1) ||
    rest.slice(1) === otherRest.slice(1) ||
    (rest[0] === otherRest[1] && rest[1] === otherRest[0] && rest.slice(2) === otherRest.slice(2))
  );
}

/** The address with a common domain one letter away. Only a suggestion: an unusual domain may be right. */
export function suggestEmail(typed: string): string | undefined {
  const [local, domain] = readEmail(typed).address?.split("@") ?? [];
  if (domain === undefined || COMMON.includes(domain) || REAL.includes(domain)) return undefined;
  const meant = COMMON.find((known) => differsByOneLetter(domain, known));
  return meant === undefined ? undefined : `${local}@${meant}`;
}
