import type { LocalServices } from "../../mocks/local-services.ts";
import type { StoredRecord } from "../../packages/identity/src/session/session.ts";
import type { Random } from "../soak/random.ts";
import { createChannels } from "./browser/channel.ts";
import { createIndexedDb } from "./browser/indexed-db.ts";
import { createLocks } from "./browser/locks.ts";
import { createPage } from "./browser/page.ts";
import type { Tab } from "./browser/tab.ts";
import type { Library } from "./library.ts";
import { createLine } from "./network.ts";
import { type Person, strangerAmong } from "./people.ts";
import { Rules } from "./rules.ts";
import type { Scheduler } from "./scheduler.ts";

/** The simulated network has one origin, as the local services do. */
const ORIGIN = "http://localhost";

type Parts = {
  scheduler: Scheduler;
  services: LocalServices;
  luck: Random;
  library: Library;
  people: readonly Person[];
  /** The device's; empty if it is the only one. */
  name: string;
  /** The difference between the device's clock and the services', in milliseconds. */
  clockOffset: number;
};

/** One browser profile: storage, locks, channels and the line to the services, and up to four tabs. */
export function createProfile(parts: Parts) {
  const { scheduler, services, luck, library, people, name: device } = parts;
  const locks = createLocks();
  const channels = createChannels();
  const notes = new Map<string, string>();
  const tabs = new Map<number, Tab>();
  let opened = 0;
  /** When a page froze. */
  let stoppedAt = 0;
  let { clockOffset } = parts;
  const rules = new Rules({
    scheduler,
    library,
    tabs,
    strangerIn: strangerAmong(people),
    isStorageOk: () => indexedDb.isOk(),
    lastTrouble: () => Math.max(line.lastTrouble(), stoppedAt, scheduler.sleptAt()),
  });
  const indexedDb = createIndexedDb({
    committed: (value, page) => rules.committed(value as StoredRecord | undefined, page),
    foreign: () => {
      rules.foreign();
      channels.say("changed");
    },
  });
  const line = createLine(services, scheduler, rules);

  const open = (number: number): Tab => {
    opened += 1;
    const page = createPage(`${device} page ${opened}`.trim(), number, scheduler, luck);
    const client = library.createIdentityClient({
      apiKey: "local-example-key",
      projectId: services.projectId,
      localServices: ORIGIN,
      callbackUrl: `${ORIGIN}/oauth/callback`,
      now: () => scheduler.now() + clockOffset,
      setTimeout: page.setTimeout,
      page: page.page,
      channel: (name) => channels.forPage(page, name),
      locks: locks.forPage(page),
      fetch: line.forPage(page),
      isMobile: false,
      persistence: {
        ...library.indexedDbPersistence(indexedDb.forPage(page)),
        signOutNotes: {
          getItem: (key) => notes.get(key) ?? null,
          setItem: (key, text) => void notes.set(key, text),
        },
      },
    });
    const tab = { number, page, client };
    tabs.set(number, tab);
    rules.opened(tab);
    return tab;
  };

  const leave = (tab: Tab): void => {
    tab.page.isGone = true;
    tabs.delete(tab.number);
    rules.left(tab);
    channels.leave(tab.page);
    indexedDb.leave(tab.page);
    locks.leave(tab.page);
  };

  return {
    ...{ tabs, rules, line, indexedDb, channels, locks, library },
    open,
    /** The page gets its last event and is gone. */
    close: (tab: Tab): void => {
      tab.page.signal("page-hidden");
      leave(tab);
    },
    /** The page is gone without an event. */
    crash: leave,
    freeze: (tab: Tab): void => {
      tab.page.isFrozen = true;
      stoppedAt = scheduler.now();
      rules.froze(tab);
      indexedDb.suspend(tab.page);
    },
    clear: (): void => {
      notes.clear();
      indexedDb.clear();
      rules.cleared();
    },
    sleep: (ms: number): void => scheduler.sleep(ms),
    moveClock: (ms: number): void => {
      clockOffset += ms;
    },
    clockOffset: () => clockOffset,
  };
}
export type Profile = ReturnType<typeof createProfile>;
