import { AsyncResource } from "node:async_hooks";
import { createHmac, createSecretKey } from "node:crypto";
import { ApiError } from "@tallybin/identity-server/internal";
import type { QueryResultRow } from "pg";
import type { Database } from "../database/database.ts";
import { deleteExpired } from "../database/delete-expired.ts";
import { apiTexts } from "../errors/api-texts.ts";
import { observe, refused as refusals } from "../telemetry/observe.ts";
import { createBatches } from "./batches.ts";
import { countStatement, type Effect, type Entry, takeSharesSql } from "./take-statement.ts";

/** One request of `subject` (an IP address or an email address) against `count` requests in `seconds`, replenished evenly. */
export type Share = { scope: string; subject: string; limit: { count: number; seconds: number } };

export type RateLimiter = ReturnType<typeof createRateLimiter>;

type LimitedRequest = { keys: readonly string[]; values: readonly unknown[] };

const WAIT = `select extract(epoch from full_at - now())::float8 as seconds from rate_limits where key = $1`;

/**
 * @param secret the key of the HMAC that the table stores instead of each address, so that no address can be read or
 * guessed from it
 */
export function createRateLimiter(database: Database, secret: string) {
  const hmacKey = createSecretKey(secret, "utf8");
  /** A shared statement belongs to no request's trace, although one request sends it. */
  const outside = new AsyncResource("limits");
  const limitEntryOf = ({ scope, subject, limit }: Share): Entry & { scope: string } => ({
    scope,
    key: createHmac("sha256", hmacKey).update(`limit\0${scope}\0${subject}`).digest("base64url"),
    shareSeconds: limit.seconds / limit.count,
    periodSeconds: limit.seconds,
  });

  async function refuseRequest({ scope, key, shareSeconds, periodSeconds }: ReturnType<typeof limitEntryOf>) {
    refusals.publish(scope);
    const [row] = await database.query<{ seconds: number }>(WAIT, [key]);
    throw tooManyRequestsError(Math.max(1, Math.ceil((row?.seconds ?? 0) + shareSeconds - periodSeconds)));
  }

  /** Answers whether each request's keys were taken; all have the same limits and effect. */
  function createTaker(entries: readonly Entry[], effect: Effect | undefined) {
    const text = takeSharesSql(entries.length, effect);
    const limits = entries.flatMap(({ shareSeconds, periodSeconds }) => [shareSeconds, periodSeconds]);
    const columns = Object.keys(effect?.columns ?? {});
    const takeShares = async (
      requests: readonly LimitedRequest[],
    ): Promise<readonly (readonly boolean[])[]> => {
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
    async requireWithin(
      shares: readonly Share[],
      effect?: Effect & { values: readonly unknown[] },
    ): Promise<void> {
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

const tooManyRequestsError = (retryAfterSeconds: number): ApiError =>
  new ApiError(429, "too-many-requests", apiTexts.tooManyRequests, {
    "retry-after": String(retryAfterSeconds),
  });
