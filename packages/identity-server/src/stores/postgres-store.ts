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
 * different clocks agree.
 * @param options.runClaim runs the statement of a claim; an application can count it in the same statement
 * @param options.offsetSeconds how far a test's clock is from the machine's
 * @throws never; its methods reject with what `query` rejects with
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
  /** Whether the statement, which returns the rows that it changes, changed one. */
  const hasChanged = async (text: string, ...values: unknown[]): Promise<boolean> =>
    (await queryAtStoreTime(text, ...values)).length > 0;

  return {
    idleSeconds,
    lifetimeSeconds,
    async insert(session) {
      const { id, secretHash, uid, emailHash, refreshToken, device, signedInAt } = session;
      const { stamp, generation, change, turn } = session;
      await queryAtStoreTime(
        `with crowded as (delete from sessions where id in (
            select id from sessions where uid = $4 order by last_used_at desc offset ${MAX_PER_ACCOUNT - 1}))
        insert into sessions
          (id, secret_hash, uid, email_hash, refresh_token, browser, system, created_at, last_used_at,
            stamp, generation, change, turn)
        values ($2, $3, $4, $5, $6, $7, $8, ${START("$9")}, ${NOW}, $10, $11, $12, $13)`,
        ...[id, secretHash, uid, emailHash, refreshToken, device.browser, device.system],
        ...[signedInAt ?? null, stamp, generation, change, turn],
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
      return hasChanged(
        `update sessions set previous_hash = $3, secret_hash = $4, email_hash = $5, refresh_token = $6,
          id_token = null, shared_until = null, ${UNCLAIMED}, last_used_at = ${NOW},
          created_at = greatest(created_at, ${START("$7")}),
          change = $8, turn = $9
        where id = $2 and ${ALIVE} and ($8, $9) >= (change, turn) returning id`,
        ...[id, secretHash, next.secretHash, emailHash, refreshToken, signedInAt ?? null],
        ...[place.change, place.turn],
      );
    },
    async claim({ id, secretHash }, claim, mark, seconds) {
      const text = `update sessions set claim = $4, claimed_until = ${NOW} + make_interval(secs => $6),
          previous_hash = case when secret_hash = $3 then null else previous_hash end
        where id = $2::uuid and ${ALIVE} and (claimed_until is null or claimed_until <= ${NOW})
          and (id_token is null or shared_until <= ${NOW} or id_token_mark = $5)
        returning refresh_token`;
      const values = [offsetSeconds(), id, secretHash, claim, mark, seconds];
      return (await runClaim(id, { text, values }))?.refresh_token;
    },
    async settle(id, claim, outcome) {
      const own = "where id = $1 and claim = $2 returning id";
      if (outcome === "refused") return (await query(`delete from sessions ${own}`, [id, claim])).length > 0;
      if (outcome === "unanswered")
        return (await query(`update sessions set ${UNCLAIMED} ${own}`, [id, claim])).length > 0;
      const { refreshToken, emailHash, idToken, mark, expiresInSeconds, sharedSeconds } = outcome;
      return hasChanged(
        `update sessions set refresh_token = $4, email_hash = $5, id_token = $6, id_token_mark = $7,
          id_token_expires_at = ${NOW} + make_interval(secs => $8),
          shared_until = ${NOW} + make_interval(secs => $9), last_used_at = ${NOW}, ${UNCLAIMED}
        where id = $2 and claim = $3 returning id`,
        ...[id, claim, refreshToken, emailHash, idToken, mark, expiresInSeconds, sharedSeconds],
      );
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
    end: (ids) =>
      query<Device>("delete from sessions where id = any($1::uuid[]) returning browser, system", [ids]),
    async purge() {
      // One statement for each kind of end reads its own index; an `in` of thousands of IDs would read the table.
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

/** The table of `postgresStore`, as steps that run once each, in this order. A later release only adds steps. */
export const POSTGRES_SCHEMA = [
  `
    create table sessions (
      -- What pages call the session by; opens nothing without the cookie.
      id uuid primary key,
      -- SHA-256 of the cookie's secret.
      secret_hash text not null unique,
      -- The secret before the last hand-over, good until the new one is used: its answer may have been lost.
      previous_hash text,
      uid text not null,
      -- HMAC of the account's address, so that a session can be ended by address.
      email_hash text,
      -- Encrypted.
      refresh_token text not null,
      -- Encrypted: the ID token of the last exchange, for those who ask in the same seconds.
      id_token text,
      id_token_mark text,
      shared_until timestamptz,
      id_token_expires_at timestamptz,
      -- Who exchanges now, and until when nobody else does.
      claim uuid,
      claimed_until timestamptz,
      -- Set when a site that returns to browser sessions has fetched the token.
      released_at timestamptz,
      browser text,
      system text,
      created_at timestamptz not null,
      last_used_at timestamptz not null
    );
    create index sessions_previous_hash on sessions (previous_hash) where previous_hash is not null;
    create index sessions_uid on sessions (uid);
    create index sessions_email_hash on sessions (email_hash) where email_hash is not null;
    create index sessions_last_used_at on sessions (last_used_at);
    create index sessions_shared_until on sessions (shared_until) where id_token is not null;`,
  `
    -- The session that this one's sign-in found in the browser; it ends at this one's first exchange.
    alter table sessions add column replaced_id uuid;
    create index sessions_replaced_id on sessions (replaced_id) where replaced_id is not null;`,
  `
    create index sessions_created_at on sessions (created_at);
    create index sessions_released_at on sessions (released_at) where released_at is not null;`,
  `
    -- The public key (JWK) of the browser that alone may use the session.
    alter table sessions add column bound_key text;
    -- When the last challenge that the key has signed was issued, in milliseconds since the epoch. Each is good once.
    alter table sessions add column challenged_ms bigint;
    -- SHA-256 of the short cookie, and its end in milliseconds since the epoch.
    alter table sessions add column proof_hash text;
    alter table sessions add column proof_ends_ms bigint;`,
  `
    -- Where a session stands among those of its browser; compared member by member.
    alter table sessions add column stamp bigint not null default 0;
    -- The release before does not write it: the time of its hand-over orders its sessions.
    alter table sessions alter column stamp set default (extract(epoch from now()) * 1000)::bigint;
    alter table sessions add column generation text not null default '';
    alter table sessions add column change integer not null default 0;
    -- 0 until the browser's page has used the session. That is not known of those of the release before.
    alter table sessions add column turn integer not null default 1;`,
] as const;
