/** The codes of passkeys, in a separate file, so that only the passkey chunk contains them. */
export const PASSKEY_CODES = `
credential-already-in-use
invalid-authenticator-response
invalid-credential-id
missing-authenticator-response
passkey-challenge-timeout:passkey-timed-out
passkey-credential-not-found
passkey-enrollment-not-found
passkey-exists
passkey-limit-exceeded
passkey-not-enabled
`;
