import { scopeOf } from "../lib/browser.ts";
import { isSameData } from "../lib/data.ts";
import { withinTime } from "../lib/deadline.ts";
import { STORAGE_MS } from "../persistence/persistence.ts";
import { onTabMessage } from "../session/channel.ts";
import { type IdentityState, toIdentityState } from "../session/identity-state.ts";
import { isSignOutNoted, parseSession } from "../session/session.ts";
import { createTabPlatform } from "./browser-platform.ts";
import type { IdentityClientOptions } from "./client-parts.ts";

/** Takes the client's options, of which it uses only some. */
type WatchOptions = Pick<IdentityClientOptions, "projectId"> & Partial<IdentityClientOptions>;

/**
 * Watches whether a session is stored, for pages that need only that to paint. Reports the user now and whenever
 * another tab changes it. Only reads: it refreshes nothing and makes no requests. Never throws. Storage that cannot
 * be read is the state `unknown`.
 */
export function watchStoredSession(
  options: WatchOptions,
  listener: (state: IdentityState) => void,
): { stop(): void } {
  const platform = { ...createTabPlatform(options.namespace), ...options };
  const name = scopeOf(options);
  let isStopped = false;
  let last: IdentityState | undefined;
  const reportState = (state: IdentityState) => {
    if (isStopped || isSameData(last, state)) return;
    last = state;
    listener(state);
  };
  const readStoredSession = () =>
    withinTime(platform, STORAGE_MS, () => platform.persistence.read(name)).then(
      (stored) => {
        if (isStopped) return; // the channel is closed
        const record = parseSession(stored);
        let { session, signedOut, retry } = record;
        if (isSignOutNoted(platform.persistence, name, record)) {
          session = undefined;
          // The page that signed out may have closed before it told the other tabs. A client completes the sign-out.
          if (!last) channel?.postMessage("changed");
        }
        const status = session ? "signed-in" : "signed-out";
        reportState(toIdentityState({ status, session, retry, dueAt: retry?.retryAt, reason: signedOut }));
      },
      () => reportState({ status: "unknown", reason: "storage-unavailable" }),
    );
  const channel = platform.channel?.(name);
  const stopTabs = onTabMessage(channel, platform, () => void readStoredSession());
  const stopPage = platform.page((signal) => signal === "page-hidden" || void readStoredSession());
  void readStoredSession();
  return {
    stop: () => {
      isStopped = true;
      stopPage();
      stopTabs();
    },
  };
}
