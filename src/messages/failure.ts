import { IdentityError, type IdentityErrorCode } from "@tallybin/identity";
import { BreachedPasswordError } from "../identity/breached-password.ts";
import { identityErrorText } from "./identity-error-texts.ts";

/** The client's codes, and what this site itself refuses. */
export type FailureCode = IdentityErrorCode | "breached-password";

/** Something asked of the identity service that did not come about, as a page shows it. */
export type Failure = {
  code: FailureCode;
  /** The device itself says that it has no network. */
  isOffline: boolean;
  /** When trying again makes sense. */
  retryAt?: number;
};
/** What a code means on one page, where that is more than it means everywhere. */
export type FailureTexts = Partial<Record<FailureCode, string>>;

/** The service names no time when it asks for patience; half a minute is where its own back-off starts. */
const PATIENCE_MS = 30_000;

const OFFLINE = "You are offline. Nothing you typed is lost: try again once you have a connection.";

const BREACHED =
  "This password has appeared in a data breach, so it’s easy to guess. Please choose another one.";

const textOf = (code: FailureCode): string =>
  code === "breached-password" ? BREACHED : identityErrorText[code];

const isRateLimit = (code: FailureCode) => code === "too-many-requests" || code === "quota-exceeded";

/** Anything thrown, as a failure. What is not the client's own error is a chunk that could not be fetched. */
export function toFailure(error: unknown, now: number): Failure {
  if (error instanceof BreachedPasswordError) return { code: "breached-password", isOffline: false };
  const code = error instanceof IdentityError ? error.code : "network-request-failed";
  const told = error instanceof IdentityError ? error.retryAt : undefined;
  const retryAt = told ?? (isRateLimit(code) ? now + PATIENCE_MS : undefined);
  const isOffline = code === "network-request-failed" && navigator.onLine === false;
  return { code, isOffline, ...(retryAt === undefined || retryAt <= now ? {} : { retryAt }) };
}

/** What the person reads, and until when to wait. */
export const describeFailure = (failure: Failure, texts: FailureTexts = {}) => ({
  // A user who closes the sign-in window has changed their mind: no error.
  tone: failure.code === "popup-closed-by-user" ? ("notice" as const) : ("error" as const),
  text: failure.isOffline ? OFFLINE : (texts[failure.code] ?? textOf(failure.code)),
  ...(failure.retryAt === undefined ? {} : { retryAt: failure.retryAt }),
});
