import { createHmac } from "node:crypto";
import type { Database } from "../database/database.ts";
import type { RateLimit } from "../environment/environment.ts";
import { refused as refusals } from "../telemetry/observe.ts";

/** One request of `subject` (an IP address or an email address) against a limit. */
export type Share = { scope: string; subject: string; limit: RateLimit };

type Verdict = { allowed: true } | { allowed: false; retryAfterSeconds: number };

/** A statement that an allowed request makes: it changes rows `from allowed`, which has one row or none. */
export type Effect = { text: string; values: readonly unknown[] };

export type RateLimiter = {
  /**
   * Counts a request against all its limits at once; one exhausted limit refuses it.
   * @param effect runs in the same statement if all limits allow it, which saves a round trip
   */
  take(shares: readonly Share[], effect?: Effect): Promise<Verdict>;
  /** Deletes expired rows. */
  purge(): Promise<void>;
};

type Entry = { key: string; shareSeconds: number; periodSeconds: number };

/**
 * One row per subject holds the time at which its bucket is full again (the generic cell rate algorithm). A
 * request moves this time forward by its share of the period. It is refused if the time would then be more than
 * one period ahead. One statement changes all rows by the database's clock, so servers that share a database
 * share its limits. A request may wait for another one that began after it, so the limit is checked by the clock and
 * not by the time at which the statement began.
 */
export function takeStatement(
  entries: readonly Entry[],
  effect?: Effect,
): { text: string; values: unknown[] } {
  // The effect's own values come first, because its text numbers them from 1.
  const before = effect?.values ?? [];
  const at = (entry: number, field: number): string => `$${before.length + 3 * entry + field}`;
  const rows = entries.map((_, n) => `(${at(n, 1)}, now() + make_interval(secs => ${at(n, 2)}))`);
  const period = entries.map((_, n) => `when ${at(n, 1)} then make_interval(secs => ${at(n, 3)})`);
  const take = `insert into rate_limits as r (key, full_at) values ${rows.join(", ")}
      on conflict (key) do update set full_at = greatest(r.full_at, clock_timestamp()) + (excluded.full_at - now())
        where greatest(r.full_at, clock_timestamp()) + (excluded.full_at - now()) <= clock_timestamp() + case r.key ${period.join(" ")} end
      returning key`;
  return {
    text: effect
      ? `with taken as (${take}), allowed as (select from taken having count(*) = ${entries.length}), done as (${effect.text})
      select key from taken`
      : take,
    values: [
      ...before,
      ...entries.flatMap(({ key, shareSeconds, periodSeconds }) => [key, shareSeconds, periodSeconds]),
    ],
  };
}

const WAIT = `select extract(epoch from full_at - now())::float8 as seconds from rate_limits where key = $1`;

/** @param secret keys are its HMAC, so that the table holds no plain address and none that can be guessed. */
export function createRateLimiter(database: Database, secret: string): RateLimiter {
  const entryOf = ({ scope, subject, limit }: Share): Entry & { scope: string } => ({
    scope,
    key: createHmac("sha256", secret).update(`limit\0${scope}\0${subject}`).digest("base64url"),
    shareSeconds: limit.seconds / limit.count,
    periodSeconds: limit.seconds,
  });

  async function waitFor({ key, shareSeconds, periodSeconds }: Entry): Promise<number> {
    const [row] = await database.query<{ seconds: number }>(WAIT, [key]);
    return Math.max(1, Math.ceil((row?.seconds ?? 0) + shareSeconds - periodSeconds));
  }

  return {
    async take(shares, effect) {
      // Lock rows in one global order, because two requests could otherwise wait for each other's rows.
      const entries = shares.map(entryOf).sort((a, b) => (a.key < b.key ? -1 : 1));
      const { text, values } = takeStatement(entries, effect);
      const taken = await database.query<{ key: string }>(text, values);
      const refused = entries.filter(({ key }) => !taken.some((row) => row.key === key));
      if (refused.length === 0) return { allowed: true };
      for (const { scope } of refused) refusals.publish(scope);
      return { allowed: false, retryAfterSeconds: Math.max(...(await Promise.all(refused.map(waitFor)))) };
    },
    async purge() {
      await database.query("delete from rate_limits where full_at < now()");
    },
  };
}
