import type { Device } from "@tallybin/contract";
import type { OnSessionChange, SessionChange } from "@tallybin/identity-server";
import { type Sealer, within } from "@tallybin/identity-server/internal";
import * as v from "valibot";
import type { Database } from "../database/database.ts";
import { emailKeyOf } from "../text/email-address.ts";
import { compareFacts, Facts, factsOf } from "./facts.ts";
import type { AccountEvent, History } from "./history.ts";
import type { IdentityService, LookedUp } from "./identity-service.ts";

/** Statements about one account wait for each other, on each server. Ends with the transaction, so a pooler may share. */
const LOCK_ACCOUNT = "select pg_advisory_xact_lock(hashtextextended('account ' || $1::text, 0))";

const STOP_GRACE_MS = 3_000;

type Held = { email_hash: string | null; facts: unknown };

const eventOf = (change: Exclude<SessionChange, { kind: "handed-over" }>): AccountEvent => {
  const { uid } = change;
  if (change.kind === "refused") return { uid, happening: { kind: "ended-by-service" } };
  const { device } = change;
  if (change.kind !== "ended") return { uid, device, happening: { kind: change.kind } };
  const by = { browser: change.by.browser ?? null, system: change.by.system ?? null };
  return { uid, device, happening: { kind: "ended-elsewhere", by } };
};

/** Records what happens to an account: what this server does itself, and what a look at the account shows. */
export function createAccountWatch(parts: {
  database: Database;
  history: History;
  service: IdentityService;
  hashesOf: Sealer["hashesOf"];
  /** Milliseconds since the epoch. */
  now: () => number;
  onFault(error: unknown): void;
}) {
  const { database, history, service, hashesOf, now, onFault } = parts;
  const looks = new Set<Promise<unknown>>();

  /** Compares an account with the last look at it, unless a later look has been stored meanwhile. */
  const compare = (account: LookedUp, lookedAt: number, device?: Device): Promise<void> =>
    database.transaction(async (client) => {
      const { localId: uid, email } = account;
      const at = lookedAt / 1000;
      await client.query(LOCK_ACCOUNT, [uid]);
      const { rows } = await client.query<Held & { is_later: boolean }>(
        "select email_hash, facts, seen_at > to_timestamp($2) as is_later from account_facts where uid = $1",
        [uid, at],
      );
      const held = rows[0];
      if (held?.is_later) return;
      const hashes = email === undefined ? [] : hashesOf(emailKeyOf(email));
      const facts = factsOf(account);
      await client.query(
        `insert into account_facts (uid, email_hash, facts, seen_at) values ($1, $2, $3, to_timestamp($4))
        on conflict (uid) do update set email_hash = $2, facts = $3, seen_at = to_timestamp($4)`,
        [uid, hashes[0] ?? null, JSON.stringify(facts), at],
      );
      const before = v.safeParse(Facts, held?.facts);
      if (!held || !before.success) return;
      const shared = { uid, ...(device ? { device } : {}) };
      const events = compareFacts(before.output, facts).map((change) => ({ ...shared, ...change }));
      const isSameAddress = held.email_hash === null ? email === undefined : hashes.includes(held.email_hash);
      if (!isSameAddress) {
        const change = held.email_hash === null ? "added" : email === undefined ? "removed" : "changed";
        events.push({ ...shared, happening: { kind: "address", change } });
      }
      await history.record(events, client);
    });

  /** Reads the account of a verified ID token. @param device of the page that has just changed the account */
  async function look(idToken: string, device?: Device): Promise<LookedUp> {
    const lookedAt = now();
    const account = await service.lookUp(idToken);
    await compare(account, lookedAt, device);
    return account;
  }

  const onChange: OnSessionChange = async (change) => {
    if (change.kind !== "handed-over") return history.record([eventOf(change)]);
    const { uid, how, device, idToken } = change;
    // A look takes a call to the identity service, and no sign-in waits for it.
    const looked = look(idToken, how === "renewed" ? device : undefined).catch(onFault);
    looks.add(looked);
    void looked.then(() => looks.delete(looked));
    if (how === "renewed") return;
    const kind = how === "moved" ? "session-moved" : "signed-in";
    await history.record([{ uid, device, happening: { kind } }]);
  };

  return {
    onChange,
    look,
    /** Resolves when no look is under way; a slow one is given up. */
    stop: () => within(Promise.all(looks), STOP_GRACE_MS, undefined),
  };
}
