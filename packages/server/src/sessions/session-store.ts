import type { Device } from "@tallybin/contract";
import type { Database } from "../database/database.ts";

/** The session that a request names: the hash of its cookie's secret, and the page's session ID. */
export type Presented = { id: string; secretHash: string };

export type NewSession = Presented & {
  uid: string;
  emailHash: string | null;
  refreshToken: string;
  device: Device;
  /** The secret of this browser's cookie, whose session ends at the new session's first exchange. */
  replacedHash: string | null;
  /** Seconds since the epoch; the session's lifetime counts from here. Absent: from now. */
  signedInAt: number | undefined;
};

/** A statement with its values, which the caller runs. */
export type Statement = { text: string; values: readonly unknown[] };
/** The row of a claimed session. */
export type Claimed = { uid: string; refresh_token: string };

export type SessionLimits = { idleSeconds: number; lifetimeSeconds: number };

export type ListedSession = {
  id: string;
  browser: string | null;
  system: string | null;
  created_at: Date;
  last_used_at: Date;
};

/** The maximum number of sessions of an account. A further sign-in replaces the least recently used one. */
const MAX_PER_ACCOUNT = 100;
/** How long a released token can be fetched again if the response was lost. */
const RELEASE_SECONDS = 60;

/**
 * The sessions that a cookie opens: its own, and each that was in the browser at that session's sign-in. The page may
 * still show the earlier one, because its sign-in failed, was given up, or got no answer.
 */
const openedBy = (secretHash: string): string =>
  `(with recursive opened as (
    select id, replaced_id from sessions where secret_hash = ${secretHash} or previous_hash = ${secretHash}
    union select older.id, older.replaced_id from sessions older join opened on older.id = opened.replaced_id)
  select id from opened)`;

/** The sessions that one session replaced. @param row the condition of that session */
const replacedBy = (row: string): string =>
  `(with recursive replaced as (
    select replaced_id as id from sessions where ${row}
    union select older.replaced_id from sessions older join replaced on older.id = replaced.id)
  select id from replaced where id is not null)`;

/**
 * The rows of sessions. Times come from the database, so that servers with different clocks agree.
 * @param offsetSeconds how far local mode's clock is from the machine's; 0 in production
 */
export function createSessionStore(database: Database, limits: SessionLimits, offsetSeconds: () => number) {
  const { idleSeconds, lifetimeSeconds } = limits;
  const NOW = "(now() + make_interval(secs => $1::float8))";
  const ALIVE = `last_used_at > ${NOW} - interval '${idleSeconds} seconds'
    and created_at > ${NOW} - interval '${lifetimeSeconds} seconds'
    and (released_at is null or released_at > ${NOW} - interval '${RELEASE_SECONDS} seconds')`;
  const ENDS = [
    `last_used_at <= ${NOW} - interval '${idleSeconds} seconds'`,
    `created_at <= ${NOW} - interval '${lifetimeSeconds} seconds'`,
    `released_at <= ${NOW} - interval '${RELEASE_SECONDS} seconds'`,
  ];
  const OWN = `id = $2::uuid and id in ${openedBy("$3")} and ${ALIVE}`;
  const query = <Row extends Record<string, unknown>>(text: string, ...values: unknown[]) =>
    database.query<Row>(text, [offsetSeconds(), ...values]);

  return {
    /** Inserts a session. The browser's previous one stays until this is used; unreachable ones end. */
    async insert(session: NewSession): Promise<void> {
      const { id, secretHash, uid, emailHash, refreshToken, device, replacedHash, signedInAt } = session;
      await query(
        `with unreachable as (
            delete from sessions where replaced_id in ${openedBy("$9")} and id not in ${openedBy("$9")}),
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
    /** Replaces a session's token and secret. False if the session has ended or belongs to another account. */
    async renew(
      presented: Presented,
      next: Pick<NewSession, "uid" | "secretHash" | "emailHash" | "refreshToken" | "signedInAt">,
    ): Promise<boolean> {
      const rows = await query(
        `update sessions set secret_hash = $5, previous_hash = $3, email_hash = $6, refresh_token = $7,
          id_token = null, shared_until = null, claim = null, claimed_until = null, last_used_at = ${NOW},
          created_at = greatest(created_at, least(${NOW}, to_timestamp($8)))
        where ${OWN} and uid = $4 returning id`,
        ...[presented.id, presented.secretHash, next.uid, next.secretHash, next.emailHash, next.refreshToken],
        next.signedInAt ?? null,
      );
      return rows.length > 0;
    },
    /**
     * Claims a session for one exchange, unless another request has it or the last ID token is new to the caller.
     * A claim expires, so that a killed server does not block the session for long. The statement returns a {@link Claimed}.
     * @param held the end of the caller's current ID token
     */
    claimStatement: (
      { id, secretHash }: Presented,
      claim: string,
      held: string,
      seconds: number,
    ): Statement => ({
      text: `update sessions set claim = $4, claimed_until = ${NOW} + make_interval(secs => $6),
          previous_hash = case when secret_hash = $3 then null else previous_hash end
        where ${OWN} and (claimed_until is null or claimed_until <= ${NOW})
          and (id_token is null or shared_until <= ${NOW} or id_token_mark = $5)
        returning uid, refresh_token`,
      values: [offsetSeconds(), id, secretHash, claim, held, seconds],
    }),
    /** A session, with the ID token that callers may share, if there is one. Undefined after its end. */
    async find({ id, secretHash }: Presented) {
      const [row] = await query<{ uid: string; id_token: string | null; expires_in: number | null }>(
        `select uid, case when shared_until > ${NOW} then id_token end as id_token,
          extract(epoch from id_token_expires_at - ${NOW})::float8 as expires_in
        from sessions where ${OWN}`,
        id,
        secretHash,
      );
      return row;
    },
    /**
     * Stores the result of an exchange, and ends the sessions that this one replaced, because the page uses this one.
     * Stores nothing if a hand-over has replaced the token meanwhile. False if the session is gone.
     */
    async finish(
      id: string,
      claim: string,
      kept: {
        refreshToken: string;
        emailHash: string | null;
        idToken: string;
        mark: string;
        expiresInSeconds: number;
        sharedSeconds: number;
      },
    ): Promise<boolean> {
      const rows = await query(
        `with replaced as (delete from sessions where id in ${replacedBy("id = $2 and claim = $3")})
        update sessions set refresh_token = $4, email_hash = $5, id_token = $6, id_token_mark = $7,
          id_token_expires_at = ${NOW} + make_interval(secs => $8),
          shared_until = ${NOW} + make_interval(secs => $9),
          last_used_at = ${NOW}, claim = null, claimed_until = null, replaced_id = null
        where id = $2 and claim = $3 returning id`,
        ...[id, claim, kept.refreshToken, kept.emailHash, kept.idToken, kept.mark],
        ...[kept.expiresInSeconds, kept.sharedSeconds],
      );
      return (
        rows.length > 0 || (await database.query("select id from sessions where id = $1", [id])).length > 0
      );
    },
    /** Releases a claim, so that the next caller may try immediately. */
    async unclaim(id: string, claim: string): Promise<void> {
      await database.query(
        "update sessions set claim = null, claimed_until = null where id = $1 and claim = $2",
        [id, claim],
      );
    },
    /** Ends a refused session. False if a hand-over has replaced its token meanwhile, or if it has ended already. */
    async endClaimed(id: string, claim: string): Promise<boolean> {
      const text = "delete from sessions where id = $1 and claim = $2 returning id";
      return (await database.query(text, [id, claim])).length > 0;
    },
    /** The sealed token for the browser. The row expires a minute later; the replaced sessions end. */
    async release({ id, secretHash }: Presented): Promise<{ refresh_token: string } | undefined> {
      const [row] = await query<{ refresh_token: string }>(
        `with replaced as (delete from sessions where id in ${replacedBy(OWN)})
        update sessions set released_at = coalesce(released_at, ${NOW}), replaced_id = null
        where ${OWN} returning refresh_token`,
        id,
        secretHash,
      );
      return row;
    },
    /** The sessions of an account, by last use, without those that the given one replaces. */
    list: (uid: string, id: string) =>
      query<ListedSession>(
        `select id, browser, system, created_at, last_used_at from sessions
        where uid = $2 and id not in ${replacedBy("id = $3")} and ${ALIVE} order by last_used_at desc, id`,
        ...[uid, id],
      ),
    /** Ends one session of an account, and those of this account that it replaced. */
    async end(uid: string, id: string): Promise<boolean> {
      const text = `delete from sessions where uid = $1 and (id = $2 or id in ${replacedBy("id = $2 and uid = $1")})
        returning id`;
      return (await database.query(text, [uid, id])).length > 0;
    },
    /** Ends the presented session, and those that it replaced. */
    async endOwn({ id, secretHash }: Presented): Promise<void> {
      await query(`delete from sessions where id in ${replacedBy(OWN)} or (${OWN})`, ...[id, secretHash]);
    },
    /** Ends a session that the page has not accepted. What it replaced stays, and keeps the browser's cookie. */
    async giveUp({ id, secretHash }: Presented): Promise<void> {
      await query(
        `with given_up as (delete from sessions where ${OWN} returning id, replaced_id),
          later as (
            update sessions set replaced_id = given_up.replaced_id from given_up
            where sessions.replaced_id = given_up.id)
        update sessions set previous_hash = $3 from given_up where sessions.id = given_up.replaced_id`,
        ...[id, secretHash],
      );
    },
    /** Whether a cookie opens a session. */
    async isOpening(secretHash: string): Promise<boolean> {
      const text = `select id from sessions where (secret_hash = $2 or previous_hash = $2) and ${ALIVE} limit 1`;
      return (await query(text, secretHash)).length > 0;
    },
    /** Ends all sessions of an account except one. */
    async endOthers(uid: string, keptId: string | null): Promise<number> {
      const text = "delete from sessions where uid = $1 and id is distinct from $2::uuid returning id";
      return (await database.query(text, [uid, keptId])).length;
    },
    /** Deletes ended sessions, and ID tokens that are no longer shared. */
    async purge(): Promise<void> {
      // One statement for each end, so that each reads its own index.
      for (const end of ENDS) await query(`delete from sessions where ${end}`);
      await query(
        `update sessions set id_token = null, id_token_mark = null where id_token is not null and shared_until <= ${NOW}`,
      );
    },
  };
}

export type SessionStore = ReturnType<typeof createSessionStore>;
