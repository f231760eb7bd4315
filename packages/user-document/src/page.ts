/** The DOM events that streams follow. Only tabs hidden for long are frozen, which ends a stream anyway. */
const EVENTS = ["visibilitychange", "focus", "pagehide", "pageshow", "online", "offline"] as const;
export type PageEvent = (typeof EVENTS)[number];

export type Page = {
  isVisible(): boolean;
  /** Returns the function that unsubscribes. */
  subscribe(listener: (event: PageEvent) => void): () => void;
};

/** The page of this script. Without a page (in a worker or Node), the result is always visible. */
export const browserPage: Page = {
  isVisible: () => globalThis.document?.visibilityState !== "hidden",
  subscribe: (listener) => {
    const ending = new AbortController();
    // `visibilitychange` fires on the document and bubbles to the window.
    for (const type of EVENTS) globalThis.addEventListener?.(type, () => listener(type), ending);
    return () => ending.abort();
  },
};
