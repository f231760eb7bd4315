import type { Locks } from "./environment.ts";

/** Browsers allow six connections to an HTTP/1.1 origin: streams take half, and leave the rest to pages. */
const SLOTS = 3;

/** Waits for one of the browser's few streams; returns its release. A crash frees a Web Lock. */
export const contendForSlot = (locks: Locks, namespace: string, onGranted: () => void): (() => void) => {
  const waiting = new AbortController();
  let release = () => {};
  let isHeld = false;
  const hold = () => {
    // Two locks can be granted before the other requests are withdrawn.
    if (isHeld || waiting.signal.aborted) return undefined;
    isHeld = true;
    waiting.abort();
    onGranted();
    return new Promise<void>((resolve) => {
      release = resolve;
    });
  };
  for (let slot = 1; slot <= SLOTS; slot += 1)
    locks.request(`${namespace}-stream-${slot}`, { signal: waiting.signal }, hold).catch(() => {
      // A browser that refuses locks must not keep a tab from its document.
      if (!waiting.signal.aborted) void hold();
    });
  return () => {
    waiting.abort();
    release();
  };
};
