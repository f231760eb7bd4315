import { browserLocks, browserTab, type Locks, onPageEvents, type Tab } from "@tallybin/platform/browser";
import { inTime, LATE } from "@tallybin/platform/deadline";
import type { Timers } from "@tallybin/platform/timers";
import { UserDocumentError } from "./errors.ts";

/** Everything outside this package, so that tests can control time, network and the page. */
export type Platform = Tab & {
  /** Reports the page's signals, and at once if it is hidden. Returns the function that unsubscribes. */
  readonly page: (listener: (signal: PageSignal) => void) => () => void;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Milliseconds; only differences are used. It must continue while the machine sleeps. */
  readonly now: () => number;
  /** 0 ≤ x < 1, for jitter and cache-busting parameters; never for secrets. */
  readonly random: () => number;
  /** If it is absent, every tab has its own stream. */
  readonly locks: Pick<Locks, "request"> | undefined;
};

type DocumentPlace = {
  /** Firestore's origin, `https://firestore.googleapis.com`; no other server is called. */
  readonly url: string;
  readonly projectId: string;
  readonly uid: string;
  /** The prefix of the names of locks and channels; default "user-document". */
  readonly namespace?: string;
};

/** The document's owner and place, and the source of ID tokens. */
export type Place = DocumentPlace & {
  /**
   * Returns a valid ID token. With `forceRefresh`, the server has just refused the previous one: returns a new token, or
   * the previous one if the last refresh was a short time ago, as `getIdToken` of `@tallybin/identity` does.
   */
  readonly getIdToken: (options: { forceRefresh: boolean }) => Promise<string>;
  /** Resolves to a token of Firebase App Check, for a project that demands it. */
  readonly getAppCheckToken?: () => Promise<string>;
};

/** Sends requests with one ID token, which only `id-tokens.ts` sees. */
export type Authorization = {
  /** Sends a form's headers in its body, so that the form needs no CORS preflight. */
  fetch(url: string, init: RequestInit): Promise<Response>;
  /** Call this when the server has rejected the token. */
  reject(): void;
};

/** Resolves to the authorization for a token that the server has not rejected, the same object for the same token. */
export type Authorize = (outer: AbortSignal) => Promise<Authorization>;

export type Environment = Platform & DocumentPlace & { readonly authorize: Authorize };

/** `suspended`: the page closes, maybe into the back/forward cache. `network-changed`: open connections may be dead. */
export type PageSignal = "visible" | "hidden" | "suspended" | "network-changed";

const SIGNALS: Readonly<Record<string, PageSignal>> = {
  visibilitychange: "visible",
  focus: "visible",
  pageshow: "visible",
  pagehide: "suspended",
  online: "network-changed",
  offline: "network-changed",
};

const isHidden = (): boolean => !!globalThis.document?.hidden;

/** Looks globals up at each call, so that globals that a test replaces later apply. */
export const browserPlatform: Platform = {
  ...browserTab,
  page: (listener) => {
    if (isHidden()) listener("hidden");
    return onPageEvents(SIGNALS, (signal) =>
      listener(signal === "visible" && isHidden() ? "hidden" : signal),
    );
  },
  fetch: (url, init) => fetch(url, init),
  now: () => Date.now(),
  random: Math.random,
  get locks() {
    return browserLocks();
  },
};

export const databaseOf = ({ projectId }: DocumentPlace): string =>
  `projects/${projectId}/databases/(default)`;
export const documentNameOf = (place: DocumentPlace): string =>
  `${databaseOf(place)}/documents/users/${place.uid}`;

/** Settles at the deadline or with `outer`, even if the work ignores its signal, as a token callback does. */
export const withDeadline = <T>(
  timers: Timers,
  ms: number,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const runWork = async (signal: AbortSignal): Promise<T> => {
    // Work that was aborted before it began makes no request.
    signal.throwIfAborted();
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
    });
    return Promise.race([work(signal), aborted]);
  };
  return inTime(timers, ms, runWork, outer).catch((cause) => {
    if (cause === LATE) throw new UserDocumentError("deadline-exceeded");
    throw outer.aborted ? new UserDocumentError("cancelled") : cause;
  });
};
