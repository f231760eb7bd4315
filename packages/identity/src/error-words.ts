/**
 * Google's words and the codes they become. A word is listed where it can be met, so that a page that
 * signs in with a password does not carry the words of text messages. The object renames; the list holds
 * words that stay as they are, in kebab-case: WEAK_PASSWORD is `weak-password`.
 * @see https://firebase.google.com/docs/reference/js/auth#autherrorcodes
 */
export type Words = {
  renamed: Readonly<Record<string, IdentityErrorCode>>;
  same: readonly IdentityErrorCode[];
};

/** Met by any call: passwords, mailed codes, the session itself, the project. */
export const COMMON_WORDS = {
  renamed: {
    ADMIN_ONLY_OPERATION: "admin-restricted-operation",
    BLOCKING_FUNCTION_ERROR_RESPONSE: "internal-error",
    CREDENTIAL_TOO_OLD_LOGIN_AGAIN: "requires-recent-login",
    EMAIL_EXISTS: "email-already-in-use",
    EMAIL_NOT_FOUND: "user-not-found",
    EXPIRED_OOB_CODE: "expired-action-code",
    INVALID_CODE: "invalid-verification-code",
    INVALID_IDENTIFIER: "invalid-email",
    INVALID_ID_TOKEN: "invalid-user-token",
    INVALID_LOGIN_CREDENTIALS: "invalid-credential",
    INVALID_OOB_CODE: "invalid-action-code",
    INVALID_PASSWORD: "wrong-password",
    PASSWORD_LOGIN_DISABLED: "operation-not-allowed",
    RESET_PASSWORD_EXCEED_LIMIT: "too-many-requests",
    SESSION_EXPIRED: "code-expired",
    TOKEN_EXPIRED: "user-token-expired",
    TOO_MANY_ATTEMPTS_TRY_LATER: "too-many-requests",
    USER_NOT_FOUND: "user-token-expired",
  },
  same: [
    "invalid-email",
    "invalid-refresh-token",
    "missing-email",
    "missing-password",
    "missing-recaptcha-token",
    "operation-not-allowed",
    "password-does-not-meet-requirements",
    "project-disabled",
    "quota-exceeded",
    "tenant-id-mismatch",
    "user-disabled",
    "weak-password",
  ],
} as const;

/** Changes of an account, applied codes, and what only administrators and passkeys meet. */
export const ACCOUNT_WORDS = {
  renamed: {
    MISSING_OOB_CODE: "internal-error",
    MISSING_REQ_TYPE: "internal-error",
  },
  same: [
    "cors-unsupported",
    "duplicate-local-id",
    "email-change-needs-verification",
    "insufficient-permission",
    "invalid-argument",
    "invalid-credential-id",
    "invalid-grant-type",
    "invalid-project-id",
    "invalid-req-type",
    "invalid-tenant-id",
    "missing-authenticator-response",
    "missing-grant-type",
    "missing-id-token",
    "missing-local-id",
    "missing-new-email",
    "missing-refresh-token",
    "passkey-credential-not-found",
    "unexpected-parameter",
    "unsupported-tenant-operation",
    "unverified-email",
  ],
} as const;

/** Mails with a link. */
export const MAIL_WORDS = {
  renamed: {
    MISSING_ANDROID_PACKAGE_NAME: "missing-android-pkg-name",
    MISSING_CONTINUE_URI: "internal-error",
    UNAUTHORIZED_DOMAIN: "unauthorized-continue-uri",
  },
  same: [
    "dynamic-link-not-activated",
    "invalid-continue-uri",
    "invalid-dynamic-link-domain",
    "invalid-hosting-link-domain",
    "invalid-message-payload",
    "invalid-recipient-email",
    "invalid-sender",
    "missing-ios-bundle-id",
  ],
} as const;

/** Sign-in through another provider. */
export const PROVIDER_WORDS = {
  renamed: {
    FEDERATED_USER_ID_ALREADY_LINKED: "credential-already-in-use",
    INVALID_IDP_RESPONSE: "invalid-credential",
    INVALID_PENDING_TOKEN: "invalid-credential",
  },
  same: [
    "configuration-not-found",
    "credential-already-in-use",
    "invalid-credential-or-provider-id",
    "invalid-oauth-client-id",
    "invalid-provider-id",
    "invalid-request-uri",
    "missing-identifier",
    "missing-or-invalid-nonce",
    "missing-request-uri",
    "user-cancelled",
  ],
} as const;

/** Sign-in with a token of one's own server. */
export const CUSTOM_TOKEN_WORDS = {
  renamed: {
    CREDENTIAL_MISMATCH: "custom-token-mismatch",
    MISSING_CUSTOM_TOKEN: "internal-error",
  },
  same: ["claims-too-large", "forbidden-claim", "invalid-claims", "invalid-custom-token"],
} as const;

/** Text messages, and the proof that a person asked for them. */
export const PHONE_WORDS = {
  renamed: {
    INVALID_SESSION_INFO: "invalid-verification-id",
    INVALID_TEMPORARY_PROOF: "invalid-credential",
    MISSING_CODE: "missing-verification-code",
    MISSING_SESSION_INFO: "missing-verification-id",
  },
  same: [
    "captcha-check-failed",
    "invalid-app-credential",
    "invalid-app-id",
    "invalid-cert-hash",
    "invalid-phone-number",
    "invalid-recaptcha-action",
    "invalid-recaptcha-token",
    "invalid-recaptcha-version",
    "missing-app-credential",
    "missing-client-type",
    "missing-phone-number",
    "missing-recaptcha-version",
    "phone-number-exists",
    "recaptcha-not-enabled",
    "rejected-credential",
    "unsupported-first-factor",
  ],
} as const;

/** Second factors. */
export const SECOND_FACTOR_WORDS = {
  renamed: {
    INVALID_MFA_PENDING_CREDENTIAL: "invalid-multi-factor-session",
    MFA_ENROLLMENT_NOT_FOUND: "multi-factor-info-not-found",
    MISSING_MFA_ENROLLMENT_ID: "missing-multi-factor-info",
    MISSING_MFA_PENDING_CREDENTIAL: "missing-multi-factor-session",
    SECOND_FACTOR_EXISTS: "second-factor-already-in-use",
    SECOND_FACTOR_LIMIT_EXCEEDED: "maximum-second-factor-count-exceeded",
  },
  same: ["missing-credential", "unverified-email"],
} as const;

type Listed =
  | typeof COMMON_WORDS
  | typeof ACCOUNT_WORDS
  | typeof MAIL_WORDS
  | typeof PROVIDER_WORDS
  | typeof CUSTOM_TOKEN_WORDS
  | typeof PHONE_WORDS
  | typeof SECOND_FACTOR_WORDS;

/** Codes this client raises by itself; no word of the server stands behind them. */
type ClientOnlyCode =
  | "account-exists-with-different-credential"
  | "app-not-authorized"
  | "argument-error"
  | "cancelled-popup-request"
  | "internal-error"
  | "invalid-api-key"
  | "invalid-auth-domain"
  | "invalid-user-token"
  | "missing-verification-code"
  | "multi-factor-auth-required"
  | "network-request-failed"
  | "no-such-provider"
  | "operation-not-supported-in-this-environment"
  | "popup-blocked"
  | "popup-closed-by-user"
  | "provider-already-linked"
  | "session-changed"
  | "signed-out"
  | "storage-unavailable"
  | "timeout"
  | "unauthorized-domain"
  | "unknown"
  | "unsupported-password-policy-schema-version"
  | "user-mismatch";

type CodeOf<T> = T extends { renamed: infer Renamed; same: readonly (infer Same)[] }
  ? Renamed[keyof Renamed] | Same
  : never;

/** Every code a caller can meet. A new word of the server arrives as `unknown`, never as a new code. */
export type IdentityErrorCode = CodeOf<Listed> | ClientOnlyCode;
