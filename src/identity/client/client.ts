import type { PublicConfig } from "@tallybin/contract/public-config";
import { SESSION_TOKEN_PATH } from "@tallybin/contract/sessions";
import {
  type IdentityClient,
  type IdentityClientOptions,
  type IdentityState,
  type SignOutReason,
  watchStoredSession,
} from "@tallybin/identity";
import { IDENTITY_NAMESPACE } from "../../config/browser-names.ts";
import { paths } from "../../config/paths.ts";
import { absoluteUrl } from "../../config/site-config.ts";
import { now } from "../../lib/clock.ts";
import { withinCodeLimit } from "../../lib/code-limit.ts";
import { lazyValue } from "../../lib/lazy-value.ts";
import { mayHoldSdkSession, tabValues } from "../../lib/site-data.ts";
import { whenIdle } from "../../lib/when-idle.ts";
import { sessionStore } from "../state/session-store.ts";

let config: PublicConfig | undefined;
export const importClientCode = () => import("./identity-client.lazy.ts");
const importCustodyCode = () => import("./custody.lazy.ts");
const client = lazyValue(createClient);
let stopWatching = (): void => undefined;

/** The key of the reason for a session's end in this tab: a reload may come before the client has stored it. */
const REASON_KEY = "session-end-reason";
/** The reason for the session's end that the tab's previous page stored. */
let endReason: SignOutReason | undefined;

/** Shows the state of the client. Until the client has read storage, the store keeps the state that it has. */
const showState = (state: IdentityState): void => {
  if (state.status === "signed-in") {
    endReason = undefined;
    tabValues().remove(REASON_KEY);
  }
  if (state.status === "signed-out")
    sessionStore.setState({ ...state, reason: state.reason ?? endReason }, true);
  else if (state.status === "signed-in" || state.reason !== undefined) sessionStore.setState(state, true);
};

/** Loads the client's code ahead of a sign-in or sign-out; the client itself starts with its first caller. */
export const fetchIdentity = (): void => {
  importClientCode().catch(() => undefined); // the caller that needs the code loads it again and shows the error
};

/** The one client of this page. The wait for its code has a limit. */
export const identityClient = (): Promise<IdentityClient> => withinCodeLimit(client.load());

/**
 * The client and a chunk of functions that take it, for callers that may come before either has loaded.
 * @param load imports the chunk
 * @param isLimited whether the wait for the code has a limit, as every user's action needs. The page's own background
 * work has no limit, because it may be late on a slow connection.
 */
export function withIdentity<Functions>(
  load: () => Promise<Functions>,
  { isLimited = true } = {},
): Promise<[IdentityClient, Functions]> {
  const loading = Promise.all([client.load(), load()]);
  return isLimited ? withinCodeLimit(loading) : loading;
}

async function createClient(): Promise<IdentityClient> {
  if (!config) throw new Error("startSession has not been called");
  const { apiKey, projectId, identityToolkitUrl, secureTokenUrl } = config.identity;
  const here = window.location.origin;
  const tokenUrl = absoluteUrl(secureTokenUrl, here);
  // Without the custody's code there is no client, because it would keep refresh tokens in the browser.
  const [{ createIdentityClient, optionsOf }, custody, localOptions] = await Promise.all([
    importClientCode(),
    config.sessions ? importCustodyCode() : undefined,
    config.local ? localTimeOptions(config.local.clockUrl, [here + SESSION_TOKEN_PATH, tokenUrl]) : {},
  ]);
  const created = createIdentityClient({
    apiKey,
    projectId,
    identityToolkitUrl: absoluteUrl(identityToolkitUrl, here),
    secureTokenUrl: tokenUrl,
    callbackUrl: here + paths.callback,
    popupUrl: here + paths.popup,
    namespace: IDENTITY_NAMESPACE,
    now,
    ...(custody && { custody: custody.custodyOf(config.sessions) }),
    ...(await optionsOf(config)),
    ...localOptions,
    ...(import.meta.env.MODE === "development" && { debug: true }),
  });
  stopWatching();
  created.subscribe(showState);
  created.onEvent((event) => {
    const code = event.type === "refresh-failed" ? event.code : event.type;
    if (code === "custody-unavailable") followServer(created);
    if (event.type === "signed-out" && event.reason) tabValues().write(REASON_KEY, event.reason);
  });
  return created;
}

/** The server keeps sessions in another mode than when this page loaded. */
function followServer(created: IdentityClient): void {
  // If the server is unreachable, the client's next attempt reports the mode again.
  importCustodyCode()
    .then(({ followServerMode }) => followServerMode(created))
    .catch(() => undefined);
}

/** The client starts with the clock of the local services; by any other clock, a stored session may look outdated. */
async function localTimeOptions(
  clockUrl: string,
  tokenUrls: readonly string[],
): Promise<Partial<IdentityClientOptions>> {
  try {
    const { fetchByLocalClock, readLocalClock } = await import("../../lib/local-clock.ts");
    await readLocalClock(clockUrl);
    return { fetch: fetchByLocalClock(clockUrl, tokenUrls) };
  } catch {
    return {}; // the chunk did not load; use the device's clock
  }
}

/**
 * Updates the store with the session: immediately from storage, then from the client once it has loaded. On public
 * pages the client waits until the page is idle, and does not load for a signed-out user.
 */
export function startSession(publicConfig: PublicConfig, { eager }: { eager: boolean }): void {
  config = publicConfig;
  endReason = (tabValues().read(REASON_KEY) as SignOutReason | null) ?? undefined;
  tabValues().remove(REASON_KEY);
  const loadQuietly = () => {
    // The stored session stays visible; code that needs the client loads it again and can report the error.
    client.load().catch(() => undefined);
  };
  const { projectId } = publicConfig.identity;
  const watch = watchStoredSession({ projectId, namespace: IDENTITY_NAMESPACE }, (state) => {
    const isFirst = sessionStore.getState().status === "unknown";
    // Only the client can take over a session of Google's SDK.
    if (isFirst && state.status === "signed-out") showUnlessAdopted(state);
    else showState(state);
    // If storage cannot be read, only the client can keep a session: in memory.
    if (state.status === "signed-in" || (state.status === "unknown" && state.reason)) whenIdle(loadQuietly);
  });
  stopWatching = watch.stop;
  if (eager) loadQuietly();
}

/** Shows the signed-out state, unless the client may still find a session of Google's SDK. */
function showUnlessAdopted(state: IdentityState): void {
  const showIfUnknown = () => sessionStore.getState().status === "unknown" && showState(state);
  mayHoldSdkSession()
    .then((may) => (may ? client.load() : undefined))
    .then((isFollowed) => isFollowed || showIfUnknown(), showIfUnknown);
}

export function retryConnection(): void {
  client.load().then(
    (identity) => identity.retryNow(),
    () => undefined,
  );
}

/** Call this after `now()` jumps: everything that is due by the new time runs. */
export function clockMoved(): void {
  client.loaded()?.clockMoved();
}
