import * as v from "valibot";
import type { IdentityErrorCode } from "../errors/codes.ts";

const FIRST_RETRY_MS = 30_000;
const LONGEST_RETRY_MS = 960_000;

/** The next attempt after a failed exchange. Stored, so that all tabs together make one per step. */
export const Retry = v.object({
  attempt: v.number(),
  retryAt: v.number(),
  cause: v.string() as v.GenericSchema<IdentityErrorCode>,
});
export type Retry = v.InferOutput<typeof Retry>;

/**
 * 30 s, doubling up to 16 min, or later within these where the server asks for it. An attempt ahead of its time
 * ("Try again") that fails too is no step of these.
 */
export function nextRetry(
  previous: Retry | undefined,
  now: number,
  cause: IdentityErrorCode,
  askedFor = 0,
): Retry {
  const attempt = (previous?.attempt ?? 0) + (isRetryDue(previous, now) ? 1 : 0);
  const delay = Math.max(FIRST_RETRY_MS * 2 ** (attempt - 1), askedFor - now);
  return { attempt, retryAt: now + Math.min(delay, LONGEST_RETRY_MS), cause };
}

/** Whether another tab recorded a newer failure whose retry time has not passed. */
export const hasFailedSince = (known: Retry | undefined, retry: Retry | undefined, now: number): boolean =>
  retry?.retryAt !== known?.retryAt && !isRetryDue(retry, now);

/** A retry further away than the longest step was written under another clock: it is due, not eternal. */
export const isRetryDue = (retry: Retry | undefined, now: number): boolean =>
  !retry || now >= retry.retryAt || retry.retryAt - now > LONGEST_RETRY_MS;

/** The next step of the back-off between forced refreshes. Without one for 16 min, it starts anew. */
export const nextForced = (previous: Retry | undefined, now: number): Retry =>
  nextRetry(
    previous && now - previous.retryAt < LONGEST_RETRY_MS ? previous : undefined,
    now,
    "too-many-requests",
  );
