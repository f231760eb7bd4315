import type { IdpAnswer } from "./api/sign-in-with-idp.ts";
import type { PhoneProof } from "./api/sign-in-with-phone-number.ts";
import type { TokenResponse } from "./api/token-response.ts";
import type { IdentityErrorCode } from "./error-words.ts";
import type { User } from "./user.ts";

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

/** What it takes to go on from an error: a second factor to give, or a credential to link. */
type Kept = {
  /** The demand of a second factor, as it came. */
  demand?: unknown;
  idp?: IdpAnswer;
  phone?: PhoneProof;
  /** What to do with the tokens once the second factor has been given, where that is not a sign-in. */
  complete?: (tokens: TokenResponse) => Promise<User>;
};

/** Beside the error and not on it, so that whoever logs the error cannot log a secret with it. */
export const kept = new WeakMap<IdentityError, Kept>();
