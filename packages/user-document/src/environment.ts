import { UserDocumentError } from "./errors.ts";
import { browserPage, type Page } from "./page.ts";

/** Everything outside this package, so that tests can own time, network and the page. */
export type Platform = {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Milliseconds; only differences are used. It must go on while the machine sleeps. */
  readonly now: () => number;
  readonly setTimeout: (callback: () => void, ms: number) => unknown;
  readonly clearTimeout: (timer: unknown) => void;
  /** 0 ≤ x < 1, for jitter and cache-defeating parameters; nothing secret is made of it. */
  readonly random: () => number;
  readonly page: Page;
  /** Absent: every tab holds a stream of its own. */
  readonly locks: Locks | undefined;
  /** Undefined, or giving undefined, where the browser has none or refuses it. */
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

/** Whose document it is, where it lives, and who may ask for it. */
export type Place = {
  /** Firestore's origin, `https://firestore.googleapis.com`; the only server that is ever called. */
  readonly url: string;
  readonly projectId: string;
  readonly uid: string;
  /** What the names of locks and channels begin with; default "user-document". */
  readonly namespace?: string;
  /** Gives a valid ID token. With `forceRefresh` the server has just refused the one it gave before. */
  readonly getIdToken: (options: { forceRefresh: boolean }) => Promise<string>;
};
export type IdTokens = {
  /** An ID token that the server has not rejected; whatever fails here is no verdict about the document. */
  get(outer: AbortSignal): Promise<string>;
  /** To be called when the server has rejected a token that `get` gave. */
  reject(idToken: string): void;
};

export type Environment = Platform & Place & { readonly idTokens: IdTokens };

/** Looked up at each call, so that a test which replaces the globals later is obeyed. */
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
      // Firefox refuses one where site data is blocked.
      return undefined;
    }
  },
};

export const databaseOf = ({ projectId }: Place): string => `projects/${projectId}/databases/(default)`;
export const documentNameOf = (place: Place): string => `${databaseOf(place)}/documents/users/${place.uid}`;

/**
 * Runs something that may hang, with a signal that fires at the deadline or with `outer`. It settles then even
 * if the work ignores its signal: a token callback knows none, and a body can stall after its headers.
 */
export const within = <T>(
  { setTimeout, clearTimeout }: Platform,
  ms: number,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> =>
  new Promise((resolve, reject) => {
    const controller = new AbortController();
    const { signal } = controller;
    const cancel = () => controller.abort(new UserDocumentError("cancelled"));
    const timer = setTimeout(() => controller.abort(new UserDocumentError("deadline-exceeded")), ms);
    signal.onabort = () => reject(signal.reason);
    outer.addEventListener("abort", cancel, { signal });
    // What has ended before it began asks nobody anything.
    if (outer.aborted) {
      clearTimeout(timer);
      cancel();
      return;
    }
    // A callback of the page may throw before it returns a promise.
    const run = async () => work(signal);
    run()
      .then(resolve, reject)
      .finally(() => {
        clearTimeout(timer);
        // Takes the listener away from `outer`, too.
        controller.abort();
      });
  });
