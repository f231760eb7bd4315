/**
 * Google's words whose client code is not the word itself in kebab-case.
 * @see https://firebase.google.com/docs/reference/js/auth#autherrorcodes
 */
export const RENAMED_WORDS = {
  BLOCKING_FUNCTION_ERROR_RESPONSE: "internal-error",
  CREDENTIAL_MISMATCH: "custom-token-mismatch",
  CREDENTIAL_TOO_OLD_LOGIN_AGAIN: "requires-recent-login",
  EMAIL_EXISTS: "email-already-in-use",
  EMAIL_NOT_FOUND: "user-not-found",
  EXPIRED_OOB_CODE: "expired-action-code",
  FEDERATED_USER_ID_ALREADY_LINKED: "credential-already-in-use",
  ADMIN_ONLY_OPERATION: "admin-restricted-operation",
  INVALID_CODE: "invalid-verification-code",
  INVALID_ID_TOKEN: "invalid-user-token",
  INVALID_IDENTIFIER: "invalid-email",
  INVALID_IDP_RESPONSE: "invalid-credential",
  INVALID_LOGIN_CREDENTIALS: "invalid-credential",
  INVALID_MFA_PENDING_CREDENTIAL: "invalid-multi-factor-session",
  INVALID_OOB_CODE: "invalid-action-code",
  INVALID_PASSWORD: "wrong-password",
  INVALID_PENDING_TOKEN: "invalid-credential",
  INVALID_SESSION_INFO: "invalid-verification-id",
  INVALID_TEMPORARY_PROOF: "invalid-credential",
  MFA_ENROLLMENT_NOT_FOUND: "multi-factor-info-not-found",
  MISSING_ANDROID_PACKAGE_NAME: "missing-android-pkg-name",
  MISSING_CODE: "missing-verification-code",
  MISSING_CONTINUE_URI: "internal-error",
  MISSING_CUSTOM_TOKEN: "internal-error",
  MISSING_MFA_ENROLLMENT_ID: "missing-multi-factor-info",
  MISSING_MFA_PENDING_CREDENTIAL: "missing-multi-factor-session",
  MISSING_OOB_CODE: "internal-error",
  MISSING_REQ_TYPE: "internal-error",
  MISSING_SESSION_INFO: "missing-verification-id",
  PASSWORD_LOGIN_DISABLED: "operation-not-allowed",
  RESET_PASSWORD_EXCEED_LIMIT: "too-many-requests",
  SECOND_FACTOR_EXISTS: "second-factor-already-in-use",
  SECOND_FACTOR_LIMIT_EXCEEDED: "maximum-second-factor-count-exceeded",
  SESSION_EXPIRED: "code-expired",
  TOKEN_EXPIRED: "user-token-expired",
  TOO_MANY_ATTEMPTS_TRY_LATER: "too-many-requests",
  UNAUTHORIZED_DOMAIN: "unauthorized-continue-uri",
  USER_NOT_FOUND: "user-token-expired",
} as const;

/** Codes that are Google's word in kebab-case: `WEAK_PASSWORD` is `weak-password`. */
export const SAME_WORDS = [
  "captcha-check-failed",
  "claims-too-large",
  "configuration-not-found",
  "cors-unsupported",
  "credential-already-in-use",
  "duplicate-local-id",
  "dynamic-link-not-activated",
  "email-change-needs-verification",
  "forbidden-claim",
  "insufficient-permission",
  "invalid-app-credential",
  "invalid-app-id",
  "invalid-argument",
  "invalid-cert-hash",
  "invalid-claims",
  "invalid-continue-uri",
  "invalid-credential-id",
  "invalid-credential-or-provider-id",
  "invalid-custom-token",
  "invalid-dynamic-link-domain",
  "invalid-email",
  "invalid-grant-type",
  "invalid-hosting-link-domain",
  "invalid-message-payload",
  "invalid-oauth-client-id",
  "invalid-phone-number",
  "invalid-project-id",
  "invalid-provider-id",
  "invalid-recaptcha-action",
  "invalid-recaptcha-token",
  "invalid-recaptcha-version",
  "invalid-recipient-email",
  "invalid-refresh-token",
  "invalid-req-type",
  "invalid-request-uri",
  "invalid-sender",
  "invalid-tenant-id",
  "missing-app-credential",
  "missing-authenticator-response",
  "missing-client-type",
  "missing-credential",
  "missing-email",
  "missing-grant-type",
  "missing-id-token",
  "missing-identifier",
  "missing-ios-bundle-id",
  "missing-local-id",
  "missing-new-email",
  "missing-or-invalid-nonce",
  "missing-password",
  "missing-phone-number",
  "missing-recaptcha-token",
  "missing-recaptcha-version",
  "missing-refresh-token",
  "missing-request-uri",
  "operation-not-allowed",
  "passkey-credential-not-found",
  "password-does-not-meet-requirements",
  "phone-number-exists",
  "project-disabled",
  "quota-exceeded",
  "recaptcha-not-enabled",
  "rejected-credential",
  "tenant-id-mismatch",
  "unexpected-parameter",
  "unsupported-first-factor",
  "unsupported-tenant-operation",
  "unverified-email",
  "user-cancelled",
  "user-disabled",
  "weak-password",
] as const;

/** Codes this client raises by itself; no word of the server stands behind them. */
export type ClientOnlyCode =
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

/** Every code a caller can meet. A new word of the server arrives as `unknown`, never as a new code. */
export type IdentityErrorCode =
  | (typeof RENAMED_WORDS)[keyof typeof RENAMED_WORDS]
  | (typeof SAME_WORDS)[number]
  | ClientOnlyCode;

/** Codes that say for certain that a session's own tokens are no longer good. */
const DEFINITE: readonly IdentityErrorCode[] = [
  "invalid-refresh-token",
  "invalid-user-token",
  "user-disabled",
  "user-token-expired",
];

/** Codes that may go away by themselves: the same request can succeed later, unchanged. */
const TRANSIENT: readonly IdentityErrorCode[] = [
  "internal-error",
  "network-request-failed",
  "quota-exceeded",
  "storage-unavailable",
  "timeout",
  "too-many-requests",
  "unknown",
];

export type ErrorClass = "definite" | "transient" | "caller";

/** Sorts a code: is the session over, is it worth waiting, or must the caller change something? */
export const errorClass = (code: IdentityErrorCode): ErrorClass =>
  DEFINITE.includes(code) ? "definite" : TRANSIENT.includes(code) ? "transient" : "caller";
