import type { INVALID_USER_TOKEN } from "@tallybin/contract";
import { apiTexts } from "./api-texts.ts";

/** The codes of the API's errors. Codes that the identity client knows keep their spelling. */
export type ApiErrorCode =
  | typeof INVALID_USER_TOKEN
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

export const tooManyRequests = (retryAfterSeconds: number): ApiError =>
  new ApiError(429, "too-many-requests", apiTexts.tooManyRequests, {
    "retry-after": String(retryAfterSeconds),
  });
