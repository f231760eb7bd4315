import type { Device } from "@tallybin/contract/device";
import type { OnSessionChange, SessionChange } from "@tallybin/identity-server";
import { ApiError } from "@tallybin/identity-server/errors/errors";
import { createSecret } from "@tallybin/identity-server/http/session-cookie";
import { createSealer } from "@tallybin/identity-server/sessions/sealing";
import { valueInTime } from "@tallybin/platform/deadline";
import type { Database } from "../database/database.ts";
import type { ServerConfig } from "../environment/environment.ts";
import type { RateLimiter } from "../limits/rate-limiter.ts";
import { emailKeyOf } from "../text/typed-text.ts";
import { createComparison, LOCK_ACCOUNT } from "./account-look.ts";
import { type AccountEvent, createHistory } from "./history.ts";
import type { IdentityService, LookedUp } from "./identity-service.ts";
import { createNotices, deviceCookie, deviceHashOf, deviceSecretIn } from "./notices.ts";

/** The security events and notices of the accounts whose sessions this server keeps. */
export type AccountSecurity = ReturnType<typeof createAccountSecurity>;

const STOP_GRACE_MS = 3_000;
/** The longest time between the creation of an account and its first sign-in; blocking functions may run in between. */
const CREATION_MS = 10_000;

type HandedOver = Extract<SessionChange, { kind: "handed-over" }>;

const accountEventOf = (change: Exclude<SessionChange, HandedOver>): AccountEvent => {
  const { uid } = change;
  if (change.kind === "refused") return { uid, happening: { kind: "ended-by-service" } };
  const { device } = change;
  return change.kind === "ended"
    ? { uid, device, happening: { kind: "ended-elsewhere", by: change.by } }
    : { uid, device, happening: { kind: change.kind } };
};

/**
 * Records what happens to sessions, and tells an account of a browser that it has not used before.
 * @param options.offsetSeconds how far a test's clock is from the machine's
 */
export function createAccountSecurity(options: {
  database: Database;
  limiter: RateLimiter;
  secrets: readonly [string, ...string[]];
  offsetSeconds: () => number;
  now: () => number;
  /** Wakes the sender of mails; undefined without a mail server. */
  mailDue: (() => void) | undefined;
  onFault(error: unknown): void;
  config: ServerConfig;
  lookUp: IdentityService["lookUp"];
}) {
  const { database, limiter, offsetSeconds, now, mailDue, onFault, config } = options;
  const history = createHistory(database, offsetSeconds);
  const notices = createNotices(database, offsetSeconds);
  const { hashesOf } = createSealer(options.secrets);
  const compareWithLastLook = createComparison(database, history, hashesOf);
  const look = async (idToken: string, device?: Device): Promise<LookedUp> => {
    const lookedAt = now();
    const account = await options.lookUp(idToken);
    await compareWithLastLook(account, lookedAt, device);
    return account;
  };
  /** Counts a mail to an account. False over its limit. */
  const mayMail = (subject: string): Promise<boolean> =>
    limiter.requireWithin([{ scope: "new-browser-mail", subject, limit: config.limits.perAddress }]).then(
      () => true,
      (error: unknown) => {
        if (error instanceof ApiError) return false;
        throw error;
      },
    );
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
    const { createdAt = 0, providerUserInfo } = await look(change.idToken);
    const isCreation = Math.abs(Number(change.claims["auth_time"]) * 1000 - createdAt) <= CREATION_MS;
    if (isFirst && isCreation) return notices.drop(id);
    const methods = providerUserInfo.map(({ providerId }) => providerId);
    await notices.complete(id, methods, isDue && (await mayMail(change.uid)));
    mailDue?.();
  }

  const onChange: OnSessionChange = async (change) => {
    if (change.kind !== "handed-over") return history.record([accountEventOf(change)]);
    const { uid, how, device, idToken, request, headers } = change;
    if (how === "renewed") return runInBackground(look(idToken, device));
    const secret = deviceSecretIn(request, config.public.origin) ?? createSecret();
    headers.append("set-cookie", deviceCookie(config.public.origin, secret));
    const notice = await storeSignIn(change, deviceHashOf(secret, uid));
    runInBackground(notice ? completeNotice(notice, change) : look(idToken));
  };

  return {
    history,
    notices,
    /** Records what has changed in the account of a verified ID token. A look that fails is reported. */
    look: (idToken: string): Promise<unknown> => look(idToken).catch(onFault),
    onChange,
    /** Resolves when no call is under way, or after a limit if a call is slow. */
    stop: () => valueInTime(Promise.all(running), STOP_GRACE_MS),
    async purge(): Promise<void> {
      await history.purge();
      await notices.purge();
    },
  };
}
