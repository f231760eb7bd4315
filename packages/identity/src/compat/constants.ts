import type { AuthErrorMap } from "./types.ts";

/** The enumerations of `firebase/auth`. */

export const FactorId = { PHONE: "phone", TOTP: "totp" } as const;

const PROVIDERS = {
  FACEBOOK: "facebook.com",
  GITHUB: "github.com",
  GOOGLE: "google.com",
  PHONE: "phone",
  TWITTER: "twitter.com",
} as const;

export const ProviderId = { ...PROVIDERS, PASSWORD: "password" } as const;

export const SignInMethod = { ...PROVIDERS, EMAIL_LINK: "emailLink", EMAIL_PASSWORD: "password" } as const;

export const OperationType = { LINK: "link", REAUTHENTICATE: "reauthenticate", SIGN_IN: "signIn" } as const;

export const ActionCodeOperation = {
  EMAIL_SIGNIN: "EMAIL_SIGNIN",
  PASSWORD_RESET: "PASSWORD_RESET",
  RECOVER_EMAIL: "RECOVER_EMAIL",
  REVERT_SECOND_FACTOR_ADDITION: "REVERT_SECOND_FACTOR_ADDITION",
  VERIFY_AND_CHANGE_EMAIL: "VERIFY_AND_CHANGE_EMAIL",
  VERIFY_EMAIL: "VERIFY_EMAIL",
} as const;

/** Both maps are empty: an error's message always has the code and the server's text. */
export const debugErrorMap: AuthErrorMap = {};
export const prodErrorMap: AuthErrorMap = {};
