import { oneOf } from "../lib/data.ts";
import type * as v from "../lib/schema.ts";
import type { ERROR_CODES } from "./error-codes.ts";

export type IdentityErrorCode = keyof typeof ERROR_CODES;

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

/** @param detail the name of the argument or the option that a caller has to correct */
export function requireArgument(isValid: unknown, detail: string): asserts isValid {
  if (!isValid) throw new IdentityError("argument-error", { detail });
}

/** The error where the browser lacks something, such as a channel, or refuses it, such as blocked site data. */
export const unsupportedError = (cause: unknown) =>
  new IdentityError("operation-not-supported-in-this-environment", { detail: String(cause), cause });

/** Whether an error comes from this package, even from another copy of it. Never throws. */
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

export const signOutReason = (error: unknown, ...codes: SignOutReason[]): SignOutReason | undefined =>
  hasCode(error, ...codes)
    ? // One client code stands for two server codes; the reason tells them apart.
      error.serverCode === "USER_NOT_FOUND"
      ? "user-not-found"
      : (error.code as SignOutReason)
    : undefined;
