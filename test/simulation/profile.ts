import type {
  IdentityClient,
  IdentityClientOptions,
} from "../../packages/identity/src/client/client-parts.ts";
import type { Persistence } from "../../packages/identity/src/persistence/persistence.ts";
import type { SessionRecord } from "../../packages/identity/src/session/record.ts";
import { createLocks } from "../../packages/identity/test/support/locks.ts";
import { createBoundSessions } from "./browser/bound-sessions.ts";
import { createChannels } from "./browser/channel.ts";
import { createCookies } from "./browser/cookies.ts";
import { createIndexedDb } from "./browser/indexed-db.ts";
import { createNotes } from "./browser/notes.ts";
import { createPage, type Page } from "./browser/page.ts";
import type { Tab } from "./browser/tab.ts";
import { CALLBACK, createWindows, FIRST_PAGE } from "./browser/windows.ts";
import { createCustodyRules } from "./custody-rules.ts";
import type { Google } from "./google.ts";
import type { Library } from "./library.ts";
import { createMoments } from "./moments.ts";
import { bringsToken, createLine, isHandOver, isTokenRequest, type Sent } from "./network.ts";
import { type Person, strangerAmong } from "./people.ts";
import type { Random } from "./random.ts";
import { createRules } from "./rules.ts";
import type { Scheduler } from "./scheduler.ts";
import { type Mode, ORIGIN } from "./site/backend.ts";
import type { Site } from "./site/site.ts";

type Parts = {
  scheduler: Scheduler;
  google: Google;
  projectId: string;
  site: Site | undefined;
  luck: Random;
  library: Library;
  people: readonly Person[];
  /** The device's; empty if it is the only one. */
  name: string;
  /** Whether the browser binds sessions to a key of its own. */
  hasKeys: boolean;
  /** The difference between the device's clock and the services', in milliseconds. */
  clockOffset: number;
};

/** Told of the requests of a profile's pages, and of what they store. */
type Watching = { began(sent: Sent): void; ended(sent: Sent): void; stored(record: unknown): void };

/** What the browser gives the client of a page. */
export type PageParts = Pick<
  IdentityClientOptions,
  "now" | "setTimeout" | "page" | "channel" | "locks" | "fetch"
> & { persistence: Persistence };
export const API_KEY = "local-example-key";

/** One browser profile: storage, locks, channels and the line to the services, and up to four tabs. */
export function createProfile(parts: Parts) {
  const { scheduler, google, site, luck, library, people, name: device, hasKeys, clockOffset } = parts;
  const locks = createLocks(scheduler.now);
  const channels = createChannels();
  const notes = createNotes(scheduler.now);
  const tabs = new Map<number, Tab>();
  let opened = 0;
  /** When a page froze. */
  let stoppedAt = 0;
  let opening = (_: Tab): void => {};
  let entering = (_: Page, given: PageParts): PageParts => given;
  let watching: Watching = { began: () => {}, ended: () => {}, stored: () => {} };
  const isCalm = () =>
    line.mode() === "ok" &&
    indexedDb.isOk() &&
    channels.isOk() &&
    notes.isOk() &&
    ![...tabs.values()].some(({ page }) => page.isFrozen);
  const lastTrouble = () => Math.max(line.lastTrouble(), stoppedAt, scheduler.sleptAt());
  const rules = createRules({
    scheduler,
    library,
    tabs,
    strangerIn: strangerAmong(people),
    site,
    deviceNow: () => scheduler.now() + clockOffset,
    isCalm,
    isStorageOk: () => indexedDb.isOk(),
    connectionsOf: (page) => indexedDb.connectionsOf(page),
    isStorageRefusing: () => indexedDb.isRefusing(),
    areNotesOk: () => notes.isOk(),
    isNoted: (session) => notes.isOk() && notes.hasSignOut(session),
    stolenAt: () => locks.stolenAt(),
    takesRemovals: () => indexedDb.takesRemovals(),
    lastTrouble,
  });
  const custody = createCustodyRules({
    now: scheduler.now,
    library,
    tabs,
    site,
    fail: (rule, text) => rules.fail(rule, text),
    wishOf: (page) => rules.wishOf(page),
    storageFailedAt: () => rules.storageFailedAt(),
    notesFailedAt: () => notes.refusedAt(),
    lockTakenAt: () => locks.stolenAt(),
  });
  const moments = createMoments(scheduler);
  const indexedDb = createIndexedDb({
    writes: (page) => moments.come("write", page.tab),
    reads: (page) => moments.come("read", page.tab),
    puts: (_, page) => rules.puts(page),
    completed: (page) => rules.completed(page),
    committed: (value, page) => {
      rules.committed(value as SessionRecord | undefined, page);
      custody.stored(value as SessionRecord | undefined);
      watching.stored(value);
      moments.come("stored", page.tab);
    },
    recovers: () => rules.storageFails(),
    foreign: () => {
      rules.foreign();
      custody.clear();
      channels.say("changed");
    },
  });
  const cookies = createCookies(scheduler.now);
  const watch = {
    began: (sent: Sent) => {
      rules.began(sent);
      custody.began(sent);
      watching.began(sent);
      if (isHandOver(sent)) moments.come("hand-over", sent.page.tab);
      if (isTokenRequest(sent)) moments.come("exchange", sent.page.tab);
    },
    reaches: (sent: Sent) => {
      moments.come("reaches", sent.page.tab);
      if (bringsToken(sent)) moments.come("tokens", sent.page.tab);
    },
    ended: (sent: Sent) => {
      rules.ended(sent);
      custody.ended(sent);
      watching.ended(sent);
      if (isTokenRequest(sent)) moments.come("answer", sent.page.tab);
    },
  };
  const line = createLine({
    google,
    site,
    cookies,
    scheduler,
    watch,
    bound: (mode) =>
      site && hasKeys
        ? createBoundSessions({ ...{ scheduler, luck, site, mode }, origin: ORIGIN, cookies: cookies.header })
        : undefined,
  });

  const windows = createWindows({
    scheduler,
    luck,
    library,
    channels,
    mode: line.mode,
    unload: (page) => {
      const tab = tabs.get(page.tab);
      if (tab?.page === page) unload(tab);
    },
    enter: (tab) => void open(tab),
  });

  /** As the site's own code chooses it. */
  const custodyOf = (mode: Mode) =>
    (mode === "server" ? library.serverCustody : library.releasingCustody)({ url: `${ORIGIN}/api/session` });
  /** Reads the site's configuration, and again when the server keeps sessions in another mode. */
  const follow = (client: IdentityClient, page: Page, first: Mode | undefined): void => {
    if (!site) return;
    page.sessions = first;
    client.onEvent((event) => {
      const code = event.type === "refresh-failed" ? event.code : event.type;
      if (code !== "custody-unavailable") return;
      scheduler.after(line.mode() === "ok" ? luck.between(5, 400) : luck.between(500, 30_000), () => {
        const next = site.mode();
        page.post(() => {
          if (scheduler.now() < (page.learnsAt ?? 0)) return;
          if (next !== page.sessions) rules.excuse("another mode");
          if (next !== page.sessions) library.setCustody(client, custodyOf(next));
          page.sessions = next;
        });
      });
    });
  };

  /**
   * @param learnsAfterMs of a page that was loaded before the site kept sessions, so that it has no custody: how long it
   * does not read the site's configuration
   */
  const open = (number: number, learnsAfterMs?: number): Tab => {
    opened += 1;
    const page = createPage(`${device} page ${opened}`.trim(), number, scheduler, luck);
    const mode = learnsAfterMs === undefined ? site?.mode() : undefined;
    if (learnsAfterMs !== undefined) page.learnsAt = scheduler.now() + learnsAfterMs;
    const given = entering(page, {
      now: () => scheduler.now() + clockOffset,
      setTimeout: page.setTimeout,
      page: page.page,
      channel: (name) => channels.forPage(page, name),
      locks: locks.forPage(page),
      fetch: line.forPage(page),
      persistence: {
        ...library.indexedDbPersistence(indexedDb.forPage(page)),
        signOutNotes: notes.forPage(page),
      },
    });
    const client = library.createIdentityClient({
      ...(mode && { custody: custodyOf(mode) }),
      apiKey: API_KEY,
      projectId: parts.projectId,
      localServices: ORIGIN,
      callbackUrl: CALLBACK,
      popupUrl: FIRST_PAGE,
      window: windows.forPage(page),
      isMobile: false,
      ...given,
    });
    follow(client, page, mode);
    const tab = { number, page, client };
    tabs.set(number, tab);
    windows.entered(page);
    rules.opened(tab);
    custody.opened(tab);
    opening(tab);
    return tab;
  };

  const leave = (tab: Tab): void => {
    tab.page.isGone = true;
    tabs.delete(tab.number);
    rules.left(tab);
    custody.left(tab.page);
    channels.leave(tab.page);
    indexedDb.leave(tab.page);
    locks.leave(tab.page);
    notes.leave(tab.page);
  };

  /** The page gets its last event and is gone. What its tab has stored stays. */
  const unload = (tab: Tab): void => {
    tab.page.signal("page-hidden");
    leave(tab);
  };

  const freeze = (tab: Tab): void => {
    tab.page.isFrozen = true;
    stoppedAt = scheduler.now();
    rules.froze(tab);
    custody.froze(tab.page);
    indexedDb.suspend(tab.page);
  };

  return {
    name: device,
    /** Calls a listener for each page that opens. */
    setOpening: (listener: typeof opening) => {
      opening = listener;
    },
    /** Changes what the browser gives the client of each page that opens. */
    setEntering: (change: typeof entering) => {
      entering = change;
    },
    /** Sets the listeners to requests, responses and stored records. */
    setWatching: (next: Watching): void => {
      watching = next;
    },
    tabs,
    rules,
    custody,
    line,
    cookies,
    indexedDb,
    channels,
    notes,
    locks,
    moments,
    library,
    windows,
    isCalm,
    lastTrouble,
    luck,
    open,
    close: (tab: Tab): void => {
      unload(tab);
      windows.forget(tab.number);
    },
    reload: (tab: Tab): void => {
      unload(tab);
      open(tab.number);
    },
    /** The page is gone without an event. */
    crash: leave,
    freeze,
    /** The page gets its last event, and the browser keeps it as it is: it may come back. */
    hide: (tab: Tab): void => {
      tab.page.signal("page-hidden");
      freeze(tab);
    },
    clear: (): void => {
      notes.clear();
      cookies.clear();
      line.keys()?.clear();
      indexedDb.clear();
      windows.clear();
      rules.cleared();
      custody.clear();
    },
    sleep: (ms: number): void => scheduler.sleep(ms),
    clockOffset,
  };
}
export type Profile = ReturnType<typeof createProfile>;
