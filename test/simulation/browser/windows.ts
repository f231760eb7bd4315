import { nameOf } from "../../../packages/identity/src/lib/browser.ts";
import type { PageWindow, PopupWindow } from "../../../packages/identity/src/platform.ts";
import type { Channel } from "../../../packages/platform/src/browser.ts";
import type { Library } from "../library.ts";
import type { Random } from "../random.ts";
import type { Scheduler } from "../scheduler.ts";
import { ORIGIN } from "../site/backend.ts";
import type { createChannels } from "./channel.ts";
import { createPage, type Page } from "./page.ts";
import { type Outcome, storageOf, type Visit, viewOf } from "./visit.ts";

export const CALLBACK = `${ORIGIN}/oauth/callback`;
/** The page that popups open at. */
export const FIRST_PAGE = `${ORIGIN}/oauth/popup`;
const BLANK = "about:blank";
/** The focus may return to the opener before a window reads as closed. */
const CLOSES_WITHIN_MS = 400;
/** Modes of a line on which no document arrives. */
const FAILING = /offline|silent|loses/;

/** Told of what windows do. */
export type WindowWatch = {
  /** A window is sent to a provider. */
  left(visit: Visit): void;
  /** A window shows the provider's page. */
  arrived(visit: Visit): void;
  /** The callback page has run. */
  returned(visit: Visit, outcome: Outcome): void;
};

type Parts = {
  scheduler: Scheduler;
  luck: Random;
  library: Library;
  channels: ReturnType<typeof createChannels>;
  /** How the network treats requests now. */
  mode: () => string;
  /** The page of a tab is gone, because the tab has left the site. */
  unload: (page: Page) => void;
  /** Opens the site in a tab. */
  enter: (tab: number) => void;
};

/** Runs work that makes channels by the global constructor, as the callback page does. */
function withChannels<Result>(open: (name: string) => Channel, work: () => Result): Result {
  const own = globalThis.BroadcastChannel;
  globalThis.BroadcastChannel = new Proxy(own, { construct: (_, [name]) => open(String(name)) });
  try {
    return work();
  } finally {
    globalThis.BroadcastChannel = own;
  }
}

/** The windows of one browser: `window.open` and what its opener sees, the focus, and tabs that leave and come back. */
export function createWindows({ scheduler, luck, library, channels, mode, unload, enter }: Parts) {
  const storages = new Map<number, Map<string, string>>();
  /** By tab. */
  const away = new Map<number, Visit>();
  /** By page, where its tab goes. */
  const departing = new WeakMap<Page, Visit>();
  const script = createPage("a script", -1, scheduler, luck);
  let watch: WindowWatch = { left: () => {}, arrived: () => {}, returned: () => {} };
  let newest: Visit | undefined;
  let focused: Page | undefined;
  let count = 0;
  let isCutting = false;
  let isRepeating = false;

  const storageOfTab = (tab: number): Map<string, string> => {
    const values = storages.get(tab) ?? new Map<string, string>();
    storages.set(tab, values);
    return values;
  };
  const delay = () => (mode() === "slow" ? luck.between(500, 40_000) : luck.between(5, 120));

  const make = (from: Page, isPopup: boolean): Visit => {
    count += 1;
    const name = `${isPopup ? "popup" : "visit"} ${count} of ${from.name}`;
    return {
      page: createPage(name, -1, scheduler, luck),
      from,
      isPopup,
      address: BLANK,
      shown: "ours",
      // A popup begins with a copy of its opener's storage.
      storage: isPopup ? new Map(storageOfTab(from.tab)) : storageOfTab(from.tab),
      provider: undefined,
      isClosed: false,
      isCut: false,
    };
  };

  /** @param ms when the popup reads as closed */
  function close(visit: Visit, ms = 0): void {
    const { page, from, isPopup } = visit;
    if (page.isGone || !isPopup) return;
    page.isGone = true;
    channels.leave(page);
    const read = () => {
      visit.isClosed = true;
    };
    if (ms === 0) read();
    else scheduler.after(ms, read);
    if (focused !== page) return;
    focused = from.isGone ? undefined : from;
    from.post(() => from.signal("visible"));
  }

  /** Unloads the page of a tab for the document that has arrived. Returns false if the tab left or closed meanwhile. */
  function takePlace(visit: Visit): boolean {
    const { from, isPopup } = visit;
    if (isPopup || away.get(from.tab) === visit) return true;
    if (from.isGone || departing.get(from) !== visit) return false;
    away.set(from.tab, visit);
    unload(from);
    return true;
  }

  /** Loads a document in a window. */
  function go(visit: Visit, address: string): void {
    visit.page.post(() => {
      if (!takePlace(visit)) return;
      const isOurs = address.startsWith(CALLBACK);
      Object.assign(visit, {
        address,
        shown: FAILING.test(mode()) ? "error" : isOurs ? "callback" : "provider",
      });
      if (visit.shown === "callback") visit.page.post(() => runCallback(visit), delay());
      if (visit.shown !== "provider") return;
      visit.isCut ||= visit.isPopup && isCutting;
      watch.arrived(visit);
    }, delay());
  }

  /** Sends a window to a provider. */
  function leave(visit: Visit, address: string): void {
    visit.provider = address;
    watch.left(visit);
    go(visit, address);
  }

  /** The callback page has loaded. */
  function runCallback(visit: Visit): void {
    const { page, storage } = visit;
    const own = {
      location: {
        get href() {
          return visit.address;
        },
        get pathname() {
          return new URL(visit.address).pathname;
        },
        replace: () => page.post(() => back(visit), delay()),
      },
      history: {
        replaceState: (_data: unknown, _title: string, path: string) => {
          visit.address = ORIGIN + path;
        },
      },
      sessionStorage: storageOf(storage),
      close: () => close(visit),
    };
    const open = (name: string): Channel => {
      const channel = channels.forPage(page, name);
      const postMessage = (data: unknown) => {
        channel.postMessage(data);
        if (isRepeating) scheduler.after(luck.between(0, 200), () => say(data));
      };
      return { ...channel, postMessage };
    };
    const outcome = withChannels(open, () =>
      library.completeOAuthCallback(own as unknown as Parameters<Library["completeOAuthCallback"]>[0]),
    );
    watch.returned(visit, outcome);
  }

  /** A tab comes back to the site. */
  function back(visit: Visit): void {
    const { tab } = visit.from;
    if (away.get(tab) === visit) enter(tab);
  }

  /** A script of this origin says something where callback pages do. */
  function say(data: unknown): void {
    const channel = channels.forPage(script, nameOf("callback"));
    channel.postMessage(data);
    channel.close();
  }

  function open(from: Page, address: string): PopupWindow | null {
    newest = undefined;
    const visit = make(from, true);
    newest = visit;
    focused = visit.page;
    visit.page.post(() => {
      if (visit.address === BLANK && !FAILING.test(mode())) visit.address = address;
    }, delay());
    return viewOf(visit, {
      close: () => close(visit),
      focus: () => {
        focused = visit.page;
      },
      leave: (to) => leave(visit, to),
    });
  }

  /** A page's tab is sent to another document. */
  function depart(page: Page): Visit {
    const visit = make(page, false);
    departing.set(page, visit);
    return visit;
  }

  return {
    forPage: (page: Page): PageWindow => ({
      open: (address) => open(page, address),
      document: { hasFocus: () => focused === page },
      screen: { availWidth: 1500, availHeight: 1000 },
      sessionStorage: storageOf(storageOfTab(page.tab)),
      location: { assign: (address) => leave(depart(page), String(address)) },
    }),
    setWatch: (next: WindowWatch): void => {
      watch = next;
    },
    /** The popup that the last `window.open` made. */
    newest: () => newest,
    /** What a tab's storage holds of a redirect. */
    redirectOf: (tab: number): string | undefined => storages.get(tab)?.get(nameOf("redirect")),
    /** Whether a page listens to callback pages. */
    hears: (page: Page): boolean => channels.hears(page, nameOf("callback")),
    attemptOf: ({ storage }: Pick<Visit, "storage">): string | undefined => storage.get(nameOf("attempt")),
    go,
    say,
    /** The user closes a popup. */
    closeByUser: (visit: Visit): void => close(visit, luck.between(0, CLOSES_WITHIN_MS)),
    focus: (page: Page): void => {
      focused = page;
    },
    hasFocus: (page: Page): boolean => focused === page,
    /** Whether the provider's pages have an opener policy. */
    setCutting: (next: boolean): void => {
      isCutting = next;
    },
    /** Whether each message of a callback page is said twice. */
    setRepeating: (next: boolean): void => {
      isRepeating = next;
    },
    /** A page of the site opens in a tab. */
    entered: (page: Page): void => {
      const visit = away.get(page.tab);
      if (visit) visit.page.isGone = true;
      away.delete(page.tab);
      focused = page;
    },
    /** A tab is closed. */
    forget: (tab: number): void => void storages.delete(tab),
    /** The user clears the site's data. */
    clear: (): void => {
      for (const values of storages.values()) values.clear();
    },
  };
}
