import { inTime } from "@tallybin/platform/deadline";
import { nameOf } from "../lib/browser.ts";
import { onTabMessage } from "../lib/channel.ts";
import { isSameData } from "../lib/data.ts";
import { STORAGE_MS } from "../persistence/persistence.ts";
import { parseRecord, placeOf, readNote, signOutAt } from "../session/record.ts";
import { viewOf } from "../session/state.ts";
import type { IdentityClientOptions } from "./client-parts.ts";
import { type IdentityState, toIdentityState } from "./page-state.ts";
import { createTabPlatform } from "./tab-platform.ts";

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
  const name = nameOf(options.projectId, options.namespace);
  let isStopped = false;
  let last: IdentityState | undefined;
  const reportState = (state: IdentityState) => {
    if (isStopped || isSameData(last, state)) return;
    last = state;
    listener(state);
  };
  const readStoredSession = () =>
    inTime(platform, STORAGE_MS, () => platform.persistence.read(name)).then(
      (stored) => {
        if (isStopped) return; // the channel is closed
        const record = parseRecord(stored) ?? signOutAt(0);
        const note = readNote(platform.persistence, name);
        const isSignedOut = !!record.session && record.session.stamp <= placeOf(note).stamp;
        // The page that signed out may have closed before it notified the other tabs. A client completes the sign-out.
        if (!last && isSignedOut) channel?.postMessage("changed");
        reportState(toIdentityState(viewOf({ record: isSignedOut ? note : record })));
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
