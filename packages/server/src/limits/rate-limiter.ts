import { createHmac } from "node:crypto";
import type { Database } from "../database/database.ts";
import type { RateLimit } from "../environment/environment.ts";

export type Verdict = { allowed: true } | { allowed: false; retryAfterSeconds: number };

export type RateLimiter = {
  /** Counts one request of `subject` (a client's or a mail address) against a limit. */
  take(scope: string, subject: string, limit: RateLimit): Promise<Verdict>;
  /** Forgets what has expired. */
  purge(): Promise<void>;
};

/**
 * One row per subject holds the moment at which its bucket is full again (the generic cell rate algorithm):
 * a request adds its share, and is refused when that would reach further ahead than the whole period. The row is
 * changed by one statement on the database's clock, so servers that share a database share its limits.
 */
const TAKE = `
  insert into rate_limits (key, full_at) values ($1, clock_timestamp() + make_interval(secs => $2))
  on conflict (key) do update
    set full_at = greatest(rate_limits.full_at, clock_timestamp()) + make_interval(secs => $2)
    where greatest(rate_limits.full_at, clock_timestamp()) + make_interval(secs => $2)
      <= clock_timestamp() + make_interval(secs => $3)
  returning key`;

const WAIT = `
  select extract(epoch from full_at + make_interval(secs => $2) - make_interval(secs => $3) - clock_timestamp())::float8
    as seconds from rate_limits where key = $1`;

/** @param secret keys are its HMAC, so that the table holds no address in clear and none that can be guessed. */
export function createRateLimiter(database: Database, secret: string): RateLimiter {
  const keyOf = (scope: string, subject: string): string =>
    createHmac("sha256", secret).update(`limit\0${scope}\0${subject}`).digest("base64url");
  return {
    async take(scope, subject, { count, seconds }) {
      const values = [keyOf(scope, subject), seconds / count, seconds];
      const taken = await database.query(TAKE, [...values]);
      if (taken.length > 0) return { allowed: true };
      const [row] = await database.query<{ seconds: number }>(WAIT, values);
      return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(row?.seconds ?? 1)) };
    },
    async purge() {
      await database.query("delete from rate_limits where full_at < clock_timestamp()");
    },
  };
}
