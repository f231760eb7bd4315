import type { WakeCause } from "./events.ts";
import type { Timers } from "./lib/deadline.ts";

/** The part of BroadcastChannel in use, so that a test can pass its own. */
export type Channel = {
  postMessage(message: unknown): void;
  addEventListener(type: "message", listener: (event: { data: unknown }) => void): void;
  close(): void;
};

/** The part of a window in use. */
export type PopupWindow = Pick<Window, "closed" | "close" | "focus" | "sessionStorage"> & {
  location: Pick<Location, "replace" | "href">;
};

/** What only popups and redirects touch of the outside world; its defaults ship only with them. */
export type PopupPlatform = {
  openWindow(url: string, features: string): PopupWindow | null;
  /** Whether this page has the focus: a person who closes a popup comes back to it. */
  hasFocus(): boolean;
  screen: Pick<Screen, "availWidth" | "availHeight">;
  tabStorage: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  navigate(url: string): void;
};

/** What only passkeys touch of the outside world; its defaults ship only with them. */
export type PasskeyPlatform = {
  /** Absent where the browser has no passkeys. */
  credentials: Pick<CredentialsContainer, "create" | "get"> | undefined;
  publicKey: Partial<typeof PublicKeyCredential> | undefined;
  hostname: string;
};

/** What touches of the outside world it takes to know who is stored. */
export type TabPlatform = Timers & {
  /** Absent, or refused by the browser where site data is blocked: storage is polled each second instead. */
  channel: ((name: string) => Channel | undefined) | undefined;
  /** When the page wakes up or goes; returns what unsubscribes. */
  page(listener: (signal: WakeCause | "page-hidden") => void): () => void;
};

/** Every part of the outside world this package touches. Nothing else reads a global. */
export type Platform = TabPlatform & {
  now(): number;
  /** 128 random bits as text. */
  random(): string;
  fetch: typeof fetch;
  /** Absent over plain HTTP, in Node, and where site data is blocked: then exchanges are single within each tab only. */
  locks: Pick<LockManager, "request" | "query"> | undefined;
  /** Touch first on a small screen: longer timeouts, slower polling. */
  isMobile: boolean;
} & Partial<PopupPlatform & PasskeyPlatform>;
