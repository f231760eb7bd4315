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
  becomesVisible: row(6, visible),
  closes: row(4, ({ profile, pages }, { tab }) => {
    const open = profile.tabs.get(tab);
    if (open) profile.close(open);
    pages?.closed(tab);
  }),
  crashes: row(4, ({ profile }, { tab }) => {
    const open = profile.tabs.get(tab);
    if (open) profile.crash(open);
  }),
  freezes: row(4, (scene, action) => {
    const tab = scene.profile.tabs.get(action.tab);
    if (!tab || tab.page.isFrozen) return;
    scene.profile.freeze(tab);
    scene.scheduler.after(msOf(action), () => wake(scene, tab));
  }),
  /** The tab shows another site, and goes back. */
  goesBack: row(3, (scene, action) => {
    const tab = scene.profile.tabs.get(action.tab);
    if (!tab || tab.page.isFrozen) return;
    scene.profile.hide(tab);
    scene.scheduler.after(msOf(action), () => wake(scene, tab));
  }),
  sleeps: row(3, ({ profile }, action) => {
    profile.rules.excuse("sleep");
    profile.sleep(msOf(action));
  }),
  clears: row(1, ({ profile, pages }) => {
    profile.clear();
    pages?.cleared();
  }),
  losesConnections: row(2, ({ profile }) => profile.indexedDb.loseConnections()),
  connectionsHang: row(2, ({ profile }) => {
    profile.rules.storageFails();
    profile.indexedDb.hangConnections();
  }),
  /** The tab loses its connection to IndexedDB, and gets another later. */
  waitsForConnection: row(3, (scene, action) => {
    const { profile, scheduler } = scene;
    const { page } = tabOf(scene, action);
    profile.rules.storageFails();
    profile.indexedDb.delay(page);
    scheduler.after(msOf(action), () => {
      profile.rules.storageFails();
      profile.indexedDb.endDelay(page);
    });
  }),
  storageFails: row(3, storage("fails")),
  storageHangs: row(4, storage("hangs")),
  storageAborts: row(3, storage("aborts")),
  storageIsSlow: row(5, storage("slow")),
  storageIsFull: row(3, storage("full")),
  notesFail: row(2, ({ profile, scheduler }, action) => {
    profile.notes.setRefused(true);
    scheduler.after(msOf(action), () => profile.notes.setRefused(false));
  }),
  messagesLate: row(2, channel("late")),
  storesForeign: row(3, ({ profile }) => profile.indexedDb.storeForeign()),
} satisfies Record<string, Row>;
