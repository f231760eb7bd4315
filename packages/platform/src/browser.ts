import { type Timers, timers, unref } from "./timers.ts";

/** `undefined` if the browser refuses: Firefox throws from many of its APIs if site data is blocked. */
export const tryTo = <T>(act: () => T): T | undefined => {
  try {
    return act();
  } catch {
    return undefined;
  }
};

/** The part of `BroadcastChannel` that is used. */
export type Channel = {
  postMessage(message: unknown): void;
  addEventListener(type: "message", listener: (event: { data: unknown }) => void): void;
  close(): void;
};

/** The part of `navigator.locks` that is used. */
export type Locks = Pick<LockManager, "request" | "query">;

/** `undefined` if the browser refuses it or has none. */
export const openChannel = (name: string): Channel | undefined =>
  tryTo(() => unref(new BroadcastChannel(name)));

/** The parts of the outside world that every client of this repository needs. */
export type Tab = Timers & {
  /** Absent, or refused by the browser if site data is blocked. */
  channel: ((name: string) => Channel | undefined) | undefined;
};

export const browserTab: Tab = {
  setTimeout: timers.setTimeout,
  channel: openChannel,
};

/**
 * Reports the page's events, each by its signal. `visibilitychange` bubbles to the window. Returns the function that
 * unsubscribes.
 */
export function onPageEvents<Signal>(
  signals: Readonly<Record<string, Signal>>,
  listener: (signal: Signal) => void,
): () => void {
  const events = new AbortController();
  // Not in the capture phase: a capturing listener on the window gets the focus events of every field.
  for (const [type, signal] of Object.entries(signals))
    globalThis.addEventListener?.(type, () => listener(signal), events);
  return () => events.abort();
}

/** Absent over plain HTTP, in Node, and if site data is blocked. */
export const browserLocks = (): Locks | undefined => tryTo(() => globalThis.navigator?.locks);
