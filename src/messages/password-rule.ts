import { LANGUAGE } from "@tallybin/contract/company";
import type { PasswordPolicy } from "@tallybin/identity";
import { passwordTexts } from "./password-texts.ts";

/** The identity service's own minimum, which every project has. */
const MINIMUM = 6;
/** The hint names a maximum length only up to this value, because no password reaches a higher limit by accident. */
const LONGEST_WORTH_TELLING = 64;

const and = new Intl.ListFormat(LANGUAGE, { type: "conjunction" });

/** The rule for a new password; without a policy that the server enforces, the service's minimum. */
export function describePasswordRule(policy: PasswordPolicy | undefined): string {
  if (!policy?.isEnforced) return passwordTexts.sentence(passwordTexts.atLeast(MINIMUM));
  const { minLength, maxLength = Number.POSITIVE_INFINITY, requires } = policy;
  const length =
    maxLength <= LONGEST_WORTH_TELLING
      ? passwordTexts.between(minLength, maxLength)
      : passwordTexts.atLeast(minLength);
  const kinds = requires.map((character) => passwordTexts.characters[character]);
  return passwordTexts.sentence(
    kinds.length === 0 ? length : passwordTexts.withCharacters(length, and.format(kinds)),
  );
}
