import type { Locks, Tab } from "@tallybin/platform/browser";
import type { WakeCause } from "./events.ts";

/** The part of a window that the client uses. */
export type PopupWindow = Pick<Window, "closed" | "close" | "focus" | "sessionStorage"> & {
  document: Pick<Document, "readyState">;
  /** Every window has one. TypeScript declares it as a global only. */
  console?: Pick<Console, "warn">;
  location: Pick<Location, "replace" | "href">;
};

/** The part of this page's window that popups and redirects use. */
export type PageWindow = {
  open(url: string, target: string, features: string): PopupWindow | null;
  /** The focus returns to this page when the user closes a popup. */
  document: Pick<Document, "hasFocus">;
  screen: Pick<Screen, "availWidth" | "availHeight">;
  sessionStorage: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  location: Pick<Location, "assign">;
};

/** The platform parts of passkeys; their defaults ship only with them. */
export type PasskeyPlatform = {
  /** Absent if the browser has no passkeys. */
  credentials: Pick<CredentialsContainer, "create" | "get"> | undefined;
  publicKey: Partial<typeof PublicKeyCredential> | undefined;
  hostname: string;
};

/** The platform parts that reading the stored session needs. */
export type TabPlatform = Tab & {
  /** Reports when the page wakes up or closes. Returns the function that unsubscribes. */
  page(listener: (signal: WakeCause | "page-hidden") => void): () => void;
};

/**
 * Every part of the outside world that a client uses. Other code reads a global only as the default of a part or
 * option, in the SDK's storage that `adoption` takes over, and on the callback page, which has no client.
 */
export type Platform = TabPlatform & {
  now(): number;
  /** 128 random bits as text. */
  random(): string;
  fetch: typeof fetch;
  /**
   * Absent over plain HTTP, in Node, and if site data is blocked. Each tab then makes one exchange at a time, but
   * tabs do not wait for each other.
   */
  locks: Locks | undefined;
  /** Whether the device has a small touch screen. Timeouts are then longer and polls slower. */
  isMobile: boolean;
  /** Default: the global one. */
  window?: PageWindow;
} & Partial<PasskeyPlatform>;
