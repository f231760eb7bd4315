import { type BackOff, delayOf } from "@tallybin/platform/back-off";
import { LATE } from "@tallybin/platform/deadline";
import { IdentityError, type IdentityErrorCode } from "../errors/identity-error.ts";
import type { Retry } from "./retry.ts";

/** How long the client waits after a failed exchange: 30 s, and 16 minutes at most. */
export const BACK_OFF: BackOff = { firstMs: 30_000, longestMs: 960_000 };

/** Smaller clock corrections do not count as "set back". */
const CLOCK_MARGIN_MS = 30_000;

/**
 * The next step of the back-off, or later if the server asks for it. A failed early attempt ("Try again") does not
 * count as a step.
 */
export function nextRetry(
  previous: Retry | undefined,
  now: number,
  { code, retryAt = 0 }: { code: IdentityErrorCode; retryAt?: number | undefined },
  backOff: BackOff,
): Retry {
  const attempt = (previous?.attempt ?? 0) + (isRetryDue(previous, now) ? 1 : 0);
  const delay = Math.min(Math.max(delayOf(attempt, backOff), retryAt - now), backOff.longestMs);
  return { attempt, failedAt: now, retryAt: now + delay, cause: code };
}

/**
 * If the clock was set back to before the failure, the wait is unknown. The retry is then due, because it would
 * otherwise wait too long.
 */
export const isRetryDue = (retry: Retry | undefined, now: number): boolean =>
  !retry || now >= retry.retryAt || now < retry.failedAt - CLOCK_MARGIN_MS;

/** The next attempt after a failed exchange. */
export function retryAfter(
  error: unknown,
  previous: Retry | undefined,
  now: number,
  backOff: BackOff,
): Retry {
  // An abort counts as a timeout: another tab took the lock of a frozen page, or the page was hidden.
  const isStopped = error === LATE || Object(error).name === "AbortError";
  const { code = isStopped ? "timeout" : "unknown", retryAt } = error instanceof IdentityError ? error : {};
  return nextRetry(previous, now, { code, retryAt }, backOff);
}

/**
 * The next step of the back-off between forced refreshes. The back-off restarts if its longest wait has passed since
 * the last forced refresh.
 */
export const nextForcedRefresh = (previous: Retry | undefined, now: number, backOff: BackOff): Retry =>
  nextRetry(
    previous && now - previous.retryAt < backOff.longestMs ? previous : undefined,
    now,
    { code: "too-many-requests" },
    backOff,
  );
