/** Google's canonical names of statuses. An ordinary 400 of Identity Toolkit has no such name. */
const STATUS_NAMES: Record<number, string> = {
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  405: "UNIMPLEMENTED",
  413: "INVALID_ARGUMENT",
  429: "RESOURCE_EXHAUSTED",
  500: "INTERNAL",
  501: "NOT_IMPLEMENTED",
  503: "UNAVAILABLE",
};
const REASONS: Record<number, string> = {
  401: "authError",
  403: "forbidden",
  404: "notFound",
  405: "methodNotAllowed",
  413: "uploadTooLarge",
  429: "rateLimitExceeded",
  500: "internalError",
  501: "unimplemented",
  503: "backendError",
};

type Details = { status?: string; reason?: string; hasDomain?: boolean; entry?: Record<string, unknown> };

/**
 * Thrown by an operation to refuse: the API's error code, optionally with an explanation after " : ". @see
 * https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts (error codes)
 */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: number;
  readonly details: Details;

  constructor(message: string, code = 400, details: Details = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }

  /** Google's error envelope, as the Auth Emulator fills it. */
  toJSON(): { error: Record<string, unknown> } {
    const status = this.details.status ?? STATUS_NAMES[this.code];
    const entry = {
      message: this.message,
      reason: this.details.reason ?? REASONS[this.code] ?? "invalid",
      ...(this.details.hasDomain === false || [404, 405, 501].includes(this.code)
        ? {}
        : { domain: "global" }),
      ...this.details.entry,
    };
    return { error: { code: this.code, message: this.message, errors: [entry], ...(status && { status }) } };
  }
}

/** Refuses with the API's error code unless the condition holds. */
export function assert(condition: unknown, word: string, code = 400): asserts condition {
  if (!condition) throw new ApiError(word, code);
}

/** The response to a body or parameter of the wrong shape. */
export const invalidArgument = (problem: string, reason = "invalid"): ApiError =>
  new ApiError(problem, 400, { status: "INVALID_ARGUMENT", reason });

/** The response to Google's features that these services lack. */
export const notImplemented = (what: string): ApiError => new ApiError(what, 501);
