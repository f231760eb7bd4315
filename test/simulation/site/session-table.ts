import type { Moment } from "../moments.ts";
import type { SessionWatch } from "./session-watch.ts";

type Row = {
  id: string;
  replaced_id: string | null;
  turn: number;
  claim: string | null;
  claimed_until: Date | null;
};
/** The writes of a sign-in, of a claim, and of its end. */
const WRITES =
  /\binsert into sessions\b|\bupdate sessions set (?!id_token = null)|\bdelete from sessions where (?!(?:id = any \(array\(select id from sessions where )?(?:last_used|created|released))/;
/** A page uses a session, which ends those that it replaces. */
const ACCEPTS = /\bset turn = greatest\b/;
/** The table of the release before has no turns. */
const READ = `select id, replaced_id, coalesce((to_jsonb(sessions) ->> 'turn')::integer, 1) as turn, claim, claimed_until
  from sessions`;

type Parts = {
  run: (text: string) => Promise<Record<string, unknown>[]>;
  now: () => number;
  watch: SessionWatch;
  come: (moment: Moment) => void;
};

/** Compares the table of sessions before and after each statement that names it. */
export function watchSessionTable({ run, now, watch, come }: Parts): (text: string) => Promise<void> {
  let before = new Map<string, Row>();

  const compare = ({ id, replaced_id, turn, claim, claimed_until }: Row, held: Row | undefined): void => {
    if (!held) watch.replaces(id, replaced_id ?? undefined);
    // A page that uses a session, or takes it back, ends those before it. The release before forgets them then.
    if (held && ((held.replaced_id !== null && replaced_id === null) || turn > held.turn)) watch.used(id);
    if (claim === (held?.claim ?? null)) return;
    if (claim === null) watch.unclaimed(id);
    else watch.claimed(id, claim, claimed_until?.getTime() ?? now());
  };

  return async (text) => {
    if (!WRITES.test(text)) return;
    come("kept");
    const rows = (await run(READ)) as Row[];
    for (const row of rows) compare(row, before.get(row.id));
    const present = new Set(rows.map(({ id }) => id));
    for (const id of before.keys())
      if (!present.has(id)) {
        watch.unclaimed(id);
        if (ACCEPTS.test(text)) watch.mayEnd(id);
      }
    before = new Map(rows.map((row) => [row.id, row]));
  };
}
