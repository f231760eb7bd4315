import { useEffect, useRef } from "react";

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
      return;
    }
    if (target) target.scrollIntoView();
    else window.scrollTo({ top: 0, behavior: "instant" });
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

function placeNamedByHash(): HTMLElement | null {
  const id = window.location.hash.slice(1);
  return id === "" ? null : document.getElementById(id);
}
