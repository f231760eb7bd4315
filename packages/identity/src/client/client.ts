import { inTime } from "@tallybin/platform/deadline";
import { createListeners } from "@tallybin/platform/listeners";
import { exchangeRefreshToken } from "../api/exchange-refresh-token.ts";
import { IdentityError, requireArgument } from "../errors/identity-error.ts";
import type { LifecycleEvent } from "../events.ts";
import { BACK_OFF, isRetryDue } from "../http/back-off.ts";
import { createHttp } from "../http/http.ts";
import { nameOf } from "../lib/browser.ts";
import { deepFreeze, isSameData } from "../lib/data.ts";
import { createLock } from "../lib/lock.ts";
import type { ExchangeParts } from "../session/exchange.ts";
import { createSessionRunner } from "../session/runner.ts";
import type { SessionView } from "../session/state.ts";
import { createStore } from "../session/store.ts";
import { createBrowserPlatform } from "./browser-platform.ts";
import {
  attachParts,
  type ClientParts,
  type IdentityClient,
  type IdentityClientOptions,
  partsOf,
  requireLocalPersistence,
} from "./client-parts.ts";
import { type IdentityState, toIdentityState } from "./page-state.ts";
import { reload } from "./session-call.ts";

const TIMEOUT_MS = 30_000;
const MOBILE_TIMEOUT_MS = 60_000;
/** The work under the lock: one request and a few storage deadlines. */
const STORAGE_ALLOWANCE_MS = 15_000;

/**
 * Creates the client and starts it: it reads the stored session at once, without the network.
 * @throws IdentityError `invalid-api-key` if the options or the key are missing, or the key contains a colon (key and domain are often
 * swapped), `argument-error` if there is no `projectId`, if `authDomain` has a protocol or a port, if `localServices` has no
 * protocol, if the back-off is not positive, or if a custody gets a persistence of one tab or page
 */
export function createIdentityClient(options: IdentityClientOptions): IdentityClient {
  const {
    apiKey,
    projectId,
    authDomain,
    recaptcha = (http) => http,
    // Local services have one origin for all of Google's hosts.
    localServices = "https:/",
    identityToolkitUrl = `${localServices}/identitytoolkit.googleapis.com`,
    secureTokenUrl = `${localServices}/securetoken.googleapis.com`,
  } = options || ({} as IdentityClientOptions);
  requireArgument(localServices.startsWith("http"), "localServices");
  if (!apiKey || apiKey.includes(":")) throw new IdentityError("invalid-api-key");
  // Without it, two projects would share their sessions.
  requireArgument(projectId, "projectId");
  requireArgument(!authDomain?.includes(":"), "authDomain");

  // An option set to `undefined` takes its default. For `channel` and `locks`, `undefined` means absent.
  const given = Object.entries(options).filter(
    ([name, value]) => value !== undefined || name === "channel" || name === "locks",
  );
  const platform = {
    ...createBrowserPlatform(options.namespace),
    ...(Object.fromEntries(given) as IdentityClientOptions),
  };
  // A browser that blocks site data has only memory, which is not the page's choice.
  if (options.custody && options.persistence) requireLocalPersistence(options.persistence);
  const backOff = { ...BACK_OFF, ...options.backOff };
  const { firstMs, longestMs } = backOff;
  // Otherwise the client would retry without a pause, or never.
  requireArgument(firstMs > 0 && firstMs <= longestMs && longestMs < Number.POSITIVE_INFINITY, "backOff");
  const timeoutMs = platform.isMobile ? MOBILE_TIMEOUT_MS : TIMEOUT_MS;
  const scope = nameOf(projectId, options.namespace);
  const events = createListeners<LifecycleEvent>();
  if (options.debug) events.add((event) => console.debug("identity:", event));
  const tabs = platform.channel?.(scope);
  const parts = { ...platform, backOff, timeoutMs, scope, tabs, emit: events.call };
  const tokenHttp = createHttp(parts, secureTokenUrl);
  const shared: ClientParts["shared"] = {
    custody: options.custody?.(parts),
    setCustody: (custody) => {
      shared.custody = custody?.(parts);
    },
  };
  const exchangeToken: ExchangeParts["exchangeToken"] = (session, outer, keep) => {
    const exchangeOnce = async (signal: AbortSignal) => {
      const direct = (refreshToken: string) => exchangeRefreshToken(tokenHttp, refreshToken, signal);
      if (shared.custody) return shared.custody.exchange(session, { signal, direct, keep });
      if (session.refreshToken) return direct(session.refreshToken);
      // A handle is never sent to Google, which would answer that the session is invalid.
      throw new IdentityError("custody-unavailable");
    };
    // A move between custodies takes several requests. One deadline covers them, because they share one lock.
    return inTime(platform, timeoutMs, exchangeOnce, outer);
  };
  const page = createPageState();
  const store = createStore(parts);
  const runner = createSessionRunner({
    ...parts,
    emit: (event, view) => {
      // Publish the state first, so that its listeners run before the listeners of the event.
      page.publish(view);
      events.call(event);
    },
    store,
    // Only a stored session is shared. All clients of a Node process are one holder of its Web Locks.
    lock: createLock(platform, scope, timeoutMs + STORAGE_ALLOWANCE_MS, () => store.kind() === "local"),
    exchangeToken,
    ended(session) {
      // A sign-out can end two sessions: the shown one, and another that it finds in storage.
      const { ending } = shared;
      shared.ending = shared.custody?.end(session, "signed-out")?.then(() => ending);
    },
    unused: (session) => shared.custody?.end(session, "unused"),
    // A lookup reports its effect on the session to the lifecycle, so this call need not wait for it.
    lookUp: () => reload(client).catch(() => undefined),
  });
  const client = attachParts(
    {
      getState: page.get,
      ready: () => runner.firstRead().then(page.get),
      subscribe: page.subscribe,
      onEvent: events.add,
      getPersistence: () => (runner.getSession() && !runner.isDurable() ? "none" : store.kind()),
      retryNow: () => runner.dispatch({ type: "woke-up", cause: "try-again" }),
      clockMoved: () => runner.dispatch({ type: "woke-up", cause: "clock-moved" }),
      dispose: () => {
        shared.cancelPopup?.();
        runner.dispose();
        shared.custody?.stop?.();
      },
    },
    {
      http: recaptcha(createHttp(parts, identityToolkitUrl, options.languageCode)),
      runner,
      store,
      platform,
      emit: events.call,
      shared,
    },
  );
  runner.watch((view) => {
    if (!view) return;
    page.publish(view);
    moveSession(view, partsOf(client));
  });
  return client;
}

/**
 * Moves a session that is stored for another custody, or for none, to this client's custody by a forced refresh. The
 * budget of forced refreshes can delay the move until a later event. A client without custody keeps showing a session
 * that it cannot exchange, and waits for `setCustody` or for the tokens of another tab.
 */
function moveSession(view: SessionView, { runner, shared, platform, emit }: ClientParts): void {
  const { session, phase, forced } = view;
  const { custody } = shared;
  if (!session || phase !== "fresh") return;
  if (custody ? custody.isOwn(session) : session.refreshToken) return;
  if (!custody) emit({ type: "custody-unavailable" });
  else if (isRetryDue(forced, platform.now()))
    runner.dispatch({ type: "token-requested", why: "forced-call" });
}

function createPageState() {
  let published: IdentityState = { status: "unknown" };
  const listeners = createListeners<IdentityState>();
  return {
    get: () => published,
    /** Calls the listeners if the page sees a difference. */
    publish: (view: SessionView): void => {
      const next = toIdentityState(view);
      if (isSameData(next, published)) return;
      published = deepFreeze(next);
      listeners.call(next);
    },
    /** Calls the listener at once with the state, and after every change. */
    subscribe: (listener: (state: IdentityState) => void) => {
      const stop = listeners.add(listener);
      listener(published);
      return stop;
    },
  };
}
