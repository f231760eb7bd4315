import { type Action, msOf, type Perform, type Row, type Scene, tabOf } from "./actions.ts";
import type { ChannelMode } from "./browser/channel.ts";
import type { StorageMode } from "./browser/indexed-db.ts";
import type { Tab } from "./browser/tab.ts";

const storage =
  (mode: StorageMode): Perform =>
  ({ profile, scheduler }, action) => {
    profile.rules.storageFails();
    profile.indexedDb.setMode(mode);
    scheduler.after(msOf(action), () => {
      profile.rules.storageFails();
      profile.indexedDb.setMode("ok");
    });
  };

const channel =
  (mode: ChannelMode): Perform =>
  ({ profile, scheduler }, action) => {
    profile.channels.setMode(mode);
    scheduler.after(msOf(action), () => profile.channels.setMode("ok"));
  };

function visible(scene: Scene, action: Action): void {
  const { page } = tabOf(scene, action);
  scene.profile.windows.focus(page);
  page.post(() => page.signal("visible"));
}

/** A frozen page goes on. */
export function wake({ profile, scheduler }: Scene, tab: Tab): void {
  if (!tab.page.isFrozen) return;
  profile.rules.excuse("a page wakes up");
  tab.page.wokeAt = scheduler.now();
  scheduler.thaw(tab.page);
  tab.page.post(() => tab.page.signal("page-shown"), 0);
}

/** What happens to pages, to storage and to messages. */
export const BROWSER_KINDS = {
  becomesVisible: { weight: 6, text: (tab) => `${tab} becomes visible`, perform: visible },
  closes: {
    weight: 4,
    text: (tab) => `${tab} closes`,
    perform: ({ profile, pages }, { tab }) => {
      const open = profile.tabs.get(tab);
      if (open) profile.close(open);
      pages?.closed(tab);
    },
  },
  crashes: {
    weight: 4,
    text: (tab) => `${tab} crashes`,
    perform: ({ profile }, { tab }) => {
      const open = profile.tabs.get(tab);
      if (open) profile.crash(open);
    },
  },
  freezes: {
    weight: 4,
    text: (tab, _, duration) => `${tab} freezes for ${duration}`,
    perform: (scene, action) => {
      const tab = scene.profile.tabs.get(action.tab);
      if (!tab || tab.page.isFrozen) return;
      scene.profile.freeze(tab);
      scene.scheduler.after(msOf(action), () => wake(scene, tab));
    },
  },
  goesBack: {
    weight: 3,
    text: (tab, _, duration) => `${tab} shows another site, and goes back after ${duration}`,
    perform: (scene, action) => {
      const tab = scene.profile.tabs.get(action.tab);
      if (!tab || tab.page.isFrozen) return;
      scene.profile.hide(tab);
      scene.scheduler.after(msOf(action), () => wake(scene, tab));
    },
  },
  sleeps: {
    weight: 3,
    text: (_, __, duration) => `the machine sleeps for ${duration}`,
    perform: ({ profile }, action) => {
      profile.rules.excuse("sleep");
      profile.sleep(msOf(action));
    },
  },
  clears: {
    weight: 1,
    text: () => "the user clears the site’s data",
    perform: ({ profile, pages }) => {
      profile.clear();
      pages?.cleared();
    },
  },
  losesConnections: {
    weight: 2,
    text: () => "the browser drops its connections to IndexedDB",
    perform: ({ profile }) => profile.indexedDb.loseConnections(),
  },
  connectionsHang: {
    weight: 2,
    text: () => "the browser’s connections to IndexedDB answer no more",
    perform: ({ profile }) => {
      profile.rules.storageFails();
      profile.indexedDb.hangConnections();
    },
  },
  waitsForConnection: {
    weight: 3,
    text: (tab, _, duration) =>
      `${tab} loses its connection to IndexedDB, and gets another after ${duration}`,
    perform: (scene, action) => {
      const { profile, scheduler } = scene;
      const { page } = tabOf(scene, action);
      profile.rules.storageFails();
      profile.indexedDb.delay(page);
      scheduler.after(msOf(action), () => {
        profile.rules.storageFails();
        profile.indexedDb.endDelay(page);
      });
    },
  },
  storageFails: {
    weight: 3,
    text: (_, __, duration) => `storage fails for ${duration}`,
    perform: storage("fails"),
  },
  storageHangs: {
    weight: 4,
    text: (_, __, duration) => `storage hangs for ${duration}`,
    perform: storage("hangs"),
  },
  storageAborts: {
    weight: 3,
    text: (_, __, duration) => `for ${duration}, storage aborts what it has written`,
    perform: storage("aborts"),
  },
  storageIsSlow: {
    weight: 5,
    text: (_, __, duration) => `storage is slow for ${duration}`,
    perform: storage("slow"),
  },
  storageIsFull: {
    weight: 3,
    text: (_, __, duration) => `storage is full for ${duration}`,
    perform: storage("full"),
  },
  notesFail: {
    weight: 2,
    text: (_, __, duration) => `the browser refuses its notes for ${duration}`,
    perform: ({ profile, scheduler }, action) => {
      profile.notes.setRefused(true);
      scheduler.after(msOf(action), () => profile.notes.setRefused(false));
    },
  },
  messagesLate: {
    weight: 2,
    text: (_, __, duration) => `messages between tabs are late for ${duration}`,
    perform: channel("late"),
  },
  storesForeign: {
    weight: 3,
    text: () => "a newer version of the site stores its own format",
    perform: ({ profile }) => profile.indexedDb.storeForeign(),
  },
} satisfies Record<string, Row>;
