import type { IdentityErrorCode } from "./codes.ts";

type Details = {
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
  /** Google's own word, when it sent one: `EMAIL_EXISTS`. */
  declare readonly serverCode: string | undefined;
  /** What Google added to its word, with anything that may be a secret taken out; the argument of an `argument-error`. */
  declare readonly detail: string | undefined;
  /** When the client tries again by itself, in milliseconds since the epoch. */
  declare readonly retryAt: number | undefined;

  constructor(code: IdentityErrorCode, { cause, ...details }: Details = {}) {
    super(details.detail ? `${code}: ${details.detail}` : code, { cause });
    Object.assign(this, { name: "IdentityError", code, ...details });
  }
}

/** Whether an error is ours and carries one of these codes. */
export const hasCode = (error: unknown, ...codes: IdentityErrorCode[]): error is IdentityError =>
  error instanceof IdentityError && codes.includes(error.code);
