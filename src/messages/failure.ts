import { IdentityError, type IdentityErrorCode } from "@tallybin/identity";
import { codeTexts, failureTexts } from "./failure-texts.ts";
import { SiteError, type SiteErrorCode } from "./site-error.ts";

export type FailureCode = IdentityErrorCode | SiteErrorCode;

/** A failed request to the identity service, as a page shows it. */
export type Failure = {
  code: FailureCode;
  /** The project's own words to the customer, instead of the site's. */
  customText?: string;
  isOffline: boolean;
  /** When a retry makes sense. */
  retryAt?: number;
};
/** A code's meaning on one page, if it differs from the general one. */
export type FailureTexts = Partial<Record<FailureCode, string>>;

/** The service names no retry time; its own back-off starts at half a minute. */
const PATIENCE_MS = 30_000;

/** Failures that a missing connection explains. */
const NETWORK_CODES: readonly FailureCode[] = ["network-request-failed", "code-missing"];

const isRateLimit = (code: FailureCode) => code === "too-many-requests" || code === "quota-exceeded";

/** Converts any thrown value to a failure. Anything but the client's own error is a chunk that did not load. */
export function toFailure(error: unknown, now: number): Failure {
  if (error instanceof SiteError) return { code: error.code, isOffline: false };
  const code = error instanceof IdentityError ? error.code : "code-missing";
  const stated = error instanceof IdentityError ? error.retryAt : undefined;
  const retryAt = stated ?? (isRateLimit(code) ? now + PATIENCE_MS : undefined);
  const isOffline = NETWORK_CODES.includes(code) && navigator.onLine === false;
  const hasCustomText = error instanceof IdentityError && code === "blocking-function-error-response";
  if (hasCustomText && error.detail) return { code, isOffline, customText: error.detail };
  return { code, isOffline, ...(retryAt === undefined || retryAt <= now ? {} : { retryAt }) };
}

/** Shown as a note: the user has canceled, has to press again, or already has what was requested. */
const NOTICES: readonly FailureCode[] = [
  "popup-closed-by-user",
  "user-cancelled",
  "passkey-canceled",
  "passkey-exists",
  "late-click",
];

/** How a failure is shown: its text and tone, when a retry makes sense, and whether only a reload helps. */
export const describeFailure = (failure: Failure, texts: FailureTexts = {}) => ({
  tone: NOTICES.includes(failure.code) ? ("notice" as const) : ("error" as const),
  text: failure.isOffline
    ? failureTexts.offline
    : (failure.customText ?? texts[failure.code] ?? codeTexts[failure.code] ?? failureTexts.setUp),
  ...(failure.retryAt === undefined ? {} : { retryAt: failure.retryAt }),
  // After a deploy the page's code is gone from the server, and only a reload gets the new one.
  needsReload: failure.code === "code-missing" && !failure.isOffline,
});
