import { getPasswordPolicy } from "../api/password-policy.ts";
import { type IdentityClient, partsOf } from "../client/client-parts.ts";

/** The project's rules that a password does not meet. An empty list means that the server will accept it. */
export type PasswordShortcoming =
  | "too-short"
  | "too-long"
  | "no-lowercase-letter"
  | "no-uppercase-letter"
  | "no-digit"
  | "no-special-character";

const DEFAULT_MINIMUM = 6;

/** Checks a password against the project's rules. The rules are fetched each time, because checks are rare. */
export async function validatePassword(
  client: IdentityClient,
  password: string,
): Promise<PasswordShortcoming[]> {
  const policy = await getPasswordPolicy(partsOf(client).http);
  const rules = policy.customStrengthOptions;
  const special = policy.allowedNonAlphanumericCharacters;
  const shortcomings = [
    password.length < (rules.minPasswordLength ?? DEFAULT_MINIMUM) && "too-short",
    password.length > (rules.maxPasswordLength ?? Number.POSITIVE_INFINITY) && "too-long",
    rules.containsLowercaseCharacter && !/[a-z]/.test(password) && "no-lowercase-letter",
    rules.containsUppercaseCharacter && !/[A-Z]/.test(password) && "no-uppercase-letter",
    rules.containsNumericCharacter && !/\d/.test(password) && "no-digit",
    rules.containsNonAlphanumericCharacter &&
      !special.some((character) => password.includes(character)) &&
      "no-special-character",
  ] as const;
  return shortcomings.filter((shortcoming) => !!shortcoming);
}
