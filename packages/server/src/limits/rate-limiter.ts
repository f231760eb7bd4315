import { createHmac } from "node:crypto";
import type { Database } from "../database/database.ts";
import { tooManyRequests } from "../errors/api-error.ts";
import { refused as refusals } from "../telemetry/observe.ts";

/** One request of `subject` (an IP address or an email address) against `count` requests in `seconds`, replenished evenly. */
export type Share = { scope: string; subject: string; limit: { count: number; seconds: number } };

/** A statement that an allowed request makes: it changes rows `from allowed`, which has one row or none. */
export type Effect = { text: string; values: readonly unknown[] };

export type RateLimiter = ReturnType<typeof createRateLimiter>;

type Entry = { key: string; shareSeconds: number; periodSeconds: number };

/**
 * One row per subject holds the time at which its bucket is full again (the generic cell rate algorithm). A request moves
 * it by its share of the period, at most one period ahead. One statement changes all rows by the database's clock, for
 * all servers. A request may wait for a later one, so the clock counts and not the statement's beginning.
 */
export function takeStatement(
  entries: readonly Entry[],
  effect?: Effect,
): { text: string; values: unknown[] } {
  // The effect's own values come first, because its text numbers them from 1.
  const before = effect?.values ?? [];
  const at = (entry: number, field: number): string => `$${before.length + 3 * entry + field}`;
  // Each limit is taken only if the one before it was, so a refused client creates no row for an address.
  const takes = entries.map(
    (_, n) => `taken_${n} as (insert into rate_limits as r (key, full_at)
      select ${at(n, 1)}::text, now() + make_interval(secs => ${at(n, 2)}::float8) ${n > 0 ? `from taken_${n - 1}` : ""}
      on conflict (key) do update set full_at = greatest(r.full_at, clock_timestamp()) + (excluded.full_at - now())
        where greatest(r.full_at, clock_timestamp()) + (excluded.full_at - now()) <= clock_timestamp() + make_interval(secs => ${at(n, 3)}::float8)
      returning key)`,
  );
  const done = effect
    ? [`allowed as (select from taken_${entries.length - 1})`, `done as (${effect.text})`]
    : [];
  return {
    text: `with ${[...takes, ...done].join(", ")} ${entries.map((_, n) => `select key from taken_${n}`).join(" union all ")}`,
    values: [
      ...before,
      ...entries.flatMap(({ key, shareSeconds, periodSeconds }) => [key, shareSeconds, periodSeconds]),
    ],
  };
}

const WAIT = `select extract(epoch from full_at - now())::float8 as seconds from rate_limits where key = $1`;

/** @param secret keys are its HMAC, so that the table holds no plain address and none that can be guessed. */
export function createRateLimiter(database: Database, secret: string) {
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
    /**
     * Counts a request against its limits. The rows are locked in one order, because two requests could otherwise wait
     * for each other.
     * @param effect runs in the same statement if all limits allow it, which saves a round trip
     * @throws ApiError 429 with the time to wait
     */
    async requireWithin(shares: readonly Share[], effect?: Effect): Promise<void> {
      const entries = shares.map(entryOf);
      const { text, values } = takeStatement(entries, effect);
      const taken = await database.query<{ key: string }>(text, values);
      const refused = entries.find(({ key }) => !taken.some((row) => row.key === key));
      if (!refused) return;
      refusals.publish(refused.scope);
      throw tooManyRequests(await waitFor(refused));
    },
    /** Deletes expired rows. */
    async purge(): Promise<void> {
      await database.query("delete from rate_limits where full_at < now()");
    },
  };
}
