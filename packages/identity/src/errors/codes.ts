import type { PASSKEY_CODES } from "./passkey-codes.ts";
import type {
  ACCOUNT_CODES,
  COMMON_CODES,
  CUSTOM_TOKEN_CODES,
  MAIL_CODES,
  PHONE_CODES,
  PROVIDER_CODES,
  SECOND_FACTOR_CODES,
  ServerCodes,
} from "./server-codes.ts";

type CodesOf<Table extends ServerCodes> = Table["same"][number] | Table["renamed"][keyof Table["renamed"]];

type ServerCode =
  | CodesOf<typeof COMMON_CODES>
  | CodesOf<typeof ACCOUNT_CODES>
  | CodesOf<typeof MAIL_CODES>
  | CodesOf<typeof PROVIDER_CODES>
  | CodesOf<typeof CUSTOM_TOKEN_CODES>
  | CodesOf<typeof PASSKEY_CODES>
  | CodesOf<typeof PHONE_CODES>
  | CodesOf<typeof SECOND_FACTOR_CODES>;

/** Codes that this client raises itself. The server uses some of them too. */
type ClientOnlyCode =
  | "account-exists-with-different-credential"
  | "app-not-authorized"
  | "argument-error"
  | "cancelled-popup-request"
  | "client-disposed"
  | "custody-unavailable"
  | "internal-error"
  | "invalid-api-key"
  | "invalid-auth-domain"
  | "invalid-user-token"
  | "missing-verification-code"
  | "multi-factor-auth-required"
  | "network-request-failed"
  | "no-such-provider"
  | "operation-not-supported-in-this-environment"
  | "passkey-aborted"
  | "passkey-canceled"
  | "passkey-invalid-address"
  | "passkey-not-saved"
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

/** Every code that a caller can get. A new server code becomes `unknown`, never a new client code. */
export type IdentityErrorCode = ServerCode | ClientOnlyCode;
