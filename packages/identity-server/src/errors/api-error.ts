import type { RECENT_SIGN_IN_REQUIRED } from "@tallybin/contract/account";
import { INVALID_USER_TOKEN } from "@tallybin/contract/api";
import { errorTexts } from "./error-texts.ts";
import { InvalidTokenError, UnknownKeyError } from "./token-errors.ts";
import { UnavailableError } from "./unavailable-error.ts";

/** The codes of the API's errors. Codes that the identity client knows keep their spelling. */
export type ApiErrorCode =
  | typeof INVALID_USER_TOKEN
  | typeof RECENT_SIGN_IN_REQUIRED
  | "unknown-token-key"
  | "invalid-argument"
  | "permission-denied"
  | "not-found"
  | "method-not-allowed"
  | "request-timeout"
  | "request-aborted"
  | "request-too-large"
  | "unsupported-media-type"
  | "too-many-requests"
  | "unavailable"
  | "internal";

/** An error that becomes the error envelope. Its message is for people and never contains anything from the request. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: ApiErrorCode;
  readonly headers: Record<string, string>;
  constructor(status: number, code: ApiErrorCode, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }
}

export const invalidArgument = (message: string): ApiError => new ApiError(400, "invalid-argument", message);

/** The response to each kind of error. Only an unexpected one is a fault of this server. */
export function apiErrorOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof InvalidTokenError) return new ApiError(401, INVALID_USER_TOKEN, errorTexts.signedOut);
  const headers = { "retry-after": "10" };
  if (error instanceof UnknownKeyError)
    return new ApiError(401, "unknown-token-key", errorTexts.unavailable, headers);
  if (error instanceof UnavailableError)
    return new ApiError(503, "unavailable", errorTexts.unavailable, headers);
  return new ApiError(500, "internal", errorTexts.internal);
}
