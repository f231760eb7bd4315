import { browserTab, onPageEvents, tryTo } from "@tallybin/platform/browser";
import type { WakeCause } from "../events.ts";
import { indexedDbPersistence, memoryPersistence, type Persistence } from "../persistence/persistence.ts";
import type { TabPlatform } from "../platform.ts";

/** The browser's APIs for reading the stored session. In Node most of them are missing. */
export const createTabPlatform = (namespace?: string): TabPlatform & { persistence: Persistence } => ({
  ...browserTab,
  // Without IndexedDB nothing can have been stored, so memory is the storage and not a fallback.
  persistence: tryTo(() => globalThis.indexedDB)
    ? indexedDbPersistence(undefined, namespace)
    : memoryPersistence(),
  page: (listener) =>
    onPageEvents(SIGNALS, (signal) => (signal === "visible" && document.hidden) || listener(signal)),
});

const SIGNALS: Readonly<Record<string, WakeCause | "page-hidden">> = {
  visibilitychange: "visible",
  focus: "visible",
  online: "online",
  pageshow: "page-shown",
  pagehide: "page-hidden",
};
