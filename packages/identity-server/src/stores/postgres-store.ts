import type { Device } from "@tallybin/contract/device";
import {
  type BoundKey,
  LATEST_MOVE_SECONDS,
  type ListedSession,
  MAX_PER_ACCOUNT,
  RELEASE_SECONDS,
  type SessionLimits,
  type SessionStore,
} from "./session-store.ts";

type Row = Record<string, unknown>;
/** Runs one statement, whose parameters are `$1`, `$2`, … Returns its rows. */
export type Query = <Result extends Row>(text: string, values: readonly unknown[]) => Promise<Result[]>;

export type Statement = { text: string; values: readonly unknown[] };
export type ClaimedRow = { uid: string; refresh_token: string };

/**
 * The sessions that a cookie opens: its own, and each that was in the browser at that session's sign-in. The page may
 * still show the earlier one, because its sign-in failed, was given up, or got no answer.
 */
const openedBySql = (secretHash: string): string =>
  `(with recursive opened as (
    select id, replaced_id from sessions where secret_hash = ${secretHash} or previous_hash = ${secretHash}
    union select older.id, older.replaced_id from sessions older join opened on older.id = opened.replaced_id)
  select id from opened)`;

/** The sessions that one session replaced. @param row the condition of that session */
const replacedBySql = (row: string): string =>
  `(with recursive replaced as (
    select replaced_id as id from sessions where ${row}
    union select older.replaced_id from sessions older join replaced on older.id = replaced.id)
  select id from replaced where id is not null)`;

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
  const { idleSeconds, lifetimeSeconds, offsetSeconds = () => 0 } = options;
  const runStatement = <Result extends Row>(text: string, ...values: unknown[]) =>
    options.query<Result>(text, values);
  const runClaim =
    options.runClaim ?? (async (_, { text, values }) => (await options.query<ClaimedRow>(text, values))[0]);
  const NOW = "(now() + make_interval(secs => $1::float8))";
  const ALIVE = `last_used_at > ${NOW} - interval '${idleSeconds} seconds'
    and created_at > ${NOW} - interval '${lifetimeSeconds} seconds'
    and (released_at is null or released_at > ${NOW} - interval '${RELEASE_SECONDS} seconds')`;
  const ENDS = [
    `last_used_at <= ${NOW} - interval '${idleSeconds} seconds'`,
    `created_at <= ${NOW} - interval '${lifetimeSeconds} seconds'`,
    `released_at <= ${NOW} - interval '${RELEASE_SECONDS} seconds'`,
  ];
  const LATEST_MOVE = `${NOW} - interval '${LATEST_MOVE_SECONDS} seconds'`;
  const OWN = `id = $2::uuid and id in ${openedBySql("$3")} and ${ALIVE}`;
  const PROOF = "bound_key = $4, challenged_ms = $5, proof_hash = $6, proof_ends_ms = $7";
  const queryAtStoreTime = <Result extends Row>(text: string, ...values: unknown[]) =>
    runStatement<Result>(text, offsetSeconds(), ...values);

  /** Returns the devices of the ended sessions, without those that an ended one replaced. */
  const endSessionsWhere = async (condition: string, ...values: unknown[]): Promise<Device[]> => {
    const text = `with ended as (
        delete from sessions where ${condition} returning id, replaced_id, browser, system)
      select browser, system from ended
      where id not in (select replaced_id from ended where replaced_id is not null)`;
    const rows = await runStatement<Record<keyof Device, string | null>>(text, ...values);
    return rows.map(({ browser, system }) => ({
      browser: browser ?? undefined,
      system: system ?? undefined,
    }));
  };

  return {
    idleSeconds,
    lifetimeSeconds,
    async insert(session) {
      const { id, secretHash, uid, emailHash, refreshToken, device, replacedHash, signedInAt } = session;
      await queryAtStoreTime(
        `with unreachable as (
            delete from sessions where replaced_id in ${openedBySql("$9")} and id not in ${openedBySql("$9")}
              and created_at < least(${NOW}, coalesce(to_timestamp($10), ${LATEST_MOVE}))),
          crowded as (delete from sessions where id in (
            select id from sessions where uid = $4 order by last_used_at desc offset ${MAX_PER_ACCOUNT - 1}))
        insert into sessions
          (id, secret_hash, uid, email_hash, refresh_token, browser, system, replaced_id, created_at, last_used_at)
        values ($2, $3, $4, $5, $6, $7, $8,
          (select id from sessions where secret_hash = $9 or previous_hash = $9
            order by secret_hash = $9 desc, last_used_at desc limit 1),
          least(${NOW}, to_timestamp($10)), ${NOW})`,
        ...[id, secretHash, uid, emailHash, refreshToken, device.browser ?? null, device.system ?? null],
        ...[replacedHash, signedInAt ?? null],
      );
    },
    async renew(presented, next) {
      const rows = await queryAtStoreTime(
        `with opener as (
            select id from sessions where secret_hash = $3 or previous_hash = $3
            order by secret_hash = $3 desc, last_used_at desc limit 1 for update),
          renewed as (
            update sessions set email_hash = $6, refresh_token = $7, id_token = null, shared_until = null,
              claim = null, claimed_until = null, last_used_at = ${NOW},
              created_at = greatest(created_at, least(${NOW}, to_timestamp($8))),
              secret_hash = case when id in (select id from opener) then $5 else secret_hash end,
              previous_hash = case when id in (select id from opener) then $3 else previous_hash end
            where ${OWN} and uid = $4 returning id),
          later as (
            update sessions set secret_hash = $5, previous_hash = $3
            where id in (select id from opener) and id not in (select id from renewed)
              and exists (select from renewed))
        select id from renewed`,
        ...[presented.id, presented.secretHash, next.uid, next.secretHash, next.emailHash, next.refreshToken],
        next.signedInAt ?? null,
      );
      return rows.length > 0;
    },
    async claim({ id, secretHash }, claim, held, seconds) {
      const text = `update sessions set claim = $4, claimed_until = ${NOW} + make_interval(secs => $6),
          previous_hash = case when secret_hash = $3 then null else previous_hash end
        where ${OWN} and (claimed_until is null or claimed_until <= ${NOW})
          and (id_token is null or shared_until <= ${NOW} or id_token_mark = $5)
        returning uid, refresh_token`;
      const row = await runClaim(id, {
        text,
        values: [offsetSeconds(), id, secretHash, claim, held, seconds],
      });
      return row && { uid: row.uid, refreshToken: row.refresh_token };
    },
    async find({ id, secretHash }) {
      const [row] = await queryAtStoreTime<{
        uid: string;
        id_token: string | null;
        expires_in: number | null;
      }>(
        `select uid, case when shared_until > ${NOW} then id_token end as id_token,
          extract(epoch from id_token_expires_at - ${NOW})::float8 as expires_in
        from sessions where ${OWN}`,
        id,
        secretHash,
      );
      return row && { uid: row.uid, idToken: row.id_token, expiresInSeconds: row.expires_in };
    },
    async binding({ id, secretHash }) {
      const [row] = await queryAtStoreTime<BoundKey>(
        `select uid, bound_key as key, proof_hash as "proofHash", proof_ends_ms::float8 as "proofEndsMs",
          extract(epoch from ${NOW})::float8 * 1000 as "nowMs"
        from sessions where ${OWN}`,
        id,
        secretHash,
      );
      return row;
    },
    async bind({ id, secretHash }, proof) {
      const { key, challengedMs, proofHash, proofEndsMs } = proof;
      const text = `update sessions set ${PROOF} where ${OWN} and bound_key is null returning id`;
      return (
        (await queryAtStoreTime(text, id, secretHash, key, challengedMs, proofHash, proofEndsMs)).length > 0
      );
    },
    async prove({ id, secretHash }, proof) {
      const { key, challengedMs, proofHash, proofEndsMs } = proof;
      const text = `update sessions set ${PROOF}
        where ${OWN} and bound_key = $4 and challenged_ms < $5 returning id`;
      return (
        (await queryAtStoreTime(text, id, secretHash, key, challengedMs, proofHash, proofEndsMs)).length > 0
      );
    },
    async unbind({ id, secretHash }) {
      const text = `update sessions set bound_key = null, challenged_ms = null, proof_hash = null, proof_ends_ms = null
        where ${OWN} and bound_key is not null`;
      await queryAtStoreTime(text, id, secretHash);
    },
    async findByCookie(secretHash) {
      const [row] = await queryAtStoreTime<{ id: string; uid: string }>(
        `select id, uid from sessions where (secret_hash = $2 or previous_hash = $2) and ${ALIVE}
          order by secret_hash = $2 desc, last_used_at desc limit 1`,
        secretHash,
      );
      return row;
    },
    async finish(id, claim, kept) {
      const rows = await queryAtStoreTime(
        `with replaced as (delete from sessions where id in ${replacedBySql("id = $2 and claim = $3")})
        update sessions set refresh_token = $4, email_hash = $5, id_token = $6, id_token_mark = $7,
          id_token_expires_at = ${NOW} + make_interval(secs => $8),
          shared_until = ${NOW} + make_interval(secs => $9),
          last_used_at = ${NOW}, claim = null, claimed_until = null, replaced_id = null
        where id = $2 and claim = $3 returning id`,
        ...[id, claim, kept.refreshToken, kept.emailHash, kept.idToken, kept.mark],
        ...[kept.expiresInSeconds, kept.sharedSeconds],
      );
      return rows.length > 0 || (await runStatement("select id from sessions where id = $1", id)).length > 0;
    },
    async unclaim(id, claim) {
      const text = "update sessions set claim = null, claimed_until = null where id = $1 and claim = $2";
      await runStatement(text, id, claim);
    },
    async endClaimed(id, claim) {
      const own = "id = $1 and claim = $2";
      const text = `with replaced as (delete from sessions where id in ${replacedBySql(own)})
        delete from sessions where ${own} returning id`;
      return (await runStatement(text, id, claim)).length > 0;
    },
    async release({ id, secretHash }) {
      const [row] = await queryAtStoreTime<{ refresh_token: string }>(
        `with replaced as (delete from sessions where id in ${replacedBySql(OWN)})
        update sessions set released_at = coalesce(released_at, ${NOW}), replaced_id = null
        where ${OWN} returning refresh_token`,
        id,
        secretHash,
      );
      return row?.refresh_token;
    },
    list: (uid, id) =>
      queryAtStoreTime<ListedSession>(
        `select id, browser, system, created_at as "createdAt", last_used_at as "lastUsedAt",
          bound_key is not null as bound from sessions
        where uid = $2 and id not in ${replacedBySql("id = $3")} and ${ALIVE} order by last_used_at desc, id`,
        ...[uid, id],
      ),
    end: (uid, id) =>
      endSessionsWhere(`uid = $1 and (id = $2 or id in ${replacedBySql("id = $2 and uid = $1")})`, uid, id),
    async endOwn({ id, secretHash }) {
      await queryAtStoreTime(
        `delete from sessions where id in ${replacedBySql(OWN)} or (${OWN})`,
        ...[id, secretHash],
      );
    },
    async giveUp({ id, secretHash }) {
      await queryAtStoreTime(
        `with given_up as (delete from sessions where ${OWN} returning id, replaced_id, secret_hash = $3 as is_own),
          later as (
            update sessions set replaced_id = given_up.replaced_id from given_up
            where sessions.replaced_id = given_up.id)
        update sessions set secret_hash = case when is_own then $3 else secret_hash end,
          previous_hash = case when is_own then secret_hash else $3 end
        from given_up where sessions.id = given_up.replaced_id`,
        ...[id, secretHash],
      );
    },
    async isOpening(secretHash) {
      const text = `select id from sessions where (secret_hash = $2 or previous_hash = $2) and ${ALIVE} limit 1`;
      return (await queryAtStoreTime(text, secretHash)).length > 0;
    },
    endOthers: (uid, keptId) => endSessionsWhere("uid = $1 and id is distinct from $2::uuid", uid, keptId),
    async purge() {
      // One statement for each kind of end, so that each statement reads its own index.
      for (const end of ENDS) await queryAtStoreTime(`delete from sessions where ${end}`);
      await queryAtStoreTime(
        `update sessions set id_token = null, id_token_mark = null where id_token is not null and shared_until <= ${NOW}`,
      );
    },
  };
}
