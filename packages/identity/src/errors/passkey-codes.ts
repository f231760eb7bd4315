import type { ServerCodes } from "./server-codes.ts";

/** The codes of passkeys, in a separate file, so that only the passkey chunk contains them. */
export const PASSKEY_CODES = {
  same: [
    "credential-already-in-use",
    "invalid-authenticator-response",
    "invalid-credential-id",
    "missing-authenticator-response",
    "missing-id-token",
    "passkey-credential-not-found",
    "passkey-enrollment-not-found",
    "passkey-exists",
    "passkey-limit-exceeded",
    "passkey-not-enabled",
  ],
  renamed: {
    "passkey-challenge-timeout": "passkey-timed-out",
  },
} as const satisfies ServerCodes;
