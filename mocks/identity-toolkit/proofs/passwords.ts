import type { ServiceContext } from "../../core/service-context.ts";
import { ApiError, assert } from "../../http/api-error.ts";
import { type AccountChanges, fakePasswordHash } from "../state/account.ts";
import type { PasswordPolicy } from "../state/settings.ts";

const MIN_PASSWORD_LENGTH = 6;

/** @see https://cloud.google.com/identity-platform/docs/password-policy (overview) */
export const NON_ALPHANUMERIC = "^$*.[]{}()?\"!@#%&/\\,><':;|_~`";
const LETTERS = "abcdefghijklmnopqrstuvwxyz";

const CHARACTERS = [
  ["containsLowercaseCharacter", LETTERS, "a lower case"],
  ["containsUppercaseCharacter", LETTERS.toUpperCase(), "an upper case"],
  ["containsNumericCharacter", "0123456789", "a numeric"],
  ["containsNonAlphanumericCharacter", NON_ALPHANUMERIC, "a non-alphanumeric"],
] as const;

function findShortcomings(password: string, policy: PasswordPolicy): string[] {
  const { minPasswordLength: min, maxPasswordLength: max = Number.POSITIVE_INFINITY } = policy;
  return [
    ...(password.length < min ? [`Password must contain at least ${min} characters`] : []),
    ...(password.length > max ? [`Password may contain at most ${max} characters`] : []),
    ...CHARACTERS.filter(
      ([rule, characters]) => policy[rule] && ![...password].some((one) => characters.includes(one)),
    ).map(([, , kind]) => `Password must contain ${kind} character`),
  ];
}

/** @throws {ApiError} PASSWORD_DOES_NOT_MEET_REQUIREMENTS, if the project enforces a policy that the password breaks */
export function assertMeetsPolicy(context: ServiceContext, password: string): void {
  const policy = context.identity.settings.passwordPolicy;
  if (policy.enforcementState !== "ENFORCE") return;
  const missing = findShortcomings(password, policy);
  if (missing.length > 0)
    throw new ApiError(
      `PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: [${missing.join(", ")}]`,
    );
}

/** @throws {ApiError} WEAK_PASSWORD, or the error of the project's policy */
export function assertStrongPassword(context: ServiceContext, password: string): void {
  assertMeetsPolicy(context, password);
  assert(
    password.length >= MIN_PASSWORD_LENGTH,
    `WEAK_PASSWORD : Password should be at least ${MIN_PASSWORD_LENGTH} characters`,
  );
}

/** The account fields that a new password sets. `validSince` invalidates older tokens. */
export function newPasswordFields(context: ServiceContext, password: string, given?: string): AccountChanges {
  const now = context.clock.now();
  const salt = given || `fakeSalt${context.random.id(20)}`;
  return {
    salt,
    passwordHash: fakePasswordHash(password, salt),
    passwordUpdatedAt: now,
    validSince: String(Math.floor(now / 1000)),
  };
}
