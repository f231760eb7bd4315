import type { RECENT_SIGN_IN_REQUIRED } from "@tallybin/contract/account";
import { type ApiResponse, INVALID_USER_TOKEN } from "@tallybin/contract/api";
import { errorTexts } from "./error-texts.ts";

/** A dependency is temporarily unavailable: the response is 503, never a verdict about the request. */
export class UnavailableError extends Error {
  override readonly name = "UnavailableError";
  /** "token keys", "clock", "token service", "session secret", or another name that the application uses. */
  readonly dependency: string;
  constructor(dependency: string, options?: ErrorOptions) {
    super(`The ${dependency} cannot be relied on now.`, options);
    this.dependency = dependency;
  }
}

/** The definite verdict: this ID token is invalid, now and later. */
export class InvalidTokenError extends Error {
  override readonly name = "InvalidTokenError";
  readonly code = "INVALID_ID_TOKEN";
}

/**
 * No verdict: the token names a key that the project's list does not have. The token is forged, or the list is older
 * than a new key. Not an UnavailableError, because forged tokens must not look like an outage.
 */
export class UnknownKeyError extends Error {
  override readonly name = "UnknownKeyError";
}

/** The code for sessions that this server has ended. The client treats it like the token service's own code. */
export const SESSION_ENDED = "TOKEN_EXPIRED";

/** The token service's definite code for an invalid refresh token. */
export class TokenRefusal extends Error {
  override readonly name = "TokenRefusal";
  readonly code: string;
  constructor(code: string) {
    super(`refused with ${code}`);
    this.code = code;
  }
}

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

const envelopeResponse = (
  body: ApiResponse<unknown>,
  status: number,
  headers: Record<string, string> = {},
): Response => Response.json(body, { status, headers: { ...headers, "cache-control": "no-store" } });

export const successResponse = <Data>(data: Data, message: string): Response =>
  envelopeResponse({ status: "success", code: "ok", message, data }, 200);

export const failureResponse = ({ status, code, message, headers }: ApiError): Response =>
  envelopeResponse({ status: "error", code, message, data: null }, status, headers);
