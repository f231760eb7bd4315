/**
 * What happens to a page that its streams must follow. `suspended` and `resumed` are the back/forward cache and
 * the freezing of tabs: a page with an open request is kept out of that cache, or comes back with a dead one.
 */
export type PageEvent = "visible" | "hidden" | "online" | "offline" | "suspended" | "resumed";

export type Page = {
  isVisible(): boolean;
  /** Returns the function that ends the subscription. */
  subscribe(listener: (event: PageEvent) => void): () => void;
};

/** The page this script runs in; where there is none (a worker, Node) it counts as always visible. */
export const browserPage = (): Page => ({
  isVisible: () => typeof document === "undefined" || document.visibilityState !== "hidden",
  subscribe: (listener) => {
    if (typeof document === "undefined") return () => {};
    const ending = new AbortController();
    const on = (target: EventTarget, type: string, event: () => PageEvent) =>
      target.addEventListener(type, () => listener(event()), { signal: ending.signal });
    on(document, "visibilitychange", () => (document.visibilityState === "hidden" ? "hidden" : "visible"));
    on(document, "freeze", () => "suspended");
    on(document, "resume", () => "resumed");
    on(window, "pagehide", () => "suspended");
    on(window, "pageshow", () => "resumed");
    on(window, "online", () => "online");
    on(window, "offline", () => "offline");
    return () => ending.abort();
  },
});
