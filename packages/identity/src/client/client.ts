import { exchangeRefreshToken } from "../api/exchange-refresh-token.ts";
import { IdentityError } from "../errors/identity-error.ts";
import type { LifecycleEvent } from "../events.ts";
import { createHttp } from "../http/http.ts";
import { createListeners } from "../lib/listeners.ts";
import { createQueue } from "../lib/queue.ts";
import type { ExchangeParts } from "../session/exchange.ts";
import { webLock } from "../session/lock.ts";
import { BACK_OFF, type BackOff } from "../session/retry.ts";
import { createRunner } from "../session/runner.ts";
import { createStore } from "../session/store.ts";
import { browserPlatform } from "./browser-platform.ts";
import { type ClientParts, type IdentityClient, partsOf, withParts } from "./client-parts.ts";
import { moveSessions } from "./move-session.ts";
import { type IdentityClientOptions, scopeOf } from "./options.ts";
import { reload } from "./reload.ts";

const TIMEOUT_MS = 30_000;
const MOBILE_TIMEOUT_MS = 60_000;
/** The work under the lock: one request and a few storage deadlines. */
const STORAGE_ALLOWANCE_MS = 15_000;

/** The waits must be positive and finite. Otherwise the client would retry without a pause, or never. */
function backOffOf({
  firstMs = BACK_OFF.firstMs,
  longestMs = BACK_OFF.longestMs,
}: Partial<BackOff> = {}): BackOff {
  if (!(firstMs > 0)) throw new IdentityError("argument-error", { detail: "backOff.firstMs" });
  if (!(longestMs >= firstMs && longestMs < Number.POSITIVE_INFINITY))
    throw new IdentityError("argument-error", { detail: "backOff.longestMs" });
  return { firstMs, longestMs };
}

/**
 * Creates the client and starts it: it reads the stored session at once, without the network.
 * @throws IdentityError `invalid-api-key` if the key is missing or contains a colon (key and domain are often
 * swapped), `invalid-auth-domain` if the domain contains one, `argument-error` if the back-off is not positive
 */
export function createIdentityClient(options: IdentityClientOptions): IdentityClient {
  const { apiKey, authDomain } = options;
  if (!apiKey || apiKey.includes(":")) throw new IdentityError("invalid-api-key");
  if (authDomain?.includes(":")) throw new IdentityError("invalid-auth-domain");

  // An option set to `undefined` takes its default. For `channel` and `locks`, `undefined` means absent.
  const given = Object.entries(options).filter(
    ([name, value]) => value !== undefined || name === "channel" || name === "locks",
  );
  const platform = {
    ...browserPlatform(options.namespace),
    ...(Object.fromEntries(given) as IdentityClientOptions),
  };
  const { locks } = platform;
  const backOff = backOffOf(options.backOff);
  const timeoutMs = platform.isMobile ? MOBILE_TIMEOUT_MS : TIMEOUT_MS;
  const scope = scopeOf(options);
  const events = createListeners<LifecycleEvent>();
  if (options.debug) events.add((event) => console.debug("identity:", event));
  const tabs = platform.channel?.(scope);
  const parts = { ...platform, backOff, timeoutMs, scope, tabs, emit: events.call };
  const tokenHttp = createHttp(parts, options.secureTokenUrl);
  const shared: ClientParts["shared"] = {
    custody: options.custody?.(parts),
    setCustody: (custody) => {
      shared.custody = custody?.(parts);
    },
  };
  const exchangeToken: ExchangeParts["exchangeToken"] = async (session, signal, keep) => {
    const direct = (refreshToken: string) => exchangeRefreshToken(tokenHttp, refreshToken, signal);
    if (shared.custody)
      return shared.custody.exchange(session, {
        signal,
        direct,
        keep: (refreshToken) => keep({ ...session, refreshToken, handle: undefined }),
      });
    if (session.refreshToken) return direct(session.refreshToken);
    // A handle is never sent to Google, which would answer that the session is invalid.
    events.call({ type: "custody-unavailable" });
    throw new IdentityError("custody-unavailable");
  };
  const store = createStore(parts);
  const runner = createRunner({
    ...parts,
    store,
    lock: locks ? webLock(locks, scope, timeoutMs + STORAGE_ALLOWANCE_MS, platform) : createQueue(),
    exchangeToken,
    ended: (session) => shared.custody?.end(session, "signed-out"),
    // A lookup reports its effect on the session to the lifecycle, so this call need not wait for it.
    lookUp: () => void reload(client).catch(() => undefined),
  });
  const client = withParts(
    {
      getState: runner.getState,
      ready: () => runner.known().then(runner.getState),
      subscribe: runner.subscribe,
      onEvent: events.add,
      getPersistence: () => (runner.getSession() && !runner.isDurable() ? "none" : store.kind()),
      retryNow: () => runner.dispatch({ type: "woke-up", cause: "try-again" }),
      clockMoved: () => runner.dispatch({ type: "woke-up", cause: "clock-moved" }),
      dispose: () => {
        shared.cancelPopup?.();
        runner.dispose();
      },
    },
    {
      http: createHttp(parts, options.identityToolkitUrl, options.languageCode),
      runner,
      store,
      platform,
      emit: events.call,
      shared,
    },
  );
  moveSessions(partsOf(client));
  return client;
}
