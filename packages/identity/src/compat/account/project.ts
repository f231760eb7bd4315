import { getPasswordPolicy } from "../../api/password-policy.ts";
import { partsOf } from "../../client/client-parts.ts";
import { withIdToken } from "../../client/session-call.ts";
import { authCoreOf } from "../auth/auth.ts";
import { unsupportedError } from "../errors.ts";
import type { Auth } from "../types.ts";

/** The project's rules for passwords. */
export type PasswordPolicy = {
  readonly customStrengthOptions: {
    readonly minPasswordLength?: number;
    readonly maxPasswordLength?: number;
    readonly containsLowercaseLetter?: boolean;
    readonly containsUppercaseLetter?: boolean;
    readonly containsNumericCharacter?: boolean;
    readonly containsNonAlphanumericCharacter?: boolean;
  };
  readonly allowedNonAlphanumericCharacters: string;
  readonly enforcementState: string;
  readonly forceUpgradeOnSignin: boolean;
};

/** Which of the project's rules a password meets. A rule that the project does not have is missing. */
export type PasswordValidationStatus = {
  readonly isValid: boolean;
  readonly meetsMinPasswordLength?: boolean;
  readonly meetsMaxPasswordLength?: boolean;
  readonly containsLowercaseLetter?: boolean;
  readonly containsUppercaseLetter?: boolean;
  readonly containsNumericCharacter?: boolean;
  readonly containsNonAlphanumericCharacter?: boolean;
  readonly passwordPolicy: PasswordPolicy;
};

/** The names of the character rules, here and in Google's API, and their characters. */
const CHARACTERS = [
  ["containsLowercaseLetter", "containsLowercaseCharacter", /[a-z]/],
  ["containsUppercaseLetter", "containsUppercaseCharacter", /[A-Z]/],
  ["containsNumericCharacter", "containsNumericCharacter", /[0-9]/],
] as const;

/**
 * Checks a password against the project's rules, which are fetched each time.
 * @param password never sent
 * @throws AuthError `auth/unsupported-password-policy-schema-version`; a request's codes
 */
export async function validatePassword(auth: Auth, password: string): Promise<PasswordValidationStatus> {
  const core = authCoreOf(auth);
  const policy = await core.run(() => getPasswordPolicy(partsOf(core.client).http));
  const { enforcementState, customStrengthOptions, allowedNonAlphanumericCharacters: special } = policy;
  const {
    minPasswordLength = 6,
    maxPasswordLength,
    containsNonAlphanumericCharacter,
  } = customStrengthOptions;
  const rules = CHARACTERS.filter(([, name]) => customStrengthOptions[name] !== undefined);
  const needed = rules.filter(([, name]) => customStrengthOptions[name]);
  const met = {
    meetsMinPasswordLength: password.length >= minPasswordLength,
    ...(maxPasswordLength && { meetsMaxPasswordLength: password.length <= maxPasswordLength }),
    ...Object.fromEntries(needed.map(([own, , pattern]) => [own, pattern.test(password)])),
    ...(containsNonAlphanumericCharacter && {
      containsNonAlphanumericCharacter: special.some((character) => password.includes(character)),
    }),
  };
  return {
    isValid: Object.values(met).every(Boolean),
    ...met,
    passwordPolicy: {
      customStrengthOptions: {
        minPasswordLength,
        ...(maxPasswordLength && { maxPasswordLength }),
        ...Object.fromEntries(rules.map(([own, name]) => [own, customStrengthOptions[name]])),
        ...(containsNonAlphanumericCharacter !== undefined && { containsNonAlphanumericCharacter }),
      },
      allowedNonAlphanumericCharacters: special.join(""),
      enforcementState: enforcementState === "ENFORCE" ? enforcementState : "OFF",
      forceUpgradeOnSignin: !!policy.forceUpgradeOnSignin,
    },
  };
}

/**
 * Revokes an access token of Apple. Does nothing if no user is signed in.
 * @param token `accessToken` of the credential of a sign-in with `apple.com`
 * @throws AuthError an account's codes
 */
export async function revokeAccessToken(auth: Auth, token: string): Promise<void> {
  const core = authCoreOf(auth);
  if (!core.auth.currentUser) return;
  const request = { providerId: "apple.com", tokenType: "ACCESS_TOKEN", token };
  const { tenantId } = core.auth;
  await core.run(() =>
    withIdToken(core.client, (http, idToken) =>
      http("v2/accounts:revokeToken", { ...request, idToken, ...(tenantId && { tenantId }) }),
    ),
  );
}

/**
 * Not supported, because it loads a script of Google.
 * @throws AuthError `auth/operation-not-supported-in-this-environment`
 */
export async function initializeRecaptchaConfig(auth: Auth): Promise<void> {
  throw unsupportedError(
    auth.name,
    "Pass recaptchaEnterprise of @tallybin/identity as the option client.recaptcha of initializeAuth",
  );
}
