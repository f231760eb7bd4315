import type { IdentityErrorCode } from "./codes.ts";
import { SignOutReason } from "./sign-out-reason.ts";

/** Codes that say for certain that a session's own tokens are no longer good; as a code, `user-not-found` is of an address. */
const DEFINITE: readonly string[] = SignOutReason.options.filter((reason) => reason !== "user-not-found");

/** Codes that may go away by themselves: the same request can succeed later, unchanged. */
const TRANSIENT: readonly IdentityErrorCode[] = [
  "internal-error",
  "network-request-failed",
  "quota-exceeded",
  "storage-unavailable",
  "timeout",
  "too-many-requests",
  "unknown",
];

export type ErrorClass = "definite" | "transient" | "caller";

/** Sorts a code: is the session over, is it worth waiting, or must the caller change something? */
export const errorClass = (code: IdentityErrorCode): ErrorClass =>
  DEFINITE.includes(code) ? "definite" : TRANSIENT.includes(code) ? "transient" : "caller";
