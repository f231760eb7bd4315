import { UserDocumentError } from "./errors.ts";

/** Everything outside this package, so that tests can control time, network and the page. */
export type Platform = {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Milliseconds; only differences are used. It must continue while the machine sleeps. */
  readonly now: () => number;
  readonly setTimeout: (callback: () => void, ms: number) => unknown;
  readonly clearTimeout: (timer: unknown) => void;
  /** 0 ≤ x < 1, for jitter and cache-busting parameters; never for secrets. */
  readonly random: () => number;
  readonly page: Page;
  /** If it is absent, every tab has its own stream. */
  readonly locks: Locks | undefined;
  /** Undefined, or returning undefined, if the browser has none or refuses it. */
  readonly channel: ((name: string) => Channel | undefined) | undefined;
};

/** The part of `navigator.locks` that is used. */
export type Locks = {
  request(
    name: string,
    options: { signal: AbortSignal },
    hold: () => Promise<void> | undefined,
  ): Promise<unknown>;
};

/** The part of `BroadcastChannel` that is used. */
export type Channel = {
  postMessage(message: unknown): void;
  addEventListener(type: "message", listener: (event: { data: unknown }) => void): void;
  close(): void;
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

/** The DOM events that streams follow. Only tabs hidden for long are frozen, which ends a stream anyway. */
const EVENTS = ["visibilitychange", "focus", "pagehide", "pageshow", "online", "offline"] as const;
export type PageEvent = (typeof EVENTS)[number];

export type Page = {
  isVisible(): boolean;
  /** Returns the function that unsubscribes. */
  subscribe(listener: (event: PageEvent) => void): () => void;
};

/** The page of this script. Without a page (in a worker or Node), the result is always visible. */
const browserPage: Page = {
  isVisible: () => globalThis.document?.visibilityState !== "hidden",
  subscribe: (listener) => {
    const ending = new AbortController();
    // `visibilitychange` fires on the document and bubbles to the window.
    for (const type of EVENTS) globalThis.addEventListener?.(type, () => listener(type), ending);
    return () => ending.abort();
  },
};

/** Looks globals up at each call, so that globals that a test replaces later apply. */
export const browserPlatform: Platform = {
  fetch: (url, init) => fetch(url, init),
  now: () => Date.now(),
  setTimeout: (callback, ms) => setTimeout(callback, ms),
  clearTimeout: (timer) => clearTimeout(timer as number),
  random: Math.random,
  page: browserPage,
  get locks() {
    return globalThis.navigator?.locks;
  },
  channel: (name) => {
    try {
      return new BroadcastChannel(name);
    } catch {
      // Firefox refuses a channel if site data is blocked.
      return undefined;
    }
  },
};

export const databaseOf = ({ projectId }: DocumentPlace): string =>
  `projects/${projectId}/databases/(default)`;
export const documentNameOf = (place: DocumentPlace): string =>
  `${databaseOf(place)}/documents/users/${place.uid}`;

/** Settles at the deadline or with `outer`, even if the work ignores its signal, as a token callback does. */
export const withDeadline = <T>(
  { setTimeout, clearTimeout }: Platform,
  ms: number,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> =>
  new Promise((resolve, reject) => {
    // Not `AbortSignal.any`, whose signals a browser keeps for as long as `outer` lives.
    const controller = new AbortController();
    const { signal } = controller;
    const abortAsCancelled = () => controller.abort(new UserDocumentError("cancelled"));
    const timer = setTimeout(() => controller.abort(new UserDocumentError("deadline-exceeded")), ms);
    signal.onabort = () => reject(signal.reason);
    outer.addEventListener("abort", abortAsCancelled, { signal });
    // Work that was aborted before it began makes no request.
    if (outer.aborted) {
      clearTimeout(timer);
      abortAsCancelled();
      return;
    }
    // A callback of the page may throw before it returns a promise.
    const runWork = async () => work(signal);
    runWork()
      .then(resolve, reject)
      .finally(() => {
        clearTimeout(timer);
        // The abort also removes the listener from `outer`.
        controller.abort();
      });
  });
