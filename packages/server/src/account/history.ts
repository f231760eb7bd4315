import { type Happening, HISTORY_DAYS, HistoryEntry } from "@tallybin/contract/account";
import type { Device } from "@tallybin/contract/device";
import type { PoolClient } from "pg";
import * as v from "valibot";
import { type Database, deleteExpired } from "../database/database.ts";

/** A security event. `at` is in milliseconds since the epoch; absent: now. */
export type AccountEvent = { uid: string; happening: Happening; device?: Device; at?: number };

/** The most events of one response: more than a person reads. */
const MOST_SHOWN = 500;

const INSERT = `
  insert into account_events (uid, kind, at, browser, system, detail)
  select uid, kind, coalesce(to_timestamp(at / 1000), now() + make_interval(secs => $1::float8)), browser, system, detail
  from jsonb_to_recordset($2::jsonb)
    as event (uid text, kind text, at float8, browser text, system text, detail jsonb)`;

type Row = Device & { kind: string; at: Date; detail: object };

export type History = ReturnType<typeof createHistory>;

/** The security events of accounts. @param offsetSeconds how far a test's clock is from the machine's */
export function createHistory(database: Database, offsetSeconds: () => number) {
  return {
    /** @param client of a transaction that the events belong to */
    async record(events: readonly AccountEvent[], client?: PoolClient): Promise<void> {
      if (events.length === 0) return;
      const rows = events.map(({ uid, happening: { kind, ...detail }, device, at }) => ({
        uid,
        kind,
        at,
        detail,
        ...device,
      }));
      const values = [offsetSeconds(), JSON.stringify(rows)];
      await (client ? client.query(INSERT, values) : database.query(INSERT, values));
    },
    /** The events of an account in the last days, the newest first. An event of a later release is left out. */
    async read(uid: string): Promise<HistoryEntry[]> {
      const rows = await database.query<Row>(
        `select kind, at, browser, system, detail from account_events
        where uid = $2 and at > now() + make_interval(secs => $1::float8) - interval '${HISTORY_DAYS} days'
        order by at desc, id desc limit ${MOST_SHOWN}`,
        [offsetSeconds(), uid],
      );
      return rows.flatMap(({ detail, at, ...row }) => {
        const entry = v.safeParse(HistoryEntry, { ...detail, ...row, at: at.toISOString() });
        return entry.success ? [entry.output] : [];
      });
    },
    /**
     * Deletes old events, and the facts of accounts that have not been seen for as long. Facts name the account of an
     * address, so they stay as long as its other rows, which an erasure finds by them.
     */
    async purge(): Promise<void> {
      const ago = `now() + make_interval(secs => $1::float8) - interval '${HISTORY_DAYS} days'`;
      await deleteExpired(database, "account_events", `at <= ${ago}`, [offsetSeconds()]);
      const isUnused = ["sessions", "account_events", "account_devices"].map(
        (table) => `not exists (select from ${table} where ${table}.uid = account_facts.uid)`,
      );
      const condition = [`seen_at <= ${ago}`, ...isUnused].join(" and ");
      await deleteExpired(database, "account_facts", condition, [offsetSeconds()]);
    },
  };
}
