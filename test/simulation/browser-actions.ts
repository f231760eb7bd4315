import { type Action, msOf, type Perform, type Row, row, type Scene, tabOf } from "./actions.ts";
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
  becomesVisible: row(6, "{tab} becomes visible", visible),
  closes: row(4, "{tab} closes", ({ profile, pages }, { tab }) => {
    const open = profile.tabs.get(tab);
    if (open) profile.close(open);
    pages?.closed(tab);
  }),
  crashes: row(4, "{tab} crashes", ({ profile }, { tab }) => {
    const open = profile.tabs.get(tab);
    if (open) profile.crash(open);
  }),
  freezes: row(4, "{tab} freezes for {duration}", (scene, action) => {
    const tab = scene.profile.tabs.get(action.tab);
    if (!tab || tab.page.isFrozen) return;
    scene.profile.freeze(tab);
    scene.scheduler.after(msOf(action), () => wake(scene, tab));
  }),
  goesBack: row(3, "{tab} shows another site, and goes back after {duration}", (scene, action) => {
    const tab = scene.profile.tabs.get(action.tab);
    if (!tab || tab.page.isFrozen) return;
    scene.profile.hide(tab);
    scene.scheduler.after(msOf(action), () => wake(scene, tab));
  }),
  sleeps: row(3, "the machine sleeps for {duration}", ({ profile }, action) => {
    profile.rules.excuse("sleep");
    profile.sleep(msOf(action));
  }),
  clears: row(1, "the user clears the site’s data", ({ profile, pages }) => {
    profile.clear();
    pages?.cleared();
  }),
  losesConnections: row(2, "the browser drops its connections to IndexedDB", ({ profile }) =>
    profile.indexedDb.loseConnections(),
  ),
  connectionsHang: row(2, "the browser’s connections to IndexedDB answer no more", ({ profile }) => {
    profile.rules.storageFails();
    profile.indexedDb.hangConnections();
  }),
  waitsForConnection: row(
    3,
    "{tab} loses its connection to IndexedDB, and gets another after {duration}",
    (scene, action) => {
      const { profile, scheduler } = scene;
      const { page } = tabOf(scene, action);
      profile.rules.storageFails();
      profile.indexedDb.delay(page);
      scheduler.after(msOf(action), () => {
        profile.rules.storageFails();
        profile.indexedDb.endDelay(page);
      });
    },
  ),
  storageFails: row(3, "storage fails for {duration}", storage("fails")),
  storageHangs: row(4, "storage hangs for {duration}", storage("hangs")),
  storageAborts: row(3, "for {duration}, storage aborts what it has written", storage("aborts")),
  storageIsSlow: row(5, "storage is slow for {duration}", storage("slow")),
  storageIsFull: row(3, "storage is full for {duration}", storage("full")),
  notesFail: row(2, "the browser refuses its notes for {duration}", ({ profile, scheduler }, action) => {
    profile.notes.setRefused(true);
    scheduler.after(msOf(action), () => profile.notes.setRefused(false));
  }),
  messagesLate: row(2, "messages between tabs are late for {duration}", channel("late")),
  storesForeign: row(3, "a newer version of the site stores its own format", ({ profile }) =>
    profile.indexedDb.storeForeign(),
  ),
} satisfies Record<string, Row>;
