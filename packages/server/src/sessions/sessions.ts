import type { Database } from "../database/database.ts";
import { observe } from "../telemetry/observe.ts";
import type { TokenVerifier } from "../tokens/id-token.ts";
import { createSealer } from "./sealing.ts";
import { createSessionKeeper, type SessionKeeper } from "./session-keeper.ts";
import { type Claimed, createSessionStore, type SessionLimits, type Statement } from "./session-store.ts";
import { createTokenService, type FetchTokens } from "./token-service.ts";

/** What the session endpoints need. */
export type Sessions = ReturnType<typeof createSessions>;

/** The interval is short, because the purge also deletes ID tokens that are no longer shared. */
const PURGE_EVERY_MS = 10_000;

/**
 * @param count rejects over the limit; `countRow` runs a statement and counts its row, if any
 * @param fetchTokens `fetch` by default
 */
export function createSessions(options: {
  settings: { mode: "server" | "release"; secrets: readonly [string, ...string[]] } & SessionLimits;
  origin: string;
  tokenService: { url: string; apiKey: string };
  database: Database;
  tokens: TokenVerifier;
  now: (() => number) | undefined;
  fetchTokens: FetchTokens | undefined;
  count(scope: "session-hand-over" | "session-client", subject: string): Promise<void>;
  countRow(scope: "session-exchange", id: string, claim: Statement): Promise<Claimed | undefined>;
  onFault(error: unknown): void;
  onPurgeFault(error: unknown): void;
}) {
  const { settings, origin, database, tokens, now, fetchTokens, count, countRow, onFault, onPurgeFault } =
    options;
  const { mode, secrets, lifetimeSeconds } = settings;
  const store = createSessionStore(database, settings, () => (now ? (now() - Date.now()) / 1000 : 0));
  const exchangeToken = createTokenService({ ...options.tokenService, origin, fetchTokens });
  const keeper = createSessionKeeper({
    store,
    sealer: createSealer(secrets),
    tokens,
    exchangeToken: (token) => observe({ kind: "session", name: "token-service" }, () => exchangeToken(token)),
    countExchange: (id, claim) => countRow("session-exchange", id, claim),
    countHandOver: (uid) => count("session-hand-over", uid),
    onFault,
  });
  const observed: SessionKeeper = {
    ...keeper,
    exchange: (...call) => observe({ kind: "session", name: "exchange" }, () => keeper.exchange(...call)),
    handOver: (...call) => observe({ kind: "session", name: "hand-over" }, () => keeper.handOver(...call)),
  };
  const purge = setInterval(() => {
    observe({ kind: "purge", name: "sessions" }, store.purge).catch(onPurgeFault);
  }, PURGE_EVERY_MS).unref();
  return {
    ...{ mode, origin, lifetimeSeconds, store, keeper: observed },
    /** Only refusals count, because all employees of a company may sign in from one address at once. */
    countRefusal: (client: string) => count("session-client", client),
    stop: () => clearInterval(purge),
  };
}
