import { reload } from "./account/reload.ts";
import { exchangeRefreshToken } from "./api/exchange-refresh-token.ts";
import { type IdentityClient, keepParts } from "./client-parts.ts";
import { IdentityError } from "./errors.ts";
import type { LifecycleEvent } from "./events.ts";
import { createHttp } from "./http.ts";
import { browserPersistence, browserPlatform, type IdentityClientOptions, scopeOf } from "./options.ts";
import { createListeners } from "./session/listeners.ts";
import { localLock, webLock } from "./session/lock.ts";
import { createRunner } from "./session/runner.ts";
import { createStore } from "./session/store.ts";

const TIMEOUT_MS = 30_000;
const MOBILE_TIMEOUT_MS = 60_000;
/** A holder reads, exchanges and writes: one request and a few deadlines of storage. */
const STORAGE_ALLOWANCE_MS = 15_000;

/**
 * Creates the client and starts it: the stored session is read at once, without the network.
 * @throws IdentityError `invalid-api-key` when the key is missing or holds a colon, `invalid-auth-domain` for
 * a domain that holds one: either has been taken for the other
 */
export function createIdentityClient(options: IdentityClientOptions): IdentityClient {
  const { apiKey, projectId, identityToolkitUrl, secureTokenUrl, languageCode, authDomain } = options;
  if (!apiKey || apiKey.includes(":")) throw new IdentityError("invalid-api-key");
  if (authDomain?.includes(":")) throw new IdentityError("invalid-auth-domain");

  const platform = { ...browserPlatform(), ...options };
  const timeoutMs = platform.isMobile ? MOBILE_TIMEOUT_MS : TIMEOUT_MS;
  const scope = scopeOf(projectId);
  const events = createListeners<LifecycleEvent>();
  const emit = events.call;
  const http = createHttp({ url: identityToolkitUrl, apiKey, timeoutMs, platform, languageCode });
  const tokenHttp = createHttp({ url: secureTokenUrl, apiKey, timeoutMs, platform });
  const store = createStore({
    key: scope,
    persistence: options.persistence ?? browserPersistence(),
    platform,
    emit,
  });
  const { locks } = platform;
  const lock = locks
    ? webLock({ locks, name: scope, deadlineMs: timeoutMs + STORAGE_ALLOWANCE_MS, platform })
    : localLock();
  const runner = createRunner({
    store,
    lock,
    channel: platform.channel?.(scope),
    platform,
    exchangeToken: (refreshToken, signal) => exchangeRefreshToken(tokenHttp, refreshToken, signal),
    emit,
    // What a lookup finds out about the session reaches the lifecycle by itself; the rest can wait.
    lookUp: () => void reload(client).catch(() => undefined),
  });

  const client: IdentityClient = {
    getState: runner.getState,
    subscribe: runner.subscribe,
    onEvent: events.add,
    getPersistence: () => store.kind,
    retryNow: () => runner.dispatch({ type: "woke-up", cause: "try-again" }),
    clockMoved: () => runner.dispatch({ type: "woke-up", cause: "clock-moved" }),
    dispose: runner.dispose,
  };
  const origin = authDomain ? `https://${authDomain}` : globalThis.location?.origin;
  const callbackUrl = options.callbackUrl ?? `${origin}/oauth/callback`;
  keepParts(client, { http, runner, store, platform, emit, callbackUrl, scope, turn: 0, profileChanges: 0 });
  return client;
}
