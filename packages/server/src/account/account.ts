import { ApiError, createSealer } from "@tallybin/identity-server/internal";
import type { Database } from "../database/database.ts";
import type { RateLimiter, Share } from "../limits/rate-limiter.ts";
import { createAccountLook } from "./account-look.ts";
import { createAccountWatch } from "./account-watch.ts";
import { createHistory } from "./history.ts";
import type { IdentityService } from "./identity-service.ts";
import { createNotices } from "./notices.ts";

/** The security events and notices of the accounts whose sessions this server keeps. */
export type AccountSecurity = ReturnType<typeof createAccountSecurity>;

/** @param options.offsetSeconds how far a test's clock is from the machine's */
export function createAccountSecurity(options: {
  database: Database;
  limiter: RateLimiter;
  /** The limit of mails to one account. */
  limit: Share["limit"];
  secrets: readonly [string, ...string[]];
  offsetSeconds: () => number;
  now: () => number;
  mailDue: (() => void) | undefined;
  onFault(error: unknown): void;
  origin: string;
  service: IdentityService;
}) {
  const { database, limiter, limit, offsetSeconds, now, service, onFault } = options;
  const history = createHistory(database, offsetSeconds);
  const notices = createNotices(database, offsetSeconds);
  const { hashesOf } = createSealer(options.secrets);
  const look = createAccountLook({ database, history, hashesOf, now });
  const mayMail = (subject: string): Promise<boolean> =>
    limiter.requireWithin([{ scope: "new-browser-mail", subject, limit }]).then(
      () => true,
      (error: unknown) => {
        if (error instanceof ApiError) return false;
        throw error;
      },
    );
  const watch = createAccountWatch({ ...options, history, notices, look, hashesOf, mayMail });
  return {
    history,
    notices,
    service,
    look,
    onFault,
    onChange: watch.onChange,
    stop: watch.stop,
    async purge(): Promise<void> {
      await history.purge();
      await notices.purge();
    },
  };
}
