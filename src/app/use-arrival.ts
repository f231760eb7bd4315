import { useEffect, useRef } from "react";
import { isFocusLost } from "../lib/focus.ts";

/** Does what a browser does after a page load: scrolls, and moves assistive technology to the heading. */
export function useArrival(path: string, arrival: number): void {
  const arrivedAt = useRef({ path, arrival });
  useEffect(startAtTop, []);
  useEffect(() => {
    const target = findHashTarget();
    const isFirstPage = arrivedAt.current.path === path && arrivedAt.current.arrival === arrival;
    arrivedAt.current = { path, arrival };
    if (isFirstPage) {
      target?.scrollIntoView(); // the style sheet decides whether this is smooth
      // The user may be pressing a button further down, and would miss it if the page moved.
      if (isFocusLost()) findInitialField()?.focus({ preventScroll: true });
      return;
    }
    if (target) target.scrollIntoView();
    else window.scrollTo({ top: 0, behavior: "instant" });
    if (isMenuInUse()) return;
    const field = target ? null : findInitialField();
    if (field) return field.focus({ preventScroll: true });
    const heading = target ?? document.querySelector<HTMLElement>("main h1");
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [path, arrival]);
}

/**
 * Back and forward change the path too: the browser would restore the old position after ours. After a reload or a
 * return from another site, it still restores the position.
 */
function startAtTop(): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  window.history.scrollRestoration = "manual";
  window.addEventListener("pagehide", () => (window.history.scrollRestoration = "auto"), { signal });
  window.addEventListener("pageshow", () => (window.history.scrollRestoration = "manual"), { signal });
  return () => listening.abort();
}

/**
 * Whether the focus is in an open menu or on its button. The user has opened the menu while the page was loading, and
 * the account menu would close if it lost the focus.
 */
const isMenuInUse = (): boolean =>
  Boolean(
    document.activeElement?.closest("[role=menu][data-state=open], nav[data-open], [aria-expanded=true]"),
  );

/** The field that gets the focus on a form page. A phone gets none, because its keyboard would cover the page. */
const findInitialField = (): HTMLElement | null =>
  window.matchMedia("(hover: hover) and (pointer: fine)").matches
    ? document.querySelector<HTMLElement>("main [data-initial-focus]")
    : null;

function findHashTarget(): HTMLElement | null {
  const id = window.location.hash.slice(1);
  return id === "" ? null : document.getElementById(id);
}
