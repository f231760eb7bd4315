import { randomUUID } from "node:crypto";
import type { Device } from "@tallybin/contract/device";
import { cookieValueIn, hashSecret, setCookieHeaderOf } from "@tallybin/identity-server/http/session-cookie";
import type { PoolClient } from "pg";
import { type Database, deleteExpired } from "../database/database.ts";

const NOTICE_DAYS = 7;
/** Sign-ins from the same kind of browser within this time are one notice. */
const TOGETHER_SECONDS = 10;
/** A mail waits for the look at the account, which may show that the sign-in has created it. */
const LOOK_SECONDS = 60;

type Meeting = { uid: string; session: string; deviceHash: string };

export type AnsweredNotice = {
  uid: string;
  /** The session of the notice, and those of sign-ins that it has announced too. */
  sessions: string[];
  email: string | null;
  /** Provider IDs; null if the account was never looked at. */
  methods: string[] | null;
};

export type Notice = Device & { id: string; at: Date };

/** The browsers of accounts, and the notices of new ones. @param offsetSeconds how far a test's clock is from the machine's */
export function createNotices(database: Database, offsetSeconds: () => number) {
  const NOW = "(now() + make_interval(secs => $1::float8))";
  const OPEN = `used_at is null and at > ${NOW} - interval '${NOTICE_DAYS} days'`;
  const SELECT = "select id, browser, system, at from sign_in_notices";
  const queryAtStoreTime = <Row extends Record<string, unknown>>(text: string, ...values: unknown[]) =>
    database.query<Row>(text, [offsetSeconds(), ...values]);

  return {
    /**
     * Records a browser of an account. Call this in a transaction that has locked the account. An open notice of the
     * same browser gets the new session, so that its answer ends this one too.
     * @returns whether this account has not used it before, and whether it is the account's first
     */
    async meet(client: PoolClient, { uid, deviceHash, session }: Meeting) {
      await client.query(
        `update sign_in_notices set session_ids = session_ids || $3::uuid
          where uid = $1 and device_hash = $2 and used_at is null`,
        [uid, deviceHash, session],
      );
      const { rows } = await client.query<{ is_new: boolean; is_first: boolean }>(
        `insert into account_devices as d (uid, device_hash, first_seen_at, last_seen_at)
        values ($2, $3, ${NOW}, ${NOW})
        on conflict (uid, device_hash) do update set last_seen_at = excluded.last_seen_at
        returning xmax = 0 as is_new,
          not exists (select from account_devices where uid = $2 and device_hash <> $3) as is_first`,
        [offsetSeconds(), uid, deviceHash],
      );
      return { isNew: rows[0]?.is_new === true, isFirst: rows[0]?.is_first === true };
    },
    /** Stores a notice in the same transaction. @returns its ID, and whether a mail will tell it */
    async add(
      client: PoolClient,
      { uid, session, deviceHash, device, email }: Meeting & { device: Device; email: string | null },
      hasMail: boolean,
    ) {
      const id = randomUUID();
      const { rows } = await client.query<{ is_due: boolean }>(
        `with earlier as (
            select id from sign_in_notices where uid = $3 and told_by is null and used_at is null
              and at > ${NOW} - interval '${TOGETHER_SECONDS} seconds'
              and browser is not distinct from $6 and system is not distinct from $7 limit 1)
        insert into sign_in_notices (id, uid, session_ids, device_hash, browser, system, email, at, told_by, mail_due_at)
        values ($2, $3, array[$4::uuid], $5, $6, $7, $8, ${NOW}, (select id from earlier),
          case when $9::boolean and $8::text is not null and not exists (select from earlier)
            then now() + interval '${LOOK_SECONDS} seconds' end)
        returning mail_due_at is not null as is_due`,
        [offsetSeconds(), id, uid, session, deviceHash, device.browser, device.system, email, hasMail],
      );
      return { id, isDue: rows[0]?.is_due === true };
    },
    /** Deletes a notice whose sign-in has created the account, because the user needs no mail about it. */
    async drop(id: string): Promise<void> {
      await database.query("delete from sign_in_notices where id = $1", [id]);
    },
    /** Stores the result of a look at the account. From then on, the notice's mail is due, or will never be. */
    async complete(id: string, methods: string[] | null, isMailed: boolean): Promise<void> {
      await database.query(
        `update sign_in_notices set methods = $2::jsonb,
          mail_due_at = case when $3::boolean and mail_due_at is not null then now() end where id = $1`,
        [id, methods && JSON.stringify(methods), isMailed],
      );
    },
    find: async (id: string): Promise<Notice | undefined> =>
      (await queryAtStoreTime<Notice>(`${SELECT} where id = $2 and ${OPEN}`, id))[0],
    /**
     * Answers a notice once, and forgets its browser, which is new again at its next sign-in.
     * @param uid of the account that answers; by the link of a mail, null
     */
    async answer(id: string, uid: string | null): Promise<AnsweredNotice | undefined> {
      const [row] = await queryAtStoreTime<AnsweredNotice>(
        `with answered as (
            update sign_in_notices set used_at = ${NOW} where id = $2 and ${OPEN} and ($3::text is null or uid = $3)
            returning id, uid, session_ids, device_hash, email, methods),
          together as (select session_ids, device_hash, uid from answered union all
            select other.session_ids, other.device_hash, other.uid from sign_in_notices other
              join answered on other.told_by = answered.id),
          forgotten as (delete from account_devices d using together
            where d.uid = together.uid and d.device_hash = together.device_hash)
        select uid, email, methods, (select json_agg(session) from together, unnest(session_ids) as session) as sessions
        from answered`,
        id,
        uid,
      );
      return row;
    },
    async dismiss(id: string, uid: string, deviceHash: string): Promise<void> {
      await queryAtStoreTime(
        `update sign_in_notices n set used_at = ${NOW} where id = $2 and uid = $3 and ${OPEN} and ${isKnownBeforeSql("$4")}`,
        ...[id, uid, deviceHash],
      );
    },
    /** The notices that no mail reports, for a browser that the account has used before the new one. */
    waiting: (uid: string, deviceHash: string): Promise<Notice[]> =>
      queryAtStoreTime<Notice>(
        `${SELECT} n where uid = $2 and ${OPEN} and told_by is null
          and mail_due_at is null and mailed_at is null and ${isKnownBeforeSql("$3")} order by at desc`,
        ...[uid, deviceHash],
      ),
    async purge(): Promise<void> {
      const deleteOlder = (table: string, column: string, days: number) =>
        deleteExpired(database, table, `${column} <= ${NOW} - interval '${days} days'`, [offsetSeconds()]);
      await deleteOlder("sign_in_notices", "at", NOTICE_DAYS);
      await deleteOlder("account_devices", "last_seen_at", DEVICE_DAYS);
    },
  };
}

/**
 * A new browser must not answer for another new browser: two browsers of a thief would otherwise vouch for each other.
 * @param hash of the browser that asks
 */
const isKnownBeforeSql = (hash: string): string =>
  `exists (select from account_devices d where d.uid = n.uid and d.device_hash = ${hash} and d.first_seen_at < n.at
    and not exists (select from sign_in_notices own
      where own.uid = n.uid and own.device_hash = ${hash} and own.used_at is null))`;

const NAME = "device";
const SECRET = /^[\w-]{43}$/;
/** The longest that browsers keep a cookie. */
const DEVICE_DAYS = 400;

/** The secret that tells this browser from others. It opens nothing, and stays after a sign-out. */
export function deviceSecretIn(request: Request, origin: string): string | undefined {
  const value = cookieValueIn(request, origin, NAME);
  return value !== undefined && SECRET.test(value) ? value : undefined;
}

export const deviceCookie = (origin: string, secret: string): string =>
  setCookieHeaderOf(origin, { name: NAME, value: secret, seconds: DEVICE_DAYS * 86_400 });

/** The stored form of a browser, for one account: the table does not show which accounts share a browser. */
export const deviceHashOf = (secret: string, uid: string): string => hashSecret(`${secret}\0${uid}`);
