/**
 * Google's server codes in lower case with dashes (EMAIL_EXISTS is `email-exists`), one a line; after a colon the client
 * code, where it is another one. Each table holds the codes of its endpoints, so that a page that signs in with a
 * password does not carry the codes of text messages. Two tables are joined with `+`. A code that no request of this
 * client can cause, such as one about an app's certificate, is not listed, and becomes `unknown`.
 * @see https://firebase.google.com/docs/reference/js/auth#autherrorcodes
 */
export type ServerCodes = string;

/** Codes of any call: passwords, mailed codes, the session, the project. */
export const COMMON_CODES = `
admin-only-operation:admin-restricted-operation
blocking-function-error-response
configuration-not-found
credential-too-old-login-again:requires-recent-login
email-exists:email-already-in-use
email-not-found:user-not-found
expired-oob-code:expired-action-code
invalid-argument
invalid-code:invalid-verification-code
invalid-email
invalid-id-token:invalid-user-token
invalid-identifier:invalid-email
invalid-login-credentials:invalid-credential
invalid-oob-code:invalid-action-code
invalid-password:wrong-password
invalid-refresh-token
missing-email
missing-password
missing-recaptcha-token
operation-not-allowed
password-does-not-meet-requirements
password-login-disabled:operation-not-allowed
project-disabled
quota-exceeded
reset-password-exceed-limit:too-many-requests
session-expired:code-expired
tenant-id-mismatch
token-expired:user-token-expired
too-many-attempts-try-later:too-many-requests
unsupported-tenant-operation
user-disabled
user-not-found:user-token-expired
weak-password
`;

/** Codes of account changes, of applied codes, and of calls by administrators. */
export const ACCOUNT_CODES = `
email-change-needs-verification
missing-oob-code:internal-error
unverified-email
`;

export const MAIL_CODES = `
invalid-continue-uri
invalid-hosting-link-domain
invalid-message-payload
invalid-recipient-email
invalid-sender
missing-new-email
unauthorized-domain:unauthorized-continue-uri
`;

/** Sign-in through another provider. */
export const PROVIDER_CODES = `
credential-already-in-use
federated-user-id-already-linked:credential-already-in-use
invalid-continue-uri
invalid-credential-or-provider-id
invalid-idp-response:invalid-credential
invalid-oauth-client-id
invalid-pending-token:invalid-credential
invalid-provider-id
missing-identifier
missing-or-invalid-nonce
user-cancelled
`;

export const CUSTOM_TOKEN_CODES = `
claims-too-large
credential-mismatch:custom-token-mismatch
forbidden-claim
invalid-claims
invalid-custom-token
missing-custom-token:internal-error
missing-identifier
`;

/** Text messages, and the proof that a person requested them. */
export const PHONE_CODES = `
captcha-check-failed
invalid-app-credential
invalid-phone-number
invalid-recaptcha-action
invalid-recaptcha-token
invalid-session-info:invalid-verification-id
invalid-temporary-proof:invalid-credential
missing-app-credential
missing-code:missing-verification-code
missing-phone-number
missing-session-info:missing-verification-id
phone-number-exists
recaptcha-not-enabled
rejected-credential
unsupported-first-factor
`;

export const SECOND_FACTOR_CODES = `
invalid-mfa-pending-credential:invalid-multi-factor-session
mfa-enrollment-not-found:multi-factor-info-not-found
missing-credential
missing-mfa-enrollment-id:missing-multi-factor-info
second-factor-exists:second-factor-already-in-use
second-factor-limit-exceeded:maximum-second-factor-count-exceeded
unverified-email
`;
