import type { BaseLocationHook, BaseSearchHook } from "wouter";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { isReachable } from "./is-reachable.ts";
import { notFound, type Route, redirects, routeAt } from "./routes.ts";

/** Where the app reads its address: the browser's in the browser, a fixed one in prerendering and tests. */
export type LocationSource = {
  hook: BaseLocationHook;
  searchHook: BaseSearchHook;
  /** Differs for each arrival, also for one at the page that is on view: it starts at its top, or where the hash says. */
  useArrivalNumber: () => number;
  /** The page that could not be opened because the server is out of reach, until another one is. */
  useUnreachablePage: () => string | undefined;
};
export type NavigateOptions = { replace?: boolean; state?: unknown };

type Shown = { path: string; search: string; arrival: number; unreachable?: string | undefined };

export const fixedLocation = (path: string, search = ""): LocationSource => ({
  hook: () => [path, () => undefined],
  searchHook: () => search,
  useArrivalNumber: () => 0,
  useUnreachablePage: () => undefined,
});

/** Where no server that redirects stands in front: another spelling of a page becomes its address at the start. */
export function settleAddress({ location, history }: Window): void {
  const to = redirects[location.pathname];
  if (to !== undefined) history.replaceState(history.state, "", to + location.search + location.hash);
}

/**
 * The address as it is *shown*: it changes only once the next page's chunk is there, for links as for the back
 * button, so that a navigation never shows a blank page. A router that follows `popstate` directly would.
 */
export function createNavigation(
  browser: Window,
  onChunkGone: (href: string) => void,
  /** For what else the page will need that somebody points at. */
  onIntent: (route: Route) => void = () => undefined,
) {
  let arrival = 0;
  const current = (): Shown => ({
    arrival,
    unreachable: undefined,
    path: browser.location.pathname.replace(/(?<=.)\/+$/, ""),
    search: browser.location.search.replace(/^\?/, ""),
  });
  const shown = createStore<Shown>(current);
  const arrive = (): void => {
    arrival += 1;
    shown.setState(current());
  };
  let latest = 0;

  /** Resolves to false where a later navigation has overtaken this one, or the browser takes over. */
  async function prepare(url: URL): Promise<boolean> {
    latest += 1;
    const mine = latest;
    try {
      await routeAt(url.pathname).page.load();
    } catch {
      const isAnswered = await isReachable(url.href);
      if (mine !== latest) return false;
      // The code is gone after a deploy, or nothing can be fetched: only the first is left to the server.
      if (isAnswered) onChunkGone(url.href);
      else shown.setState({ unreachable: url.pathname + url.search + url.hash });
      return false;
    }
    return mine === latest;
  }

  async function go(to: string, { replace = false, state = null }: NavigateOptions): Promise<void> {
    const url = new URL(to, browser.location.href);
    if (url.origin !== browser.location.origin) return browser.location.assign(url);
    url.pathname = redirects[url.pathname] ?? url.pathname;
    if (!(await prepare(url))) return;
    // As a browser does it: the address on view gets no second entry.
    if (replace || url.href === browser.location.href) browser.history.replaceState(state, "", url);
    else browser.history.pushState(state, "", url);
    arrive();
  }
  const navigate = (to: string, options: NavigateOptions = {}): void => {
    void go(to, options);
  };

  const onPopState = (): void => {
    void prepare(new URL(browser.location.href)).then((ready) => {
      if (ready) arrive();
    });
  };

  const onClick = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const url = ownPage(event.target, browser);
    if (!url) return;
    event.preventDefault();
    navigate(url.href);
  };

  /** Somebody who points at a link will probably follow it. */
  const onPointed = (event: Event): void => {
    const url = ownPage(event.target, browser);
    if (!url) return;
    const route = routeAt(url.pathname);
    route.page.load().catch(() => undefined);
    onIntent(route);
  };

  function start(): () => void {
    const { document } = browser;
    const intents = ["pointerover", "focusin", "touchstart"];
    browser.addEventListener("popstate", onPopState);
    document.addEventListener("click", onClick);
    for (const name of intents) document.addEventListener(name, onPointed, { passive: true });
    return () => {
      browser.removeEventListener("popstate", onPopState);
      document.removeEventListener("click", onClick);
      for (const name of intents) document.removeEventListener(name, onPointed);
    };
  }

  const source: LocationSource = {
    hook: () => [useStore(shown, ({ path }) => path), navigate],
    searchHook: () => useStore(shown, ({ search }) => search),
    useArrivalNumber: () => useStore(shown, (state) => state.arrival),
    useUnreachablePage: () => useStore(shown, (state) => state.unreachable),
  };
  return {
    source,
    navigate,
    start,
    /** For what follows the pages without being a part of them. */
    path: () => shown.getState().path,
    subscribe: (listener: () => void) => shown.subscribe(listener),
  };
}

/** The address behind a click, where it is a page of this site and not merely another place on this page. */
function ownPage(target: EventTarget | null, browser: Window): URL | undefined {
  const anchor = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
  if (!anchor || anchor.target || anchor.hasAttribute("download")) return undefined;
  const url = new URL(anchor.href);
  const here = browser.location;
  if (url.origin !== here.origin) return undefined;
  if (url.hash && url.pathname === here.pathname && url.search === here.search) return undefined;
  const path = redirects[url.pathname] ?? url.pathname;
  // The server answers what we do not know: a file, the workbench, or a real 404.
  return routeAt(path) === notFound ? undefined : url;
}
