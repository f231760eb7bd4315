import { createHmac, createSecretKey } from "node:crypto";
import type { QueryResultRow } from "pg";
import type { Database } from "../database/database.ts";
import { refused as refusals } from "../telemetry/observe.ts";
import { tooManyRequests } from "./too-many-requests.ts";

/** One request of `subject` (an IP address or an email address) against `count` requests in `seconds`, replenished evenly. */
export type Share = { scope: string; subject: string; limit: { count: number; seconds: number } };

/** A statement that an allowed request makes: it changes rows `from allowed`, which has one row or none. */
export type Effect = { text: string; values: readonly unknown[] };

export type RateLimiter = ReturnType<typeof createRateLimiter>;

type Entry = { key: string; shareSeconds: number; periodSeconds: number };

const valuesOf = ({ key, shareSeconds, periodSeconds }: Entry) => [key, shareSeconds, periodSeconds];

/**
 * One row per subject holds the time at which its bucket is full again (the generic cell rate algorithm). A request moves
 * it by its share of the period, at most one period ahead. One statement changes all rows by the database's clock, for
 * all servers. A request may wait for a later one, so the clock counts and not the statement's beginning.
 * @param at the number of the entry's first value
 */
function take(name: string, at: number, source: string): string {
  const next = "greatest(r.full_at, clock_timestamp()) + (excluded.full_at - now())";
  return `${name} as (insert into rate_limits as r (key, full_at)
      select $${at}::text, now() + make_interval(secs => $${at + 1}::float8) ${source}
      on conflict (key) do update set full_at = ${next}
        where ${next} <= clock_timestamp() + make_interval(secs => $${at + 2}::float8)
      returning key)`;
}

/** @param valueCount the number of the effect's own values, which come first because its text numbers them from 1 */
function takeText(count: number, valueCount: number, effect?: string): string {
  const numbers = Array.from({ length: count }, (_, n) => n);
  // Each limit is taken only if the one before it was, so a refused client creates no row for an address.
  const takes = numbers.map((n) =>
    take(`taken_${n}`, valueCount + 3 * n + 1, n > 0 ? `from taken_${n - 1}` : ""),
  );
  const done = effect ? [`allowed as (select from taken_${count - 1})`, `done as (${effect})`] : [];
  const keys = numbers.map((n) => `select key from taken_${n}`).join(" union all ");
  return `with ${[...takes, ...done].join(", ")} ${keys}`;
}

/** By the effect's text and the number of entries. Few, and a constant text is found at once. */
const takeTexts = new Map<string, string[]>();

/** Takes all entries' shares, and then has the effect. */
export function takeStatement(
  entries: readonly Entry[],
  { text: effect = "", values = [] }: Partial<Effect> = {},
) {
  const texts = takeTexts.get(effect) ?? [];
  takeTexts.set(effect, texts);
  texts[entries.length] ??= takeText(entries.length, values.length, effect);
  return { text: texts[entries.length] ?? "", values: [...values, ...entries.flatMap(valuesOf)] };
}

/** Has the effect, and then takes a share if the effect has a row. The row says whether the limit allows it. */
export const countStatement = (entry: Entry, { text, values }: Effect) => ({
  text: `with done as (${text}), ${take("taken", values.length + 1, "from done")}
    select done.*, key is not null as is_allowed from done left join taken on true`,
  values: [...values, ...valuesOf(entry)],
});

const WAIT = `select extract(epoch from full_at - now())::float8 as seconds from rate_limits where key = $1`;

/** @param secret keys are its HMAC, so that the table holds no plain address and none that can be guessed. */
export function createRateLimiter(database: Database, secret: string) {
  const hmacKey = createSecretKey(secret, "utf8");
  const entryOf = ({ scope, subject, limit }: Share): Entry & { scope: string } => ({
    scope,
    key: createHmac("sha256", hmacKey).update(`limit\0${scope}\0${subject}`).digest("base64url"),
    shareSeconds: limit.seconds / limit.count,
    periodSeconds: limit.seconds,
  });

  async function refuse({ scope, key, shareSeconds, periodSeconds }: ReturnType<typeof entryOf>) {
    refusals.publish(scope);
    const [row] = await database.query<{ seconds: number }>(WAIT, [key]);
    throw tooManyRequests(Math.max(1, Math.ceil((row?.seconds ?? 0) + shareSeconds - periodSeconds)));
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
      if (refused) await refuse(refused);
    },
    /**
     * Counts the row that `effect` changes, if any, in one statement. Returns the row.
     * @throws ApiError 429 with the time to wait; the effect has happened
     */
    async countRow<Row extends QueryResultRow>(share: Share, effect: Effect): Promise<Row | undefined> {
      const entry = entryOf(share);
      const { text, values } = countStatement(entry, effect);
      const [row] = await database.query<Row & { is_allowed: boolean }>(text, values);
      if (row?.is_allowed === false) await refuse(entry);
      return row;
    },
    /** Deletes expired rows. */
    async purge(): Promise<void> {
      await database.query("delete from rate_limits where full_at < now()");
    },
  };
}
