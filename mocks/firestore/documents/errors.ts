import { ApiError } from "../../http/api-error.ts";

/** Google's canonical codes, with their numbers in a stream and their HTTP status. */
const CODES = {
  CANCELLED: [1, 499],
  UNKNOWN: [2, 500],
  INVALID_ARGUMENT: [3, 400],
  DEADLINE_EXCEEDED: [4, 504],
  NOT_FOUND: [5, 404],
  ALREADY_EXISTS: [6, 409],
  PERMISSION_DENIED: [7, 403],
  RESOURCE_EXHAUSTED: [8, 429],
  FAILED_PRECONDITION: [9, 400],
  ABORTED: [10, 409],
  UNIMPLEMENTED: [12, 501],
  INTERNAL: [13, 500],
  UNAVAILABLE: [14, 503],
  UNAUTHENTICATED: [16, 401],
} as const;
export type FirestoreStatus = keyof typeof CODES;
export const STATUSES: readonly string[] = Object.keys(CODES);

/**
 * Refuses a request. Any operation may throw it.
 * @see https://cloud.google.com/apis/design/errors
 */
export class FirestoreError extends ApiError {
  readonly status: FirestoreStatus;

  constructor(status: FirestoreStatus, message: string) {
    super(message, CODES[status][1]);
    this.status = status;
  }

  /** The refusal of a stream's target. */
  toCause(): { code: number; message: string } {
    return { code: CODES[this.status][0], message: this.message };
  }

  override toJSON(): { error: { code: number; message: string; status: string } } {
    return { error: { code: this.code, message: this.message, status: this.status } };
  }
}

export const invalidArgument = (message: string): FirestoreError =>
  new FirestoreError("INVALID_ARGUMENT", message);
export const permissionDenied = (): FirestoreError =>
  new FirestoreError("PERMISSION_DENIED", "Missing or insufficient permissions.");
