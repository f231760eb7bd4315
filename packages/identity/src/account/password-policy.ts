import { type IdentityClient, partsOf } from "../client/client-parts.ts";
import { IdentityError } from "../errors/identity-error.ts";
import { parseWire } from "../http/http.ts";
import { Flag, Numeric, Text, Texts } from "../lib/data.ts";
import * as v from "../lib/schema.ts";

const flag = v.optional(Flag);
const Response = v.object({
  schemaVersion: Numeric,
  customStrengthOptions: v.optional(
    v.object({
      minPasswordLength: v.optional(Numeric),
      maxPasswordLength: v.optional(Numeric),
      containsLowercaseCharacter: flag,
      containsUppercaseCharacter: flag,
      containsNumericCharacter: flag,
      containsNonAlphanumericCharacter: flag,
    }),
    {},
  ),
  allowedNonAlphanumericCharacters: v.optional(Texts, []),
  enforcementState: v.optional(Text),
  forceUpgradeOnSignin: flag,
});

export type PasswordCharacter = "lowercase-letter" | "uppercase-letter" | "digit" | "special-character";

/** The project's rules for passwords. */
export type PasswordPolicy = {
  /** Whether the server refuses a password that breaks these rules, and not only one that is too short. */
  isEnforced: boolean;
  minLength: number;
  maxLength?: number;
  /** A password must contain at least one character of each of these kinds. */
  requires: PasswordCharacter[];
};

/** The project's rules that a password does not meet. An empty list means that the server will accept it. */
export type PasswordShortcoming = "too-short" | "too-long" | `no-${PasswordCharacter}`;

const DEFAULT_MINIMUM = 6;

const contains: Record<PasswordCharacter, (password: string, special: string[]) => boolean> = {
  "lowercase-letter": (password) => /[a-z]/.test(password),
  "uppercase-letter": (password) => /[A-Z]/.test(password),
  digit: (password) => /\d/.test(password),
  "special-character": (password, special) => special.some((character) => password.includes(character)),
};

/** @see https://cloud.google.com/identity-platform/docs/reference/rest/v2/TopLevel/getPasswordPolicy */
async function readPolicy(client: IdentityClient): Promise<{ policy: PasswordPolicy; special: string[] }> {
  const wire = parseWire(Response, await partsOf(client).http("v2/passwordPolicy"));
  if (wire.schemaVersion !== 1) throw new IdentityError("unsupported-password-policy-schema-version");
  const rules = wire.customStrengthOptions;
  const requires: (PasswordCharacter | false | undefined)[] = [
    rules.containsLowercaseCharacter && "lowercase-letter",
    rules.containsUppercaseCharacter && "uppercase-letter",
    rules.containsNumericCharacter && "digit",
    rules.containsNonAlphanumericCharacter && "special-character",
  ];
  return {
    policy: {
      isEnforced: wire.enforcementState === "ENFORCE",
      minLength: rules.minPasswordLength ?? DEFAULT_MINIMUM,
      ...(rules.maxPasswordLength !== undefined && { maxLength: rules.maxPasswordLength }),
      requires: requires.filter((character) => !!character),
    },
    special: wire.allowedNonAlphanumericCharacters,
  };
}

/**
 * Reads the project's rules for passwords, for a form that shows them before the user types.
 * @throws IdentityError `unsupported-password-policy-schema-version`; a request's codes
 */
export const fetchPasswordPolicy = async (client: IdentityClient): Promise<PasswordPolicy> =>
  (await readPolicy(client)).policy;

/**
 * Checks a password against the project's rules. The rules are fetched each time, because checks are rare.
 * @param password never sent
 * @throws IdentityError as `fetchPasswordPolicy`
 */
export async function validatePassword(
  client: IdentityClient,
  password: string,
): Promise<PasswordShortcoming[]> {
  const { policy, special } = await readPolicy(client);
  const { requires, minLength, maxLength = Number.POSITIVE_INFINITY } = policy;
  const shortcomings: (PasswordShortcoming | false)[] = [
    password.length < minLength && "too-short",
    password.length > maxLength && "too-long",
    ...requires.map((character) => !contains[character](password, special) && (`no-${character}` as const)),
  ];
  return shortcomings.filter((shortcoming) => !!shortcoming);
}
