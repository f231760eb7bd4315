import type { Device } from "@tallybin/contract/device";
import {
  type FoundSession,
  type ListedSession,
  MAX_PER_ACCOUNT,
  MAX_PER_PURGE,
  RELEASE_SECONDS,
  type SessionLimits,
  type SessionStore,
} from "./session-store.ts";

type Row = Record<string, unknown>;
/** Runs one statement, whose parameters are `$1`, `$2`, … Returns its rows. */
export type Query = <Result extends Row>(text: string, values: readonly unknown[]) => Promise<Result[]>;

export type Statement = { text: string; values: readonly unknown[] };
export type ClaimedRow = { refresh_token: string };

const UNCLAIMED = "claim = null, claimed_until = null";
/**
 * Sessions in PostgreSQL, in the table of {@link POSTGRES_SCHEMA}. Times come from the database, so that servers with
 * different clocks agree. Never throws itself; its methods reject with what `query` rejects with.
 * @param options.runClaim runs the statement of a claim; an application can count it in the same statement
 * @param options.offsetSeconds how far a test's clock is from the machine's
 */
export function postgresStore(
  options: SessionLimits & {
    query: Query;
    runClaim?: (id: string, statement: Statement) => Promise<ClaimedRow | undefined>;
    offsetSeconds?: () => number;
  },
): SessionStore {
  const { query, idleSeconds, lifetimeSeconds, offsetSeconds = () => 0 } = options;
  const runClaim =
    options.runClaim ?? (async (_, { text, values }) => (await query<ClaimedRow>(text, values))[0]);
  const NOW = "(now() + make_interval(secs => $1::float8))";
  const ENDS = [
    `last_used_at <= ${NOW} - interval '${idleSeconds} seconds'`,
    `created_at <= ${NOW} - interval '${lifetimeSeconds} seconds'`,
    `released_at <= ${NOW} - interval '${RELEASE_SECONDS} seconds'`,
  ];
  const ALIVE = ENDS.map((end) => `(${end}) is not true`).join(" and ");
  const START = (at: string): string => `least(${NOW}, to_timestamp(${at}))`;
  const queryAtStoreTime = <Result extends Row>(text: string, ...values: unknown[]) =>
    query<Result>(text, [offsetSeconds(), ...values]);

  return {
    idleSeconds,
    lifetimeSeconds,
    async insert(session) {
      const { id, secretHash, uid, emailHash, refreshToken, device, signedInAt, lastHash } = session;
      const { stamp, generation, change, turn } = session;
      await queryAtStoreTime(
        `with crowded as (delete from sessions where id in (
            select id from sessions where uid = $4 order by last_used_at desc offset ${MAX_PER_ACCOUNT - 1}))
        insert into sessions
          (id, secret_hash, uid, email_hash, refresh_token, browser, system, created_at, last_used_at,
            stamp, generation, change, turn, replaced_id)
        values ($2, $3, $4, $5, $6, $7, $8, ${START("$9")}, ${NOW}, $10, $11, $12, $13,
          (select id from sessions where secret_hash = $14))`,
        ...[id, secretHash, uid, emailHash, refreshToken, device.browser ?? null, device.system ?? null],
        ...[signedInAt ?? null, stamp, generation, change, turn, lastHash],
      );
    },
    find: (secretHashes) =>
      queryAtStoreTime<FoundSession>(
        `select id, uid, case when secret_hash = any($2) then secret_hash else previous_hash end as "secretHash",
          stamp::float8, generation, change, turn,
          bound_key as key, proof_hash as "proofHash", proof_ends_ms::float8 as "proofEndsMs",
          case when shared_until > ${NOW} then id_token end as "idToken",
          extract(epoch from id_token_expires_at - ${NOW})::float8 as "expiresInSeconds",
          extract(epoch from ${NOW})::float8 * 1000 as "nowMs"
        from sessions where (secret_hash = any($2) or previous_hash = any($2)) and ${ALIVE}`,
        secretHashes,
      ),
    async renew({ id, secretHash }, next) {
      const { emailHash, refreshToken, signedInAt, place } = next;
      const rows = await queryAtStoreTime(
        `update sessions set previous_hash = $3, secret_hash = $4, email_hash = $5, refresh_token = $6,
          id_token = null, shared_until = null, ${UNCLAIMED}, last_used_at = ${NOW},
          created_at = greatest(created_at, ${START("$7")}),
          change = coalesce($8, change), turn = coalesce($9, turn)
        where id = $2 and ${ALIVE} and ($8::integer is null or ($8, $9) >= (change, turn)) returning id`,
        ...[id, secretHash, next.secretHash, emailHash, refreshToken, signedInAt ?? null],
        ...[place?.change ?? null, place?.turn ?? null],
      );
      return rows.length > 0;
    },
    async claim({ id, secretHash }, claim, held, seconds) {
      const text = `update sessions set claim = $4, claimed_until = ${NOW} + make_interval(secs => $6),
          previous_hash = case when secret_hash = $3 then null else previous_hash end
        where id = $2::uuid and ${ALIVE} and (claimed_until is null or claimed_until <= ${NOW})
          and (id_token is null or shared_until <= ${NOW} or id_token_mark = $5)
        returning refresh_token`;
      const values = [offsetSeconds(), id, secretHash, claim, held, seconds];
      return (await runClaim(id, { text, values }))?.refresh_token;
    },
    async settle(id, claim, outcome) {
      const own = "where id = $1 and claim = $2 returning id";
      if (outcome === "refused") return (await query(`delete from sessions ${own}`, [id, claim])).length > 0;
      if (outcome === "unanswered")
        return (await query(`update sessions set ${UNCLAIMED} ${own}`, [id, claim])).length > 0;
      const { refreshToken, emailHash, idToken, mark, expiresInSeconds, sharedSeconds } = outcome;
      const rows = await queryAtStoreTime(
        `update sessions set refresh_token = $4, email_hash = $5, id_token = $6, id_token_mark = $7,
          id_token_expires_at = ${NOW} + make_interval(secs => $8),
          shared_until = ${NOW} + make_interval(secs => $9), last_used_at = ${NOW}, ${UNCLAIMED}
        where id = $2 and claim = $3 returning id`,
        ...[id, claim, refreshToken, emailHash, idToken, mark, expiresInSeconds, sharedSeconds],
      );
      return rows.length > 0;
    },
    async accept(id, replaced) {
      const text = `with replaced as (delete from sessions where id = any($2::uuid[]))
        update sessions set turn = greatest(turn, 1) where id = $1`;
      await query(text, [id, replaced]);
    },
    async prove(id, before, proof) {
      const text = `update sessions set bound_key = $3, challenged_ms = $4, proof_hash = $5, proof_ends_ms = $6
        where id = $1 and bound_key is not distinct from $2
          and ($4::bigint is null or challenged_ms is null or challenged_ms < $4) returning id`;
      const { key = null, challengedMs = null, proofHash = null, proofEndsMs = null } = proof ?? {};
      return (await query(text, [id, before, key, challengedMs, proofHash, proofEndsMs])).length > 0;
    },
    async release(id) {
      const text = `update sessions set released_at = coalesce(released_at, ${NOW})
        where id = $2 and ${ALIVE} returning refresh_token`;
      return (await queryAtStoreTime<ClaimedRow>(text, id))[0]?.refresh_token;
    },
    list: (uid) =>
      queryAtStoreTime<ListedSession>(
        `select id, browser, system, created_at as "createdAt", last_used_at as "lastUsedAt",
          bound_key is not null as bound from sessions
        where uid = $2 and ${ALIVE} order by last_used_at desc, id`,
        uid,
      ),
    async end(ids) {
      const rows = await query<Record<keyof Device, string | null>>(
        "delete from sessions where id = any($1::uuid[]) returning browser, system",
        [ids],
      );
      return rows.map(({ browser, system }) => ({
        browser: browser ?? undefined,
        system: system ?? undefined,
      }));
    },
    async purge() {
      // One statement for each kind of end, so that each statement reads its own index. The planner would join an `in`
      // of thousands of IDs by reading the table.
      for (const end of ENDS)
        await queryAtStoreTime(
          `delete from sessions where id = any (array(select id from sessions where ${end} limit ${MAX_PER_PURGE}))`,
        );
      await queryAtStoreTime(
        `update sessions set id_token = null, id_token_mark = null where id_token is not null and shared_until <= ${NOW}`,
      );
    },
  };
}
