/**
 * Google's server codes, and the client codes they become. By default a server code becomes the same text in lower
 * case with dashes: EMAIL_EXISTS is `email-exists`. Each table holds the codes of its endpoints, so that a page that
 * signs in with a password does not carry the codes of text messages.
 * @see https://firebase.google.com/docs/reference/js/auth#autherrorcodes
 */
export type ServerCodes = {
  /** Server codes whose client code has the same name in lower case. */
  readonly same: readonly string[];
  /** Codes that get another name. */
  readonly renamed: Readonly<Record<string, string>>;
};

/** Codes of any call: passwords, mailed codes, the session, the project. */
export const COMMON_CODES = {
  same: [
    "blocking-function-error-response",
    "configuration-not-found",
    "invalid-argument",
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
    "unsupported-tenant-operation",
    "user-disabled",
    "weak-password",
  ],
  renamed: {
    "admin-only-operation": "admin-restricted-operation",
    "credential-too-old-login-again": "requires-recent-login",
    "email-exists": "email-already-in-use",
    "email-not-found": "user-not-found",
    "expired-oob-code": "expired-action-code",
    "invalid-code": "invalid-verification-code",
    "invalid-id-token": "invalid-user-token",
    "invalid-identifier": "invalid-email",
    "invalid-login-credentials": "invalid-credential",
    "invalid-oob-code": "invalid-action-code",
    "invalid-password": "wrong-password",
    "password-login-disabled": "operation-not-allowed",
    "reset-password-exceed-limit": "too-many-requests",
    "session-expired": "code-expired",
    "token-expired": "user-token-expired",
    "too-many-attempts-try-later": "too-many-requests",
    "user-not-found": "user-token-expired",
  },
} as const satisfies ServerCodes;

/** Codes of account changes, of applied codes, and of calls by administrators. */
export const ACCOUNT_CODES = {
  same: [
    "cors-unsupported",
    "duplicate-local-id",
    "email-change-needs-verification",
    "insufficient-permission",
    "invalid-grant-type",
    "invalid-project-id",
    "invalid-req-type",
    "invalid-tenant-id",
    "missing-grant-type",
    "missing-id-token",
    "missing-local-id",
    "missing-refresh-token",
    "unexpected-parameter",
    "unverified-email",
  ],
  renamed: {
    "missing-oob-code": "internal-error",
    "missing-req-type": "internal-error",
  },
} as const satisfies ServerCodes;

/** Mails with a link. */
export const MAIL_CODES = {
  same: [
    "dynamic-link-not-activated",
    "invalid-continue-uri",
    "invalid-dynamic-link-domain",
    "invalid-hosting-link-domain",
    "invalid-message-payload",
    "invalid-recipient-email",
    "invalid-sender",
    "missing-ios-bundle-id",
    "missing-new-email",
  ],
  renamed: {
    "missing-android-package-name": "missing-android-pkg-name",
    "missing-continue-uri": "internal-error",
    "unauthorized-domain": "unauthorized-continue-uri",
  },
} as const satisfies ServerCodes;

/** Sign-in through another provider. */
export const PROVIDER_CODES = {
  same: [
    "credential-already-in-use",
    "invalid-continue-uri",
    "invalid-credential-or-provider-id",
    "invalid-oauth-client-id",
    "invalid-provider-id",
    "invalid-request-uri",
    "missing-identifier",
    "missing-or-invalid-nonce",
    "missing-request-uri",
    "user-cancelled",
  ],
  renamed: {
    "federated-user-id-already-linked": "credential-already-in-use",
    "invalid-idp-response": "invalid-credential",
    "invalid-pending-token": "invalid-credential",
  },
} as const satisfies ServerCodes;

/** Sign-in with a custom token. */
export const CUSTOM_TOKEN_CODES = {
  same: [
    "claims-too-large",
    "forbidden-claim",
    "invalid-claims",
    "invalid-custom-token",
    "missing-identifier",
  ],
  renamed: {
    "credential-mismatch": "custom-token-mismatch",
    "missing-custom-token": "internal-error",
  },
} as const satisfies ServerCodes;

/** Text messages, and the proof that a person requested them. */
export const PHONE_CODES = {
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
  renamed: {
    "invalid-session-info": "invalid-verification-id",
    "invalid-temporary-proof": "invalid-credential",
    "missing-code": "missing-verification-code",
    "missing-session-info": "missing-verification-id",
  },
} as const satisfies ServerCodes;

/** Second factors. */
export const SECOND_FACTOR_CODES = {
  same: ["missing-credential", "unverified-email"],
  renamed: {
    "invalid-mfa-pending-credential": "invalid-multi-factor-session",
    "mfa-enrollment-not-found": "multi-factor-info-not-found",
    "missing-mfa-enrollment-id": "missing-multi-factor-info",
    "missing-mfa-pending-credential": "missing-multi-factor-session",
    "second-factor-exists": "second-factor-already-in-use",
    "second-factor-limit-exceeded": "maximum-second-factor-count-exceeded",
  },
} as const satisfies ServerCodes;
