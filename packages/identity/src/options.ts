import type { WakeCause } from "./events.ts";
import { indexedDbPersistence } from "./persistence/indexed-db.ts";
import { memoryPersistence } from "./persistence/memory.ts";
import type { Persistence } from "./persistence/persistence.ts";
import type { PopupPlatform } from "./popup/popup-platform.ts";
import type { Channel } from "./session/channel.ts";

/** What touches of the outside world it takes to know who is stored. */
type TabPlatform = {
  /** As the global one, but returns what cancels the timer. */
  setTimeout(callback: () => void, ms: number): () => void;
  /** Absent: storage is polled each second instead. */
  channel: ((name: string) => Channel) | undefined;
  /** When the page wakes up or goes; returns what unsubscribes. */
  page(listener: (signal: WakeCause | "page-hidden") => void): () => void;
};

/** Every part of the outside world this package touches. Nothing else reads a global. */
export type Platform = TabPlatform & {
  now(): number;
  fetch: typeof fetch;
  /** Absent in old browsers and in Node: then exchanges are single within each tab only. */
  locks: Pick<LockManager, "request" | "query"> | undefined;
  /** Touch first on a small screen: longer timeouts, slower polling. */
  isMobile: boolean;
} & Partial<PopupPlatform>;

export type IdentityClientOptions = Partial<Platform> & {
  apiKey: string;
  projectId: string;
  /** Absolute, without a trailing slash: "https://identitytoolkit.googleapis.com". */
  identityToolkitUrl: string;
  /** "https://securetoken.googleapis.com" */
  secureTokenUrl: string;
  /** Where providers send the popup back to; default `/oauth/callback` on this page's origin. */
  callbackUrl?: string;
  /** The domain of this site as the project knows it, without scheme or port; `callbackUrl` wins over it. */
  authDomain?: string;
  persistence?: Persistence;
  /** The language of mails and text messages. */
  languageCode?: string;
};

/** The name of everything one project keeps in this browser: stored value, lock and channel. */
export const scopeOf = (projectId: string): string => `tallybin-identity:${projectId}`;

/** The browser, or what there is of it: in Node most of it is missing, and that is fine. */
export const tabPlatform = (): TabPlatform & { persistence: Persistence } => ({
  // Without IndexedDB nothing can have been stored, so memory is the truth and not a fallback.
  persistence: globalThis.indexedDB ? indexedDbPersistence() : memoryPersistence(),
  setTimeout: (callback, ms) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
  channel: globalThis.BroadcastChannel && ((name) => new BroadcastChannel(name)),
  page: (listener) => {
    const events = new AbortController();
    for (const [type, signal] of Object.entries(SIGNALS)) {
      const hear = () => (signal === "visible" && document.hidden) || listener(signal);
      // Not captured: on the window, that would hear the focus of every field.
      globalThis.addEventListener?.(type, hear, { signal: events.signal });
    }
    return () => events.abort();
  },
});

/** What a client needs of it beyond that. */
export const browserPlatform = (): Platform & { persistence: Persistence } => ({
  ...tabPlatform(),
  now: () => Date.now(),
  fetch: (...request) => globalThis.fetch(...request),
  locks: globalThis.navigator?.locks,
  isMobile: !!globalThis.matchMedia?.("(pointer: coarse) and (max-width: 48rem)").matches,
});

const SIGNALS: Readonly<Record<string, WakeCause | "page-hidden">> = {
  visibilitychange: "visible",
  focus: "visible",
  online: "online",
  pageshow: "page-shown",
  pagehide: "page-hidden",
};
