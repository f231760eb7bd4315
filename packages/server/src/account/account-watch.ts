import type { Device } from "@tallybin/contract/device";
import type { OnSessionChange, SessionChange } from "@tallybin/identity-server";
import { createSecret, resolveWithin, type Sealer } from "@tallybin/identity-server/internal";
import type { Database } from "../database/database.ts";
import { emailKeyOf } from "../text/typed-text.ts";
import { type AccountLook, LOCK_ACCOUNT } from "./account-look.ts";
import type { AccountEvent, History } from "./history.ts";
import type { IdentityService, LookedUp } from "./identity-service.ts";
import { deviceCookie, deviceHashOf, deviceSecretIn, type Notices } from "./notices.ts";

const STOP_GRACE_MS = 3_000;
/**
 * The longest time between the creation of an account and its first sign-in; blocking functions may run in between.
 */
const CREATION_MS = 10_000;

type HandedOver = Extract<SessionChange, { kind: "handed-over" }>;

const accountEventOf = (change: Exclude<SessionChange, HandedOver>): AccountEvent => {
  const { uid } = change;
  if (change.kind === "refused") return { uid, happening: { kind: "ended-by-service" } };
  const { device } = change;
  if (change.kind !== "ended") return { uid, device, happening: { kind: change.kind } };
  const by = { browser: change.by.browser ?? null, system: change.by.system ?? null };
  return { uid, device, happening: { kind: "ended-elsewhere", by } };
};

const isAccountCreation = ({ claims }: HandedOver, { createdAt = 0 }: LookedUp): boolean =>
  Math.abs(Number(claims["auth_time"]) * 1000 - createdAt) <= CREATION_MS;

/** Records what happens to sessions, and tells an account of a browser that it has not used before. */
export function createAccountWatch(parts: {
  database: Database;
  history: History;
  notices: Notices;
  look: AccountLook;
  service: IdentityService;
  hashesOf: Sealer["hashesOf"];
  origin: string;
  /** Counts a mail to an account. False over its limit. */
  mayMail: (uid: string) => Promise<boolean>;
  /** Wakes the sender of mails; undefined without a mail server. */
  mailDue: (() => void) | undefined;
  onFault(error: unknown): void;
}) {
  const { database, history, notices, service, hashesOf, origin, mayMail, mailDue, onFault } = parts;
  const look = ({ idToken }: HandedOver, device?: Device) =>
    parts.look(() => service.lookUp(idToken), device);
  /** Calls to the identity service, which no response waits for. */
  const running = new Set<Promise<unknown>>();
  const runInBackground = (work: Promise<unknown>): void => {
    const done = work.catch(onFault);
    running.add(done);
    void done.then(() => running.delete(done));
  };

  /** Stores a sign-in. @returns the notice of a new browser */
  const storeSignIn = (change: HandedOver, deviceHash: string) =>
    database.transaction(async (client) => {
      const { uid, session, device, how, claims } = change;
      await client.query(LOCK_ACCOUNT, [uid]);
      const email = typeof claims["email"] === "string" ? claims["email"] : null;
      // An erasure finds the account by its address, also if no look at the account succeeds.
      await client.query(
        `insert into account_facts (uid, email_hash, facts, seen_at) values ($1, $2, 'null', to_timestamp(0))
        on conflict (uid) do nothing`,
        [uid, email && hashesOf(emailKeyOf(email))[0]],
      );
      const kind = how === "moved" ? "session-moved" : "signed-in";
      await history.record([{ uid, device, happening: { kind } }], client);
      const { isNew, isFirst } = await notices.meet(client, { uid, deviceHash, session });
      if (!isNew || how === "moved") return undefined;
      const notice = { uid, session, deviceHash, device, email };
      return { ...(await notices.add(client, notice, mailDue !== undefined)), isFirst };
    });

  /** Completes a notice by a look at the account. If the look takes too long, the mail is sent without its result. */
  async function completeNotice(
    { id, isDue, isFirst }: { id: string; isDue: boolean; isFirst: boolean },
    change: HandedOver,
  ): Promise<void> {
    const account = await look(change);
    if (isFirst && isAccountCreation(change, account)) {
      await notices.drop(id);
      return;
    }
    const methods = account.providerUserInfo.map(({ providerId }) => providerId);
    await notices.complete(id, methods, isDue && (await mayMail(change.uid)));
    mailDue?.();
  }

  const onChange: OnSessionChange = async (change) => {
    if (change.kind !== "handed-over") return history.record([accountEventOf(change)]);
    const { uid, how, device, request, headers } = change;
    if (how === "renewed") {
      runInBackground(look(change, device));
      return;
    }
    const secret = deviceSecretIn(request, origin) ?? createSecret();
    headers.append("set-cookie", deviceCookie(origin, secret));
    const notice = await storeSignIn(change, deviceHashOf(secret, uid));
    runInBackground(notice ? completeNotice(notice, change) : look(change));
  };

  return {
    onChange,
    /** Resolves when no call is under way, or after a limit if a call is slow. */
    stop: () => resolveWithin(Promise.all(running), STOP_GRACE_MS, undefined),
  };
}
