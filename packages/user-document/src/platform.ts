import { UserDocumentError } from "./errors.ts";
import { browserPage, type Page } from "./page.ts";

/** Everything outside this package, so that tests can own time, network and the page. */
export type Platform = {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Milliseconds since the epoch; only differences are used, so any steady clock will do. */
  readonly now: () => number;
  readonly setTimeout: (callback: () => void, ms: number) => unknown;
  readonly clearTimeout: (timer: unknown) => void;
  /** 0 ≤ x < 1, for jitter and cache-defeating parameters; nothing secret is made of it. */
  readonly random: () => number;
  readonly page: Page;
  /** Gets what a watcher throws. */
  readonly reportError: (error: unknown) => void;
};

/** Looked up at each call, so that a test which replaces the globals later is obeyed. */
export const browserPlatform = (): Platform => ({
  fetch: (url, init) => globalThis.fetch(url, init),
  now: () => performance.now(),
  setTimeout: (callback, ms) => globalThis.setTimeout(callback, ms),
  clearTimeout: (timer) => globalThis.clearTimeout(timer as number),
  random: () => Math.random(),
  page: browserPage(),
  reportError: (error) =>
    queueMicrotask(() => {
      throw error;
    }),
});

/**
 * Runs something that may hang, with a signal that fires at the deadline or with `outer`. It settles then even
 * if the work ignores its signal: a token callback knows none, and a body can stall after its headers.
 */
export const withDeadline = <T>(
  platform: Platform,
  ms: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> =>
  new Promise((resolve, reject) => {
    const controller = new AbortController();
    const give = (code: "deadline-exceeded" | "cancelled") => () => {
      settle();
      controller.abort();
      reject(new UserDocumentError("read", code));
    };
    const cancel = give("cancelled");
    const timer = platform.setTimeout(give("deadline-exceeded"), ms);
    const settle = () => {
      platform.clearTimeout(timer);
      outer?.removeEventListener("abort", cancel);
    };
    if (outer?.aborted) return cancel();
    outer?.addEventListener("abort", cancel);
    work(controller.signal).then(resolve, reject).finally(settle);
  });
