import type { Clock } from "../../core/clock.ts";
import { ApiError } from "../../http/api-error.ts";
import type { Settings } from "../state/settings.ts";

type Kind = keyof Settings["rateLimits"];

const WORDS: Record<Kind, string> = {
  signIn:
    "TOO_MANY_ATTEMPTS_TRY_LATER : Access to this account has been temporarily disabled due to many failed login attempts.",
  signUp: "TOO_MANY_ATTEMPTS_TRY_LATER",
  passwordReset: "RESET_PASSWORD_EXCEED_LIMIT",
  sms: "TOO_MANY_ATTEMPTS_TRY_LATER",
};

/**
 * Sliding windows on the virtual clock. Google does not publish the real limits; these have the same error codes and
 * are set per project, off by default.
 */
export function createRateLimiter(clock: Clock, settings: () => Settings) {
  const attempts = new Map<string, number[]>();
  const attemptsKeyOf = (kind: Kind, key: string) => `${kind}\n${key.toLowerCase()}`;
  const recentAttempts = (kind: Kind, key: string): number[] => {
    const windowS = settings().rateLimits[kind]?.windowS ?? 0;
    const now = clock.now();
    // A later attempt is left from a clock that has returned since.
    return (attempts.get(attemptsKeyOf(kind, key)) ?? []).filter(
      (at) => at > now - windowS * 1000 && at <= now,
    );
  };
  const assertBelowLimit = (kind: Kind, key: string) => {
    const limit = settings().rateLimits[kind];
    if (limit && recentAttempts(kind, key).length >= limit.max) throw new ApiError(WORDS[kind]);
  };
  const noteAttempt = (kind: Kind, key: string) => {
    if (settings().rateLimits[kind])
      attempts.set(attemptsKeyOf(kind, key), [...recentAttempts(kind, key), clock.now()]);
  };
  return {
    /** @throws {ApiError} if this address or number has too many attempts in the window */
    check: assertBelowLimit,
    note: noteAttempt,
    /** Checks and counts, for actions that count whether they succeed or not. */
    count: (kind: Kind, key: string) => {
      assertBelowLimit(kind, key);
      noteAttempt(kind, key);
    },
    reset: () => attempts.clear(),
  };
}
export type RateLimiter = ReturnType<typeof createRateLimiter>;
