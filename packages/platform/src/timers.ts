export type Timers = {
  /** Like the global function, but returns a function that cancels the timer. */
  setTimeout(callback: () => void, ms: number): () => void;
};

/** In Node, a timer or channel does not keep the process alive. Browsers have no such method. */
export function unref<T>(handle: T): T {
  (handle as { unref?: () => void }).unref?.();
  return handle;
}

/** Looks the global up at each call, so that one that a test replaces later applies. */
export const timers: Timers = {
  setTimeout: (callback, ms) => {
    const timer = unref(setTimeout(callback, ms));
    return () => clearTimeout(timer);
  },
};
