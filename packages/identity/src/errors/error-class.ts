import { DEFINITE, IdentityError, type IdentityErrorCode } from "./identity-error.ts";

/** Temporary failures: the same request can succeed later. */
const TRANSIENT: readonly IdentityErrorCode[] = [
  "custody-unavailable",
  "internal-error",
  "network-request-failed",
  "quota-exceeded",
  "storage-unavailable",
  "timeout",
  "too-many-requests",
  "unknown",
];

export type ErrorClass = "definite" | "transient" | "caller";

export const isTransient = (error: unknown): boolean =>
  error instanceof IdentityError && errorClass(error.code) === "transient";

/** Classifies a code: the session is over, a retry may help, or the caller must change something. Never throws. */
export const errorClass = (code: IdentityErrorCode): ErrorClass =>
  (DEFINITE as readonly string[]).includes(code)
    ? "definite"
    : TRANSIENT.includes(code)
      ? "transient"
      : "caller";
