/** Google's canonical names and reasons by status. An ordinary 400 of Identity Toolkit has no such name. */
const STATUSES: Record<number, readonly [name: string, reason: string]> = {
  401: ["UNAUTHENTICATED", "authError"],
  403: ["PERMISSION_DENIED", "forbidden"],
  404: ["NOT_FOUND", "notFound"],
  405: ["UNIMPLEMENTED", "methodNotAllowed"],
  413: ["INVALID_ARGUMENT", "uploadTooLarge"],
  429: ["RESOURCE_EXHAUSTED", "rateLimitExceeded"],
  500: ["INTERNAL", "internalError"],
  501: ["NOT_IMPLEMENTED", "unimplemented"],
  503: ["UNAVAILABLE", "backendError"],
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
    const [name, usualReason = "invalid"] = STATUSES[this.code] ?? [];
    const { status = name, reason = usualReason } = this.details;
    const entry = {
      message: this.message,
      reason,
      ...(this.details.hasDomain === false || [404, 405, 501].includes(this.code)
        ? {}
        : { domain: "global" }),
      ...this.details.entry,
    };
    return { error: { code: this.code, message: this.message, errors: [entry], ...(status && { status }) } };
  }
}

export function assert(condition: unknown, word: string, code = 400): asserts condition {
  if (!condition) throw new ApiError(word, code);
}

export const invalidArgument = (problem: string, reason = "invalid"): ApiError =>
  new ApiError(problem, 400, { status: "INVALID_ARGUMENT", reason });

export const notImplemented = (what: string): ApiError => new ApiError(what, 501);
