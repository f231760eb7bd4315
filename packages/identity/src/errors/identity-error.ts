import type { IdentityErrorCode } from "./codes.ts";

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
  /** Google's text after the code, without anything that may be a secret; or the argument of an `argument-error`. */
  declare readonly detail: string | undefined;
  /** When the client retries by itself, in milliseconds since the epoch. */
  declare readonly retryAt: number | undefined;

  constructor(code: IdentityErrorCode, { cause, call = "The call", ...details }: Details = {}) {
    const { detail } = details;
    super(`${call} failed with ${code}${detail ? `: ${detail}` : ""}.`, { cause });
    Object.assign(this, { name: "IdentityError", code, ...details });
  }
}

/** Whether an error comes from this package, even from another copy of it. */
export const isIdentityError = (error: unknown): error is IdentityError =>
  error instanceof Error && error.name === "IdentityError" && "code" in error;

/** Whether an error comes from this package and has one of these codes. */
export const hasCode = (error: unknown, ...codes: IdentityErrorCode[]): error is IdentityError =>
  error instanceof IdentityError && codes.includes(error.code);
