import { AsyncResource } from "node:async_hooks";
import { createHmac, createSecretKey } from "node:crypto";
import { ApiError } from "@tallybin/identity-server/errors/errors";
import type { QueryResultRow } from "pg";
import { type Database, deleteExpired } from "../database/database.ts";
import { apiTexts } from "../server-texts.ts";
import { observe, refused as refusals } from "../telemetry/observe.ts";
import { createBatches } from "./batches.ts";

/** One request of `subject` (an IP address or an email address) against `count` requests in `seconds`, replenished evenly. */
export type Share = { scope: string; subject: string; limit: { count: number; seconds: number } };

export type RateLimiter = ReturnType<typeof createRateLimiter>;

type LimitedRequest = { keys: readonly string[]; values: readonly unknown[] };

/**
 * @param secret the key of the HMAC that the table stores instead of each address, so that no address can be read or
 * guessed from it
 */
export function createRateLimiter(database: Database, secret: string) {
  const hmacKey = createSecretKey(secret, "utf8");
  /** A shared statement belongs to no request's trace, although one request sends it. */
  const outside = new AsyncResource("limits");
  const limitEntryOf = ({ scope, subject, limit }: Share) => ({
    scope,
    key: createHmac("sha256", hmacKey).update(`limit\0${scope}\0${subject}`).digest("base64url"),
    shareSeconds: limit.seconds / limit.count,
    periodSeconds: limit.seconds,
  });

  async function refuseRequest({ scope, key, shareSeconds, periodSeconds }: ReturnType<typeof limitEntryOf>) {
    refusals.publish(scope);
    const [row] = await database.query<{ seconds: number }>(
      "select extract(epoch from full_at - now())::float8 as seconds from rate_limits where key = $1",
      [key],
    );
    const seconds = Math.max(1, Math.ceil((row?.seconds ?? 0) + shareSeconds - periodSeconds));
    throw new ApiError(429, "too-many-requests", apiTexts.tooManyRequests, {
      "retry-after": String(seconds),
    });
  }

  /** Answers whether each request's keys were taken; all have the same limits and effect. */
  function createTaker(entries: readonly Entry[], effect: Effect | undefined) {
    const text = takeSharesSql(entries.length, effect);
    const limits = entries.flatMap(({ shareSeconds, periodSeconds }) => [shareSeconds, periodSeconds]);
    const columns = Object.keys(effect?.columns ?? {});
    const takeShares = async (requests: readonly LimitedRequest[]) => {
      const keys = entries.map((_, n) => requests.map((request) => request.keys[n]));
      const values = columns.map((_, n) => requests.map((request) => request.values[n]));
      const rows = await outside.runInAsyncScope(() =>
        database.query<{ key: string }>(text, [...limits, ...keys, ...values]),
      );
      const taken = new Set(rows.map(({ key }) => key));
      return requests.map((request) => request.keys.map((key) => taken.has(key)));
    };
    return createBatches(takeShares, ({ keys }) => keys);
  }
  /** One per endpoint: by scopes and limits, with and without effect. */
  const takers = new Map<string, ReturnType<typeof createTaker>>();

  return {
    /**
     * Counts a request against its limits. Requests that arrive together share a statement.
     * @param effect runs in the same statement if all limits allow it, which saves a round trip
     * @throws ApiError 429 with the time to wait
     */
    async requireWithin(shares: readonly Share[], effect?: Effect & { values: readonly unknown[] }) {
      const entries = shares.map(limitEntryOf);
      const name = JSON.stringify([shares.map(({ scope, limit }) => [scope, limit]), effect !== undefined]);
      const take = takers.get(name) ?? createTaker(entries, effect);
      takers.set(name, take);
      const limited = { keys: entries.map(({ key }) => key), values: effect?.values ?? [] };
      const taken = await observe({ kind: "database", name: "shared" }, () => take(limited));
      const refused = entries.find((_, n) => taken[n] === false);
      if (refused) await refuseRequest(refused);
    },
    /**
     * Changes a row and counts the change against a limit, in one statement. Returns the row, if there is one.
     * @throws ApiError 429 with the time to wait; the row is changed nevertheless
     */
    async countRow<Row extends QueryResultRow>(
      share: Share,
      effect: { text: string; values: readonly unknown[] },
    ): Promise<Row | undefined> {
      const entry = limitEntryOf(share);
      const { text, values } = countStatement(entry, effect);
      const [row] = await database.query<Row & { is_allowed: boolean }>(text, values);
      if (row?.is_allowed === false) await refuseRequest(entry);
      return row;
    },
    purge: () => deleteExpired(database, "rate_limits", "full_at < now()"),
  };
}

/** A row of the limits: a request moves it by `shareSeconds`, at most `periodSeconds` ahead. */
export type Entry = { key: string; shareSeconds: number; periodSeconds: number };

/**
 * A statement that allowed requests make: it changes rows `from allowed`, which has a row for each of them.
 * @property columns name and type of each value of a request
 */
export type Effect = { text: string; columns: Readonly<Record<string, string>> };

/** A bucket that is full later than in a period is one of a clock that was ahead, so it counts as full. */
const nextSql = (
  period: string,
): string => `case when r.full_at > clock_timestamp() + ${period} then clock_timestamp()
  else greatest(r.full_at, clock_timestamp()) end + (excluded.full_at - now())`;

/**
 * One row per subject holds the time at which its bucket is full again (the generic cell rate algorithm). A request moves
 * it by its share of the period, at most one period ahead. One statement changes all rows by the database's clock, for
 * all servers. A request may wait for a later one, so the clock counts and not the statement's beginning.
 * @param names of the key and of the numbers of the entry, as SQL
 */
function takeShareSql(from: string, [key, share, period]: readonly [string, string, string]): string {
  const interval = `make_interval(secs => ${period})`;
  return `
  insert into rate_limits as r (key, full_at)
    select ${key}, now() + make_interval(secs => ${share}) from ${from}
    on conflict (key) do update set full_at = ${nextSql(interval)}
      where ${nextSql(interval)} <= clock_timestamp() + ${interval}
    returning key`;
}

/**
 * The statement of several requests against the same limits. The first values are the shares and periods of the limits;
 * then follow one list per limit with the keys of all requests, and one list per value of the effect.
 *
 * Each limit is taken only if the one before it was, so a refused client creates no row for an address. Rows are locked
 * in the order of their keys, because two statements could otherwise wait for each other.
 * @param count the number of limits
 * @returns a text whose rows are the keys that were taken
 */
export function takeSharesSql(count: number, effect?: Effect): string {
  const numbers = Array.from({ length: count }, (_, n) => n);
  const columns: Record<string, string> = {
    ...Object.fromEntries(numbers.map((n) => [`key_${n}`, "text"])),
    ...effect?.columns,
  };
  const lists = Object.values(columns).map((type, n) => `$${2 * count + n + 1}::${type}[]`);
  const requests = `requests as (
    select * from unnest(${lists.join(", ")}) as requests (${Object.keys(columns).join(", ")}))`;
  const allowedBySql = (n: number): string =>
    n < 0 ? "requests" : `requests join taken_${n} on taken_${n}.key = key_${n}`;
  const takes = numbers.map((n) => {
    const next = `(select key_${n} from ${allowedBySql(n - 1)} order by key_${n}) as next`;
    const taken = takeShareSql(next, [`key_${n}`, `$${2 * n + 1}::float8`, `$${2 * n + 2}::float8`]);
    return `taken_${n} as (${taken})`;
  });
  const last = count - 1;
  const allowed = `allowed as (select requests.* from ${allowedBySql(last)} order by key_${last})`;
  const done = effect ? [allowed, `done as (${effect.text})`] : [];
  const keys = numbers.map((n) => `select key from taken_${n}`).join(" union all ");
  return `with ${[requests, ...takes, ...done].join(", ")} ${keys}`;
}

/**
 * Has the effect, and then takes a share if the effect has a row. The row says whether the limit allows it.
 * @param effect its values are numbered from 1
 */
export const countStatement = (
  { key, shareSeconds, periodSeconds }: Entry,
  { text, values }: { text: string; values: readonly unknown[] },
) => {
  const at = values.length + 1;
  const taken = takeShareSql("done", [`$${at}::text`, `$${at + 1}::float8`, `$${at + 2}::float8`]);
  return {
    text: `with done as (${text}), taken as (${taken})
      select done.*, key is not null as is_allowed from done left join taken on true`,
    values: [...values, key, shareSeconds, periodSeconds],
  };
};
