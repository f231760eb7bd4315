import type { WakeCause } from "../events.ts";
import { randomId, tryTo } from "../lib/browser.ts";
import { indexedDbPersistence, memoryPersistence, type Persistence } from "../persistence/persistence.ts";
import type { Platform, TabPlatform } from "../platform.ts";

/** In Node, a client does not keep its process alive. Browsers have no such method. */
function unrefTimer<T>(handle: T): T {
  (handle as { unref?: () => void }).unref?.();
  return handle;
}

/** The browser's APIs. In Node most of them are missing, and the client works without them. */
export const createTabPlatform = (namespace?: string): TabPlatform & { persistence: Persistence } => ({
  // Without IndexedDB nothing can have been stored, so memory is the storage and not a fallback.
  persistence: tryTo(() => globalThis.indexedDB)
    ? indexedDbPersistence(undefined, namespace)
    : memoryPersistence(),
  setTimeout: (callback, ms) => {
    const timer = unrefTimer(setTimeout(callback, ms));
    return () => clearTimeout(timer);
  },
  channel: (name) => tryTo(() => unrefTimer(new BroadcastChannel(name))),
  page: (listener) => {
    const events = new AbortController();
    for (const [type, signal] of Object.entries(SIGNALS)) {
      const reportSignal = () => (signal === "visible" && document.hidden) || listener(signal);
      // Not in the capture phase: a capturing listener on the window gets the focus events of every field.
      globalThis.addEventListener?.(type, reportSignal, { signal: events.signal });
    }
    return () => events.abort();
  },
});

export const createBrowserPlatform = (namespace?: string): Platform & { persistence: Persistence } => ({
  ...createTabPlatform(namespace),
  now: () => Date.now(),
  random: randomId,
  fetch: (...request) => globalThis.fetch(...request),
  locks: tryTo(() => globalThis.navigator?.locks),
  isMobile: !!globalThis.matchMedia?.("(pointer: coarse) and (max-width: 48rem)").matches,
});

const SIGNALS: Readonly<Record<string, WakeCause | "page-hidden">> = {
  visibilitychange: "visible",
  focus: "visible",
  online: "online",
  pageshow: "page-shown",
  pagehide: "page-hidden",
};
