/**
 * Google's words and the codes they become, in lower case with dashes: WEAK_PASSWORD is `weak-password`. A word
 * that keeps its name stands alone; `word:code` renames it. Each list holds what its endpoints can answer with,
 * so that a page that signs in with a password does not carry the words of text messages.
 * @see https://firebase.google.com/docs/reference/js/auth#autherrorcodes
 */
export type Words = string;

/** Met by any call: passwords, mailed codes, the session itself, the project. */
export const COMMON_WORDS = `admin-only-operation:admin-restricted-operation
blocking-function-error-response:internal-error configuration-not-found
credential-too-old-login-again:requires-recent-login email-exists:email-already-in-use
email-not-found:user-not-found expired-oob-code:expired-action-code invalid-argument
invalid-code:invalid-verification-code invalid-email invalid-id-token:invalid-user-token
invalid-identifier:invalid-email invalid-login-credentials:invalid-credential
invalid-oob-code:invalid-action-code invalid-password:wrong-password invalid-refresh-token missing-email
missing-password missing-recaptcha-token operation-not-allowed password-does-not-meet-requirements
password-login-disabled:operation-not-allowed project-disabled quota-exceeded
reset-password-exceed-limit:too-many-requests session-expired:code-expired tenant-id-mismatch
token-expired:user-token-expired too-many-attempts-try-later:too-many-requests unsupported-tenant-operation
user-disabled user-not-found:user-token-expired weak-password`;

/** Changes of an account, applied codes, and what only administrators and passkeys meet. */
export const ACCOUNT_WORDS = `cors-unsupported duplicate-local-id email-change-needs-verification
insufficient-permission invalid-credential-id invalid-grant-type invalid-project-id invalid-req-type
invalid-tenant-id missing-authenticator-response missing-grant-type missing-id-token missing-local-id
missing-oob-code:internal-error missing-refresh-token missing-req-type:internal-error
passkey-credential-not-found unexpected-parameter unverified-email`;

/** Mails with a link. */
export const MAIL_WORDS = `dynamic-link-not-activated invalid-continue-uri invalid-dynamic-link-domain
invalid-hosting-link-domain invalid-message-payload invalid-recipient-email invalid-sender
missing-android-package-name:missing-android-pkg-name missing-continue-uri:internal-error missing-ios-bundle-id
missing-new-email unauthorized-domain:unauthorized-continue-uri`;

/** Sign-in through another provider. */
export const PROVIDER_WORDS = `credential-already-in-use
federated-user-id-already-linked:credential-already-in-use invalid-continue-uri
invalid-credential-or-provider-id invalid-idp-response:invalid-credential invalid-oauth-client-id
invalid-pending-token:invalid-credential invalid-provider-id invalid-request-uri missing-identifier
missing-or-invalid-nonce missing-request-uri user-cancelled`;

/** Sign-in with a token of one's own server. */
export const CUSTOM_TOKEN_WORDS = `claims-too-large credential-mismatch:custom-token-mismatch forbidden-claim invalid-claims invalid-custom-token
missing-custom-token:internal-error missing-identifier`;

/** Text messages, and the proof that a person asked for them. */
export const PHONE_WORDS = `captcha-check-failed invalid-app-credential invalid-app-id invalid-cert-hash invalid-phone-number
invalid-recaptcha-action invalid-recaptcha-token invalid-recaptcha-version
invalid-session-info:invalid-verification-id invalid-temporary-proof:invalid-credential missing-app-credential
missing-client-type missing-code:missing-verification-code missing-phone-number missing-recaptcha-version
missing-session-info:missing-verification-id phone-number-exists recaptcha-not-enabled rejected-credential
unsupported-first-factor`;

/** Second factors. */
export const SECOND_FACTOR_WORDS = `invalid-mfa-pending-credential:invalid-multi-factor-session mfa-enrollment-not-found:multi-factor-info-not-found
missing-credential missing-mfa-enrollment-id:missing-multi-factor-info
missing-mfa-pending-credential:missing-multi-factor-session second-factor-exists:second-factor-already-in-use
second-factor-limit-exceeded:maximum-second-factor-count-exceeded unverified-email`;

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

/** The codes of a list, taken apart line by line and word by word. */
type CodeOf<List extends string> = List extends `${infer Line}\n${infer Rest}`
  ? CodeOf<Line> | CodeOf<Rest>
  : List extends `${infer Word} ${infer Rest}`
    ? CodeOf<Word> | CodeOf<Rest>
    : List extends `${string}:${infer Code}`
      ? Code
      : Exclude<List, "">;

/** Every code a caller can meet. A new word of the server arrives as `unknown`, never as a new code. */
export type IdentityErrorCode = CodeOf<Listed> | ClientOnlyCode;
