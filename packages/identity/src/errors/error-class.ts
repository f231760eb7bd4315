import type { IdentityErrorCode } from "./codes.ts";
import { IdentityError } from "./identity-error.ts";
import { SignOutReason } from "./sign-out-reason.ts";

/**
 * Codes that prove a session's tokens invalid. The client code `user-not-found` is not among them, because it is
 * about an email address.
 */
const DEFINITE: readonly string[] = SignOutReason.options.filter((reason) => reason !== "user-not-found");

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

/** Whether the same request can succeed later. */
export const isTransient = (error: unknown): boolean =>
  error instanceof IdentityError && errorClass(error.code) === "transient";

/** Classifies a code: the session is over, a retry may help, or the caller must change something. */
export const errorClass = (code: IdentityErrorCode): ErrorClass =>
  DEFINITE.includes(code) ? "definite" : TRANSIENT.includes(code) ? "transient" : "caller";
