import { scopeOf } from "../lib/browser.ts";
import { isSame } from "../lib/data.ts";
import { withinTime } from "../lib/deadline.ts";
import { STORAGE_MS } from "../persistence/persistence.ts";
import { onTabMessage } from "../session/channel.ts";
import { type IdentityState, toIdentityState } from "../session/identity-state.ts";
import { isSignOutNoted, parseSession } from "../session/session.ts";
import { tabPlatform } from "./browser-platform.ts";
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
  const platform = { ...tabPlatform(options.namespace), ...options };
  const name = scopeOf(options);
  let isStopped = false;
  let last: IdentityState | undefined;
  const tell = (state: IdentityState) => {
    if (isStopped || isSame(last, state)) return;
    last = state;
    listener(state);
  };
  const read = () =>
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
        tell(toIdentityState({ status, session, retry, dueAt: retry?.retryAt, reason: signedOut }));
      },
      () => tell({ status: "unknown", reason: "storage-unavailable" }),
    );
  const channel = platform.channel?.(name);
  const stopTabs = onTabMessage(channel, platform, () => void read());
  const stopPage = platform.page((signal) => signal === "page-hidden" || void read());
  void read();
  return {
    stop: () => {
      isStopped = true;
      stopPage();
      stopTabs();
    },
  };
}
