import type { BaseLocationHook, BaseSearchHook } from "wouter";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { withinCodeLimit } from "../lib/code-limit.ts";
import { notFound, type Route, redirects, routeAt } from "./routes.ts";

/** The source of the current address: the browser's own, or a fixed one in prerendering and tests. */
export type LocationSource = {
  hook: BaseLocationHook;
  searchHook: BaseSearchHook;
  useShown: () => CurrentAddress;
  /** The number of the navigation that began last; its page may still be loading. */
  latestNavigation: () => number;
};
export type NavigateOptions = { replace?: boolean; state?: unknown };

type CurrentAddress = {
  path: string;
  search: string;
  /**
   * The number of the navigation that arrived last. It is new for each arrival, even at the current page, which then
   * starts at its top or at the hash.
   */
  arrival: number;
  /** The page that could not be opened because the server is unreachable, until another page opens. */
  unreachable?: string | undefined;
};

export const createFixedLocation = (path: string, search = ""): LocationSource => ({
  hook: () => [path, () => undefined],
  searchHook: () => search,
  useShown: () => ({ path, search, arrival: 0 }),
  latestNavigation: () => 0,
});

/** Replaces another spelling of a page's address, as the server does; another server may not. */
export function settleAddress({ location, history }: Window): void {
  const to = redirects[location.pathname];
  if (to !== undefined) history.replaceState(history.state, "", to + location.search + location.hash);
}

/**
 * The *shown* address: it changes only after the next page's chunk has loaded, for links and the back button alike,
 * so that a navigation never shows a blank page. A router that follows `popstate` directly would show a blank page.
 */
export function createNavigation(
  browser: Window,
  onChunkGone: (href: string) => void,
  /** Called for the page of a hovered link, to load its further code. */
  onIntent: (route: Route) => void = () => undefined,
) {
  let latest = 0;
  const currentShown = (arrival: number): CurrentAddress => ({
    arrival,
    unreachable: undefined,
    path: browser.location.pathname.replace(/(?<=.)\/+$/, ""),
    search: browser.location.search.replace(/^\?/, ""),
  });
  const shown = createStore<CurrentAddress>(() => currentShown(latest));
  const showArrival = (navigation: number): void => shown.setState(currentShown(navigation));

  /**
   * Resolves to the number of this navigation, or to undefined if a later one has replaced it or the browser takes
   * over. A redirect waits for its page's code without a limit, because only this page may hold the session that the
   * next one needs.
   */
  async function prepareNavigation(url: URL, isRedirect = false): Promise<number | undefined> {
    latest += 1;
    const mine = latest;
    try {
      const loading = routeAt(url.pathname).page.load();
      await (isRedirect ? loading : withinCodeLimit(loading));
    } catch {
      const isAnswered = await isReachable(url.href);
      if (mine !== latest) return undefined;
      // If the code is gone after a deploy or does not arrive in time, the browser loads the page from the server. If
      // the server is unreachable, the current page stays.
      if (isAnswered) onChunkGone(url.href);
      else shown.setState({ unreachable: url.pathname + url.search + url.hash });
      return undefined;
    }
    return mine === latest ? mine : undefined;
  }

  async function goTo(to: string, { replace = false, state = null }: NavigateOptions): Promise<void> {
    const url = new URL(to, browser.location.href);
    if (url.origin !== browser.location.origin) return browser.location.assign(url);
    url.pathname = redirects[url.pathname] ?? url.pathname;
    const navigation = await prepareNavigation(url, replace);
    if (navigation === undefined) return;
    // Like a browser, add no second history entry for the current address.
    if (replace || url.href === browser.location.href) browser.history.replaceState(state, "", url);
    else browser.history.pushState(state, "", url);
    showArrival(navigation);
  }
  const navigate = (to: string, options: NavigateOptions = {}): void => {
    void goTo(to, options);
  };

  const onPopState = (): void => {
    void prepareNavigation(new URL(browser.location.href)).then((navigation) => {
      if (navigation !== undefined) showArrival(navigation);
    });
  };

  const onClick = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const url = ownPageOf(event.target, browser);
    if (!url) return;
    event.preventDefault();
    navigate(url.href);
  };

  const onLinkPointed = (event: Event): void => {
    const url = ownPageOf(event.target, browser);
    if (!url) return;
    const route = routeAt(url.pathname);
    route.page.load().catch(() => undefined);
    onIntent(route);
  };

  function startListening(): () => void {
    const { document } = browser;
    const listening = new AbortController();
    const { signal } = listening;
    browser.addEventListener("popstate", onPopState, { signal });
    document.addEventListener("click", onClick, { signal });
    for (const name of ["pointerover", "focusin", "touchstart"])
      document.addEventListener(name, onLinkPointed, { passive: true, signal });
    return () => listening.abort();
  }

  const source: LocationSource = {
    hook: () => [useStore(shown, ({ path }) => path), navigate],
    searchHook: () => useStore(shown, ({ search }) => search),
    useShown: () => useStore(shown),
    latestNavigation: () => latest,
  };
  return {
    source,
    navigate,
    start: startListening,
    path: () => shown.getState().path,
    infoAt: (path: string) => routeAt(path).info,
    subscribe: (listener: () => void) => shown.subscribe(listener),
  };
}

/** The address behind a click, if it is another page of this site. */
function ownPageOf(target: EventTarget | null, browser: Window): URL | undefined {
  const anchor = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
  if (!anchor || anchor.target || anchor.hasAttribute("download")) return undefined;
  const url = new URL(anchor.href);
  const here = browser.location;
  if (url.origin !== here.origin) return undefined;
  if (url.hash && url.pathname === here.pathname && url.search === here.search) return undefined;
  const path = redirects[url.pathname] ?? url.pathname;
  // The server handles unknown paths: a file, the workbench, or a real 404.
  return routeAt(path) === notFound ? undefined : url;
}

const PROBE_TIMEOUT_MS = 5_000;

/** Whether the server responds. Otherwise the browser's error page would replace this one and its text. */
async function isReachable(href: string): Promise<boolean> {
  try {
    await fetch(href, { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
    return true;
  } catch {
    return false;
  }
}
