import type { Happening } from "@tallybin/contract/account";
import type { Device } from "@tallybin/contract/device";
import type { Sealer } from "@tallybin/identity-server/sessions/sealing";
import * as v from "valibot";
import type { Database } from "../database/database.ts";
import { emailKeyOf } from "../text/typed-text.ts";
import type { History } from "./history.ts";
import type { LookedUp } from "./identity-service.ts";

/** Compares an account with the last look at it, unless a later look has been stored meanwhile. */
export const createComparison =
  (database: Database, history: History, hashesOf: Sealer["hashesOf"]) =>
  /**
   * @param lookedAt milliseconds since the epoch
   * @param device the device of the page that has just changed the account
   */
  (account: LookedUp, lookedAt: number, device?: Device): Promise<void> =>
    database.transaction(async (client) => {
      const { localId: uid, email } = account;
      const at = lookedAt / 1000;
      await client.query(LOCK_ACCOUNT, [uid]);
      const { rows } = await client.query<{ email_hash: string | null; facts: unknown; is_later: boolean }>(
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
        const change = changeOf(held.email_hash, email);
        events.push({ ...shared, happening: { kind: "address", change } });
      }
      await history.record(events, client);
    });

/** Makes transactions about one account wait for each other, on all servers. The lock ends with its transaction. */
export const LOCK_ACCOUNT = "select pg_advisory_xact_lock(hashtextextended('account ' || $1::text, 0))";

const texts = v.array(v.string());

/** The security settings of an account, without a personal value. */
const Facts = v.object({
  /** Milliseconds since the epoch; null without a password. */
  passwordUpdatedAt: v.nullable(v.number()),
  providers: texts,
  factors: texts,
  passkeys: texts,
});
type Facts = v.InferOutput<typeof Facts>;

const PASSWORD = "password";

function factsOf({ passwordUpdatedAt = 0, ...account }: LookedUp): Facts {
  const ids = account.providerUserInfo.map(({ providerId }) => providerId);
  return {
    passwordUpdatedAt: ids.includes(PASSWORD) ? passwordUpdatedAt : null,
    // A phone number as a first factor is not offered on this site.
    providers: ids.filter((id) => id !== PASSWORD && id !== "phone"),
    factors: account.mfaInfo.map(({ mfaEnrollmentId }) => mfaEnrollmentId),
    passkeys: account.passkeyInfo.map(({ credentialId }) => credentialId),
  };
}

/** `at` is set if the identity service has stored the time, in milliseconds since the epoch. */
type Change = { happening: Happening; at?: number };

const changeOf = (before: unknown, after: unknown) =>
  (before ?? null) === null ? "added" : (after ?? null) === null ? "removed" : "changed";

const KINDS = { factors: "second-factor", passkeys: "passkey", providers: "provider" } as const;

/** What is only in `after` was added, what is only in `before` was removed. */
function compareFacts(before: Facts, after: Facts): Change[] {
  const [old, at] = [before.passwordUpdatedAt, after.passwordUpdatedAt];
  const password: Change = {
    happening: { kind: "password", change: changeOf(old, at) },
    ...(at ? { at } : {}),
  };
  const listed = (["factors", "passkeys", "providers"] as const).flatMap((list) => {
    const changesOf = (ids: readonly string[], change: "added" | "removed"): Change[] =>
      ids.map((id) => ({
        happening: { kind: KINDS[list], change, ...(list === "providers" ? { provider: id } : {}) },
      }));
    return [
      ...changesOf(
        after[list].filter((id) => !before[list].includes(id)),
        "added",
      ),
      ...changesOf(
        before[list].filter((id) => !after[list].includes(id)),
        "removed",
      ),
    ];
  });
  return old === at ? listed : [password, ...listed];
}
