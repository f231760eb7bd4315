import type { Page } from "./browser/page.ts";
import type { Tab } from "./browser/tab.ts";
import type { Library } from "./library.ts";

/** What a page shows, and since when. */
export type Shown = { status: string; uid: string; generation: string; at: number };

/** What the rules remember of an open page. */
export type Open = {
  shown: Shown;
  openedAt: number;
  /** The sessions that this page has signed out or replaced. */
  left: Set<string>;
  hasRead: boolean;
  /** Whether storage has answered it, and whether its client knows a state. */
  isAnswered?: boolean;
  isKnown?: boolean;
  /** Whether storage has taken what the page shows. */
  isDurable?: boolean;
  /** Whether its last exchange has not failed. */
  isFresh?: boolean;
  /** When it last put something into storage, which may have refused it. */
  putAt?: number;
  /** Whether a sign-in waited for what it last put into storage. */
  isAwaited?: boolean;
  /** When its session ended, if the page had not read storage. Then it ends what was stored until then. */
  leftUnreadAt: number | undefined;
  /** What was stored then, and the device's time, until a session begins here: it is shown only with newer tokens. */
  endedUnread: { generation: string; at: number } | undefined;
  /** Whose sign-in is the last, and when it began; none once the user has signed out since. */
  latest: string | undefined;
  /** The user whose session ended here by a refusal. New tokens of the changed account continue the session. */
  refused?: string | undefined;
  askedAt: number;
  /** What the user asked for last. */
  wish: object | undefined;
  /** The token whose exchange runs, how many have begun by the state, and how many by the events. */
  refreshing: string | undefined;
  refreshes: number;
  started: number;
};

type Parts = {
  now: () => number;
  library: Library;
  deviceNow: () => number;
  /** Whether storage holds the record of another version. */
  isForeign: () => boolean;
  fail: (rule: string, text: string) => void;
};

export const NOTHING: Shown = { status: "unknown", uid: "", generation: "", at: 0 };

/** The open pages of one browser, and what the state of each says. */
export function createOpenPages({ now, library, deviceNow, isForeign, fail }: Parts) {
  const pages = new Map<Page, Open>();
  let leftAt = 0;

  return {
    get: (page: Page): Open | undefined => pages.get(page),
    has: (page: Page): boolean => pages.has(page),
    all: (): Iterable<Page> => pages.keys(),
    /** When a page last closed. Other tabs may have no message about its last write. */
    leftAt: (): number => leftAt,
    opened: ({ page, client }: Tab): void => {
      const openedAt = now();
      pages.set(page, {
        shown: NOTHING,
        openedAt,
        left: new Set(),
        latest: undefined,
        hasRead: false,
        leftUnreadAt: undefined,
        endedUnread: undefined,
        askedAt: openedAt,
        refreshing: undefined,
        refreshes: 0,
        started: 0,
        wish: undefined,
      });
      const { runner } = library.partsOf(client);
      runner.watch((state) => {
        const open = pages.get(page);
        if (!open || !state) return;
        // The service gives the same token again within a second, and a custody's returned token has the ID token of before.
        const { idToken, receivedAt, turn } = state.session ?? {};
        const refreshing = state.phase === "refreshing" ? `${receivedAt} ${turn} ${idToken}` : undefined;
        const isDurable = isForeign() || runner.isDurable();
        // An exchange of a session in memory ends without an event if storage holds an older one. The next may begin at once.
        const mayBegin = refreshing !== open.refreshing || !isDurable;
        if (refreshing !== undefined && mayBegin) open.refreshes += 1;
        open.refreshing = refreshing;
        const isKnown = state.status !== "unknown";
        open.hasRead = open.isAnswered === true && isKnown;
        Object.assign(open, { isKnown, isDurable, isFresh: state.phase === "fresh" });
        if (open.hasRead && isDurable) open.leftUnreadAt = undefined;
      });
    },
    /** Storage has answered a page. */
    read: (page: Page): void => {
      const open = pages.get(page);
      if (open) Object.assign(open, { isAnswered: true, hasRead: open.isKnown === true });
    },
    left: (page: Page): void => {
      leftAt = now();
      pages.delete(page);
    },
    /** The event of a start, which comes after the state's change. */
    refreshStarted: (page: Page): void => {
      const open = pages.get(page);
      if (!open) return;
      open.started += 1;
      if (open.started > open.refreshes) fail("rule 2: one exchange at a time in a tab", page.name);
    },
    /** A session ends in a page that has not read storage. @param stored the session in storage then */
    leaveUnread: (open: Open, stored: string): void => {
      open.leftUnreadAt = now();
      open.endedUnread = { generation: stored, at: deviceNow() };
    },
    /** Whether a page says that storage has refused its session, and no failed exchange with it. */
    isInMemory: (page: Page): boolean => {
      const { isDurable = true, isFresh = false } = pages.get(page) ?? {};
      return !isDurable && isFresh;
    },
  };
}
export type OpenPages = ReturnType<typeof createOpenPages>;
