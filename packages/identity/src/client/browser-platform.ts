import { browserLocks, browserTab, onPageEvents, tryTo } from "@tallybin/platform/browser";
import type { WakeCause } from "../events.ts";
import { randomId } from "../lib/browser.ts";
import { indexedDbPersistence, memoryPersistence, type Persistence } from "../persistence/persistence.ts";
import type { Platform, TabPlatform } from "../platform.ts";

/** The browser's APIs. In Node most of them are missing, and the client works without them. */
export const createTabPlatform = (namespace?: string): TabPlatform & { persistence: Persistence } => ({
  ...browserTab,
  // Without IndexedDB nothing can have been stored, so memory is the storage and not a fallback.
  persistence: tryTo(() => globalThis.indexedDB)
    ? indexedDbPersistence(undefined, namespace)
    : memoryPersistence(),
  page: (listener) =>
    onPageEvents(SIGNALS, (signal) => (signal === "visible" && document.hidden) || listener(signal)),
});

export const createBrowserPlatform = (namespace?: string): Platform & { persistence: Persistence } => ({
  ...createTabPlatform(namespace),
  now: () => Date.now(),
  random: randomId,
  fetch: (...request) => globalThis.fetch(...request),
  locks: browserLocks(),
  isMobile: !!globalThis.matchMedia?.("(pointer: coarse) and (max-width: 48rem)").matches,
});

const SIGNALS: Readonly<Record<string, WakeCause | "page-hidden">> = {
  visibilitychange: "visible",
  focus: "visible",
  online: "online",
  pageshow: "page-shown",
  pagehide: "page-hidden",
};
