import { useEffect, useRef } from "react";
import { isFocusLost } from "../lib/focus.ts";

/**
 * What a browser does when it loads a page, done for navigations inside the app: start at the top, or at the place
 * the hash names, and let assistive technology read from the heading.
 */
export function useArrival(path: string, arrival: number): void {
  const arrivedAt = useRef({ path, arrival });
  useEffect(startAtTop, []);
  useEffect(() => {
    const target = placeNamedByHash();
    const isFirstPage = arrivedAt.current.path === path && arrivedAt.current.arrival === arrival;
    arrivedAt.current = { path, arrival };
    if (isFirstPage) {
      target?.scrollIntoView(); // smooth or not as the style sheet says
      if (isFocusLost()) initialField()?.focus();
      return;
    }
    if (target) target.scrollIntoView();
    else window.scrollTo({ top: 0, behavior: "instant" });
    const field = target ? null : initialField();
    if (field) return field.focus({ preventScroll: true });
    const heading = target ?? document.querySelector<HTMLElement>("main h1");
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [path, arrival]);
}

/**
 * Back and forward are path changes too: the browser would put the old place back after ours. When the document
 * itself goes, a reload or a way back from another site still finds the place again.
 */
function startAtTop(): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  window.history.scrollRestoration = "manual";
  window.addEventListener("pagehide", () => (window.history.scrollRestoration = "auto"), { signal });
  window.addEventListener("pageshow", () => (window.history.scrollRestoration = "manual"), { signal });
  return () => listening.abort();
}

/** With a mouse and a keyboard, a page that is its form begins in its first field; a phone would open its keyboard over it. */
const initialField = (): HTMLElement | null =>
  window.matchMedia("(hover: hover) and (pointer: fine)").matches
    ? document.querySelector<HTMLElement>("main [data-initial-focus]")
    : null;

function placeNamedByHash(): HTMLElement | null {
  const id = window.location.hash.slice(1);
  return id === "" ? null : document.getElementById(id);
}
