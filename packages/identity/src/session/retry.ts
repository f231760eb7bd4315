import type { IdentityErrorCode } from "../errors/identity-error.ts";
import { Numeric, Text } from "../lib/data.ts";
import * as v from "../lib/schema.ts";

/** How long the client waits after a failed exchange, in milliseconds. */
export type BackOff = {
  /** The wait after the first failure. Each further failure doubles it. Default: 30,000 (30 s). */
  readonly firstMs: number;
  /** The longest wait. Default: 960,000 (16 min). */
  readonly longestMs: number;
};

export const BACK_OFF: BackOff = { firstMs: 30_000, longestMs: 960_000 };

/** Smaller clock corrections do not count as "set back". */
const CLOCK_MARGIN_MS = 30_000;

/**
 * The next attempt after a failed exchange. Stored, so that all tabs together make one attempt per step of the
 * back-off.
 */
export const Retry = v.object({
  attempt: Numeric,
  /**
   * Milliseconds since the epoch, by this device's clock, like both times below. Missing in a record of an older
   * version.
   */
  failedAt: v.optional(Numeric, 0),
  /** From this time on, a newly opened page may try before `retryAt`. Missing in a record of an older version. */
  startAt: v.optional(Numeric, 0),
  retryAt: Numeric,
  cause: Text as v.Schema<IdentityErrorCode>,
});
export type Retry = Readonly<v.InferOutput<typeof Retry>>;

/**
 * The next step of the back-off, or later if the server asks for it. A failed early attempt ("Try again", or a newly
 * opened page) does not count as a step.
 */
export function nextRetry(
  previous: Retry | undefined,
  now: number,
  { code, retryAt = 0 }: { code: IdentityErrorCode; retryAt?: number | undefined },
  { firstMs, longestMs }: BackOff = BACK_OFF,
): Retry {
  const attempt = (previous?.attempt ?? 0) + (isRetryDue(previous, now) ? 1 : 0);
  const retryTimeAfter = (delay: number) => now + Math.min(Math.max(delay, retryAt - now), longestMs);
  return {
    attempt,
    failedAt: now,
    startAt: retryTimeAfter(firstMs),
    retryAt: retryTimeAfter(firstMs * 2 ** (attempt - 1)),
    cause: code,
  };
}

/**
 * If the clock was set back to before the failure, the wait is unknown. The retry is then due, because it would
 * otherwise wait too long.
 */
export const isRetryDue = (retry: Retry | undefined, now: number): boolean =>
  !retry || now >= retry.retryAt || now < retry.failedAt - CLOCK_MARGIN_MS;

/** Whether a failure is a later step of the back-off than another one, or the same step and came later. */
export const isLaterStep = (
  retry: Retry | undefined,
  { attempt, failedAt }: Pick<Retry, "attempt" | "failedAt"> = { attempt: 0, failedAt: 0 },
): boolean => !!retry && (retry.attempt - attempt || retry.failedAt - failedAt) > 0;

/**
 * Whether a newly opened page may exchange: once the first wait of the back-off has passed since the last failure in
 * this browser, even before `retryAt`, but not before the time that the server asked for.
 */
export const isDueAtStart = (retry: Retry, now: number): boolean =>
  now >= retry.startAt || isRetryDue(retry, now);

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
