import { oneOf } from "../lib/data.ts";
import type * as v from "../lib/schema.ts";
import type { PASSKEY_CODES } from "./passkey-codes.ts";
import type {
  ACCOUNT_CODES,
  COMMON_CODES,
  CUSTOM_TOKEN_CODES,
  MAIL_CODES,
  PHONE_CODES,
  PROVIDER_CODES,
  SECOND_FACTOR_CODES,
} from "./server-codes.ts";

type CodeOf<Line> = Line extends `${string}:${infer Code}` ? Code : Line;
/** The client codes of a table. */
type CodesOf<Table, Codes = never> = Table extends `\n${infer Line}\n${infer Rest}`
  ? CodesOf<`\n${Rest}`, Codes | CodeOf<Line>>
  : Codes;

type ServerCode =
  | CodesOf<typeof COMMON_CODES>
  | CodesOf<typeof ACCOUNT_CODES>
  | CodesOf<typeof MAIL_CODES>
  | CodesOf<typeof PROVIDER_CODES>
  | CodesOf<typeof CUSTOM_TOKEN_CODES>
  | CodesOf<typeof PASSKEY_CODES>
  | CodesOf<typeof PHONE_CODES>
  | CodesOf<typeof SECOND_FACTOR_CODES>;

/** Codes that the client raises itself. Some, such as `invalid-user-token`, also stand for server codes. */
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

type Details = {
  /** Which request failed, for the message: its method, path and status. */
  call?: string | undefined;
  serverCode?: string | undefined;
  detail?: string | undefined;
  retryAt?: number | undefined;
  cause?: unknown;
};

/**
 * The one error this package throws. Branch on `code`; `serverCode` and `detail` are for logs.
 * Neither the message nor any property ever holds a token, a password or a one-time code.
 */
export class IdentityError extends Error {
  declare readonly code: IdentityErrorCode;
  /** Google's own code, if the response had one: `EMAIL_EXISTS`. */
  declare readonly serverCode: string | undefined;
  /**
   * Google's text after the code, without anything that may be a secret; the sentence of the site's own server; the
   * argument of an `argument-error`; or what this environment lacks.
   */
  declare readonly detail: string | undefined;
  /** When the client retries by itself, in milliseconds since the epoch. */
  declare readonly retryAt: number | undefined;

  constructor(code: IdentityErrorCode, { cause, call = "The call", ...details }: Details = {}) {
    const { detail } = details;
    super(`${call} failed with ${code}${detail ? `: ${detail}` : ""}.`, { cause });
    Object.assign(this, { name: "IdentityError", code, ...details });
  }
}

/** The error where the browser lacks something, such as a channel, or refuses it, such as blocked site data. */
export const unsupportedError = (cause: unknown) =>
  new IdentityError("operation-not-supported-in-this-environment", { detail: String(cause), cause });

/**
 * Whether an error comes from this package, even from another copy of it. Never throws.
 */
export const isIdentityError = (error: unknown): error is IdentityError =>
  error instanceof Error && error.name === "IdentityError" && "code" in error;

/** Whether an error comes from this package and has one of these codes. */
export const hasCode = (error: unknown, ...codes: IdentityErrorCode[]): error is IdentityError =>
  error instanceof IdentityError && codes.includes(error.code);

/** Codes that prove a session's tokens invalid. */
export const DEFINITE = [
  "user-token-expired",
  "user-disabled",
  "invalid-refresh-token",
  "invalid-user-token",
] as const;

/**
 * Why a session ended without a sign-out by the user. Stored, so that the next page can show it. The reason
 * `user-not-found` means the server code USER_NOT_FOUND. The client code `user-not-found` means EMAIL_NOT_FOUND, which
 * ends no session.
 */
export const SignOutReason = oneOf([...DEFINITE, "user-not-found"]);
export type SignOutReason = v.InferOutput<typeof SignOutReason>;

/** The sign-out reason of an error that has one of the given codes. */
export const signOutReason = (error: unknown, ...codes: SignOutReason[]): SignOutReason | undefined =>
  hasCode(error, ...codes)
    ? // One client code stands for two server codes; the reason tells them apart.
      error.serverCode === "USER_NOT_FOUND"
      ? "user-not-found"
      : (error.code as SignOutReason)
    : undefined;
