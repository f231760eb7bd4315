import type { Database } from "../database/database.ts";
import type { ServerConfig } from "../environment/environment.ts";
import type { RateLimiter } from "../limits/rate-limiter.ts";
import { observe } from "../telemetry/observe.ts";
import type { TokenVerifier } from "../tokens/id-token.ts";
import { createSealer } from "./sealing.ts";
import { createSessionKeeper, type SessionKeeper } from "./session-keeper.ts";
import { createSessionStore, type SessionStore } from "./session-store.ts";
import { createTokenService, type FetchTokens } from "./token-service.ts";

/** What the session endpoints need. */
export type Sessions = {
  mode: "server" | "release";
  origin: string;
  lifetimeSeconds: number;
  store: SessionStore;
  keeper: SessionKeeper;
  stop(): void;
};

/** The interval is short, because the purge also deletes ID tokens that are no longer shared. */
const PURGE_EVERY_MS = 10_000;

/** Undefined if this server keeps no sessions and never did. */
export function createSessions(options: {
  config: ServerConfig;
  database: Database;
  limiter: RateLimiter;
  tokens: TokenVerifier;
  now: (() => number) | undefined;
  fetchTokens: FetchTokens | undefined;
  onFault(error: unknown): void;
  onPurgeFault(error: unknown): void;
}): Sessions | undefined {
  const { config, database, limiter, tokens, now, fetchTokens, onFault, onPurgeFault } = options;
  if (!config.sessions) return undefined;
  const { mode, secrets, idleSeconds, lifetimeSeconds } = config.sessions;
  const { origin, identity } = config.public;
  const store = createSessionStore(database, { idleSeconds, lifetimeSeconds }, () =>
    now ? (now() - Date.now()) / 1000 : 0,
  );
  const count = (scope: string, subject: string): Promise<void> =>
    limiter.requireWithin([{ scope, subject, limit: config.limits.perClient }]);
  const exchangeToken = createTokenService({
    // In local mode, the token service is an address on the site's own origin.
    url: new URL(identity.secureTokenUrl, `${origin}/`).href.replace(/\/$/, ""),
    apiKey: identity.apiKey,
    origin,
    fetchTokens,
  });
  const keeper = createSessionKeeper({
    store,
    sealer: createSealer(secrets),
    tokens,
    exchangeToken: (token) => observe({ kind: "session", name: "token-service" }, () => exchangeToken(token)),
    countExchange: (id) => count("session-exchange", id),
    countHandOver: (uid) => count("session-hand-over", uid),
    onFault,
  });
  const observed: SessionKeeper = {
    release: keeper.release,
    exchange: (...call) => observe({ kind: "session", name: "exchange" }, () => keeper.exchange(...call)),
    handOver: (...call) => observe({ kind: "session", name: "hand-over" }, () => keeper.handOver(...call)),
  };
  const purge = setInterval(() => {
    observe({ kind: "purge", name: "sessions" }, store.purge).catch(onPurgeFault);
  }, PURGE_EVERY_MS).unref();
  return { mode, origin, lifetimeSeconds, store, keeper: observed, stop: () => clearInterval(purge) };
}
