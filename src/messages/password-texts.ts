import type { PasswordCharacter, PasswordPolicy } from "@tallybin/identity";
import { LANGUAGE } from "../config/language.ts";

/** The identity service's own minimum, which every project has. */
const MINIMUM = 6;
/** A hint about a limit that no password reaches by accident would not help. */
const LONGEST_WORTH_TELLING = 64;

const required: Record<PasswordCharacter, string> = {
  "lowercase-letter": "a lowercase letter",
  "uppercase-letter": "a capital letter",
  digit: "a number",
  "special-character": "a symbol",
};

const and = new Intl.ListFormat(LANGUAGE, { type: "conjunction" });

/** The rule for a new password; without a policy that the server enforces, the service's minimum. */
export function passwordRule(policy: PasswordPolicy | undefined): string {
  if (!policy?.isEnforced) return `At least ${MINIMUM} characters.`;
  const { minLength, maxLength = Number.POSITIVE_INFINITY, requires } = policy;
  const length =
    maxLength <= LONGEST_WORTH_TELLING
      ? `${minLength} to ${maxLength} characters`
      : `At least ${minLength} characters`;
  const kinds = requires.map((character) => required[character]);
  return kinds.length === 0 ? `${length}.` : `${length}, with ${and.format(kinds)}.`;
}
