import { createSealer } from "@tallybin/identity-server/internal";
import type { Database } from "../database/database.ts";
import { createAccountWatch } from "./account-watch.ts";
import { createHistory } from "./history.ts";
import { createIdentityService } from "./identity-service.ts";

/** What this server knows of the security of accounts, if it keeps their sessions. */
export type Account = ReturnType<typeof createAccount>;

/** @param options.offsetSeconds how far a test's clock is from the machine's */
export function createAccount(
  options: {
    database: Database;
    secrets: readonly [string, ...string[]];
    offsetSeconds: () => number;
    now: () => number;
    onFault(error: unknown): void;
  } & Parameters<typeof createIdentityService>[0],
) {
  const { database, now, onFault } = options;
  const history = createHistory(database, options.offsetSeconds);
  const { hashesOf } = createSealer(options.secrets);
  const service = createIdentityService(options);
  return {
    history,
    watch: createAccountWatch({ database, history, service, hashesOf, now, onFault }),
    onFault,
  };
}
