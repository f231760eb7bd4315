import type { Device } from "@tallybin/contract";
import type { Database } from "../database/database.ts";

/** The session that a request names: the hash of its cookie's secret, and the page's session ID. */
export type Presented = { id: string; secretHash: string };

export type NewSession = Presented & {
  uid: string;
  emailHash: string | null;
  refreshToken: string;
  device: Device;
  /** The previous session of this browser's cookie, which ends now. */
  replacedHash: string | null;
};

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
 * The rows of sessions. Times come from the database, so that servers with different clocks agree.
 * @param offsetSeconds how far local mode's clock is from the machine's; 0 in production
 */
export function createSessionStore(
  database: Database,
  limits: { idleSeconds: number; lifetimeSeconds: number },
  offsetSeconds: () => number,
) {
  const { idleSeconds, lifetimeSeconds } = limits;
  const NOW = "(now() + make_interval(secs => $1::float8))";
  const ALIVE = `last_used_at > ${NOW} - interval '${idleSeconds} seconds'
    and created_at > ${NOW} - interval '${lifetimeSeconds} seconds'
    and (released_at is null or released_at > ${NOW} - interval '${RELEASE_SECONDS} seconds')`;
  const OWN = `id = $2::uuid and (secret_hash = $3 or previous_hash = $3) and ${ALIVE}`;
  const query = <Row extends Record<string, unknown>>(text: string, ...values: unknown[]) =>
    database.query<Row>(text, [offsetSeconds(), ...values]);

  return {
    /** Inserts a session; ends this browser's previous one. */
    async insert(session: NewSession): Promise<void> {
      const { id, secretHash, uid, emailHash, refreshToken, device, replacedHash } = session;
      await query(
        `with replaced as (delete from sessions where secret_hash = $9 or previous_hash = $9),
          crowded as (delete from sessions where id in (
            select id from sessions where uid = $4 order by last_used_at desc offset ${MAX_PER_ACCOUNT - 1}))
        insert into sessions
          (id, secret_hash, uid, email_hash, refresh_token, browser, system, created_at, last_used_at)
        values ($2, $3, $4, $5, $6, $7, $8, ${NOW}, ${NOW})`,
        ...[id, secretHash, uid, emailHash, refreshToken, device.browser ?? null, device.system ?? null],
        replacedHash,
      );
    },
    /** Replaces a session's token and secret. False if the session has ended or belongs to another account. */
    async renew(
      presented: Presented,
      next: { uid: string; secretHash: string; emailHash: string | null; refreshToken: string },
    ): Promise<boolean> {
      const rows = await query(
        `update sessions set secret_hash = $5, previous_hash = $3, email_hash = $6, refresh_token = $7,
          id_token = null, shared_until = null, claim = null, claimed_until = null, last_used_at = ${NOW}
        where ${OWN} and uid = $4 returning id`,
        ...[presented.id, presented.secretHash, next.uid, next.secretHash, next.emailHash, next.refreshToken],
      );
      return rows.length > 0;
    },
    /**
     * Claims a session for one exchange. Fails while another request has the claim, or when a recent exchange has
     * left an ID token that the caller does not have yet. A claim expires, so that a killed server does not block the
     * session for long.
     * @param held the end of the caller's current ID token
     */
    async claim(
      { id, secretHash }: Presented,
      claim: string,
      held: string,
      seconds: number,
    ): Promise<{ uid: string; refresh_token: string } | undefined> {
      const [row] = await query<{ uid: string; refresh_token: string }>(
        `update sessions set claim = $4, claimed_until = ${NOW} + make_interval(secs => $6),
          previous_hash = case when secret_hash = $3 then null else previous_hash end
        where ${OWN} and (claimed_until is null or claimed_until <= ${NOW})
          and (id_token is null or shared_until <= ${NOW} or id_token_mark = $5)
        returning uid, refresh_token`,
        ...[id, secretHash, claim, held, seconds],
      );
      return row;
    },
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
     * Stores the result of an exchange. `ended`: the session is gone; `replaced`: a hand-over has replaced the token
     * meanwhile.
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
    ): Promise<"kept" | "replaced" | "ended"> {
      const rows = await query(
        `update sessions set refresh_token = $4, email_hash = $5, id_token = $6, id_token_mark = $7,
          id_token_expires_at = ${NOW} + make_interval(secs => $8),
          shared_until = ${NOW} + make_interval(secs => $9),
          last_used_at = ${NOW}, claim = null, claimed_until = null
        where id = $2 and claim = $3 returning id`,
        ...[id, claim, kept.refreshToken, kept.emailHash, kept.idToken, kept.mark],
        ...[kept.expiresInSeconds, kept.sharedSeconds],
      );
      if (rows.length > 0) return "kept";
      return (await database.query("select id from sessions where id = $1", [id])).length > 0
        ? "replaced"
        : "ended";
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
    /** The sealed token of a session that returns to the browser; the row expires a minute later. */
    async release({ id, secretHash }: Presented): Promise<{ refresh_token: string } | undefined> {
      const [row] = await query<{ refresh_token: string }>(
        `update sessions set released_at = coalesce(released_at, ${NOW}) where ${OWN} returning refresh_token`,
        id,
        secretHash,
      );
      return row;
    },
    /** The sessions of an account, by last use. */
    list: (uid: string) =>
      query<ListedSession>(
        `select id, browser, system, created_at, last_used_at from sessions
        where uid = $2 and ${ALIVE} order by last_used_at desc, id`,
        uid,
      ),
    /** Ends one session of an account. */
    async end(uid: string, id: string): Promise<boolean> {
      return (
        (await database.query("delete from sessions where uid = $1 and id = $2 returning id", [uid, id]))
          .length > 0
      );
    },
    /** Ends all sessions of an account except one. */
    async endOthers(uid: string, keptId: string | null): Promise<number> {
      const text = "delete from sessions where uid = $1 and id is distinct from $2::uuid returning id";
      return (await database.query(text, [uid, keptId])).length;
    },
    /** Deletes ended sessions, and ID tokens that are no longer shared. */
    async purge(): Promise<void> {
      await query(`delete from sessions where not (${ALIVE})`);
      await query(
        `update sessions set id_token = null, id_token_mark = null where id_token is not null and shared_until <= ${NOW}`,
      );
    },
  };
}

export type SessionStore = ReturnType<typeof createSessionStore>;
