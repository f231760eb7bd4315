import type { LocalServices } from "../../mocks/local-services.ts";
import type { ChannelMode } from "./browser/channel.ts";
import type { StorageMode } from "./browser/indexed-db.ts";
import type { Tab } from "./browser/tab.ts";
import type { Documents } from "./documents.ts";
import type { LineMode } from "./network.ts";
import type { Pages } from "./pages/pages.ts";
import type { Person } from "./people.ts";
import type { Popups } from "./popups.ts";
import type { Profile } from "./profile.ts";
import type { Scheduler } from "./scheduler.ts";
import type { Site } from "./site/site.ts";
import type { Visitors } from "./site/visitors.ts";

export type Scene = {
  scheduler: Scheduler;
  services: LocalServices;
  profile: Profile;
  people: readonly [Person, Person];
  /** The site's server, if it keeps sessions. */
  site: Site | undefined;
  /** The people without an account, in a world that has them. */
  visitors: Visitors | undefined;
  /** The users' documents, in a world that has them. */
  documents: Documents | undefined;
  /** Sign-ins by popup and by redirect, in a world that has them. */
  popups: Popups | undefined;
  /** The site's own code, in a world whose pages run it. */
  pages: Pages | undefined;
};

/** What one step does, drawn from the seed. All numbers are small, so that shrinking makes a story simpler. */
export type Action = {
  /** One of `KINDS` here or of another table of steps. */
  kind: string;
  /** 0 to 3. */
  tab: number;
  /** 0 or 1. */
  who: number;
  /** How long a fault lasts, 0 to 4. */
  amount: number;
  /** The seed of every delay from here on. */
  luck: number;
  /** How much time passes after the step, 0 to 10. */
  after: number;
  /** Which moment the step waits for (`MOMENTS`). */
  moment?: number;
  /** 0 or 1, in a world of two devices. */
  device?: number;
};

const AMOUNTS_MS = [300, 4_000, 20_000, 120_000, 4_200_000] as const;
const AFTER_MS = [0, 1, 3, 12, 60, 300, 3_500, 31_000, 65_000, 600_000, 3_600_000] as const;
export const MOST_AMOUNT = AMOUNTS_MS.length - 1;
export const MOST_AFTER = AFTER_MS.length - 1;
export const afterOf = ({ after }: Action): number => AFTER_MS[after] ?? 0;
export const msOf = ({ amount }: Action): number => AMOUNTS_MS[amount] ?? 0;

type Perform = (scene: Scene, action: Action, person: Person) => void;
/** Its weight among all kinds, its sentence in a story, and its effect. */
export type Row = {
  weight: number;
  text: (tab: string, person: string, duration: string) => string;
  perform: Perform;
};

/** The tab of an action; it opens first if it is closed. Frozen pages take no input. */
export function tabOf({ profile }: Scene, { tab }: Action): Tab {
  return profile.tabs.get(tab) ?? profile.open(tab);
}

/** A call of a person in a page that runs. Its outcome is an event of the run. */
export function call(scene: Scene, action: Action, name: string, work: (tab: Tab) => Promise<unknown>): void {
  const tab = tabOf(scene, action);
  if (tab.page.isFrozen) return;
  const { rules } = scene.profile;
  // A write of the document waits for the network.
  const end = name === "save" ? () => {} : rules.calls(tab.page, name);
  const { pages } = scene;
  const load = async () => {
    await pages?.load(tab);
    // The page may have gone meanwhile.
    if (!tab.page.isGone) await work(tab);
  };
  (pages ? load() : work(tab)).then(
    () => {
      end();
      rules.note(`${tab.page.name} ${name} done`);
    },
    (error: unknown) => {
      end();
      rules.note(`${tab.page.name} ${name} ${(error as { code?: string }).code ?? String(error)}`);
      rules.failed(error);
    },
  );
}

const line =
  (mode: LineMode): Perform =>
  ({ profile, scheduler }, action) => {
    profile.line.setMode(mode);
    scheduler.after(msOf(action), () => {
      if (profile.line.mode() !== mode) return;
      profile.line.setMode("ok");
      if (mode === "offline") online(profile);
    });
  };

function online(profile: Profile): void {
  profile.rules.excuse("the network is back");
  for (const { page } of profile.tabs.values()) page.post(() => page.signal("online"));
}

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

function wake({ profile, scheduler }: Scene, tab: Tab): void {
  if (!tab.page.isFrozen) return;
  profile.rules.excuse("a page wakes up");
  tab.page.wokeAt = scheduler.now();
  scheduler.thaw(tab.page);
  tab.page.post(() => tab.page.signal("page-shown"), 0);
}

const account = (changes: { disabled?: boolean; revoke?: true }): Perform =>
  function change({ services }, _, { uid }) {
    const found = services.identity.account(uid);
    if (!found) return;
    const { disabled } = changes;
    if (disabled !== undefined) services.identity.update(found, { disabled });
    const validSince = String(Math.floor(services.clock.now() / 1000) + 1);
    if (changes.revoke) services.identity.update(found, { validSince });
  };

/** More than the notes of sign-outs that a browser keeps. */
const VISITS = 25;
/** The browsers that many people have used. */
const crowded = new WeakSet<Profile>();
const VISIT_MS = 6000;

/** Every kind of step. */
export const KINDS = {
  opens: { weight: 10, text: (tab) => `${tab} opens`, perform: (scene, action) => void tabOf(scene, action) },
  signsIn: {
    weight: 14,
    text: (tab, person) => `in ${tab}, ${person} signs in`,
    perform: (scene, action, { email, password, uid }) =>
      call(scene, action, "sign-in", (tab) => {
        const { rules, library } = scene.profile;
        return rules.signIn(tab, uid, () => library.signInWithPassword(tab.client, { email, password }));
      }),
  },
  signsInAnonymously: {
    weight: 2,
    text: (tab) => `in ${tab}, somebody signs in anonymously`,
    perform: (scene, action) =>
      call(scene, action, "sign-in", (tab) => {
        const { rules, library } = scene.profile;
        return rules.signIn(tab, "any", () => library.signInAnonymously(tab.client));
      }),
  },
  changesPassword: {
    weight: 3,
    text: (tab) => `in ${tab}, the user changes the password`,
    perform: (scene, action) =>
      call(scene, action, "change", async ({ client }) => {
        const state = client.getState();
        const person = scene.people.find(({ uid }) => state.status === "signed-in" && state.user.uid === uid);
        // The same one again, so that later sign-ins need not know.
        if (person) await scene.profile.library.updatePassword(client, person.password);
      }),
  },
  signsOut: {
    weight: 8,
    text: (tab) => `in ${tab}, the user signs out`,
    perform: (scene, action) =>
      call(scene, action, "sign-out", async (tab) => {
        // Without a user, the page has no button for it.
        if (tab.client.getState().status !== "signed-in") return;
        scene.profile.custody.signsOut(tab);
        await scene.profile.rules.signOut(tab, () => scene.profile.library.signOut(tab.client));
      }),
  },
  usersComeAndGo: {
    weight: 1,
    text: (tab, person) => `in ${tab}, ${person} signs in and out, 25 times`,
    perform: (scene, action, person) => {
      const { scheduler, profile } = scene;
      // Once is enough to fill the notes, and the requests of an hour are bounded.
      if (crowded.has(profile)) return;
      crowded.add(profile);
      for (let count = 0; count < VISITS; count += 1) {
        scheduler.after(count * VISIT_MS, () => KINDS.signsIn.perform(scene, action, person));
        scheduler.after((count + 0.5) * VISIT_MS, () => KINDS.signsOut.perform(scene, action));
      }
    },
  },
  asksForToken: {
    weight: 8,
    text: (tab) => `${tab} asks for a token`,
    perform: (scene, action) => token(scene, action, false),
  },
  forcesToken: {
    weight: 8,
    text: (tab) => `${tab} forces a fresh token`,
    perform: (scene, action) => token(scene, action, true),
  },
  looksUp: {
    weight: 5,
    text: (tab) => `${tab} reads the profile`,
    perform: (scene, action) =>
      call(scene, action, "look-up", ({ client }) => scene.profile.library.reload(client)),
  },
  renames: {
    weight: 5,
    text: (tab) => `in ${tab}, the user changes the name`,
    perform: (scene, action) =>
      call(scene, action, "rename", ({ client }) => {
        const displayName = `${nameOf(scene, client)} ${action.amount}`;
        return scene.profile.library.updateProfile(client, { displayName });
      }),
  },
  triesAgain: {
    weight: 3,
    text: (tab) => `in ${tab}, the user presses “Try again”`,
    perform: (scene, action) => {
      const { page, client } = tabOf(scene, action);
      if (page.isFrozen) return;
      scene.profile.rules.excuse("try again");
      client.retryNow();
    },
  },
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
  offline: {
    weight: 4,
    text: (_, __, duration) => `the network is off for ${duration}`,
    perform: line("offline"),
  },
  slow: {
    weight: 3,
    text: (_, __, duration) => `the network is slow for ${duration}`,
    perform: line("slow"),
  },
  silent: {
    weight: 2,
    text: (_, __, duration) => `no response comes for ${duration}`,
    perform: line("silent"),
  },
  losesRequests: {
    weight: 2,
    text: (_, __, duration) => `requests are lost for ${duration}`,
    perform: line("loses-requests"),
  },
  losesResponses: {
    weight: 2,
    text: (_, __, duration) => `responses are lost for ${duration}`,
    perform: line("loses-responses"),
  },
  twice: {
    weight: 1,
    text: (_, __, duration) => `requests arrive twice for ${duration}`,
    perform: line("twice"),
  },
  unavailable: {
    weight: 3,
    text: (_, __, duration) => `the service answers 503 for ${duration}`,
    perform: line("unavailable"),
  },
  busy: {
    weight: 1,
    text: (_, __, duration) => `the service answers 429 for ${duration}`,
    perform: line("busy"),
  },
  mixesUp: {
    weight: 1,
    text: (_, __, duration) => `the network answers with another user’s tokens for ${duration}`,
    perform: line("mixes-up"),
  },
  storesForeign: {
    weight: 3,
    text: () => "a newer version of the site stores its own format",
    perform: ({ profile }) => profile.indexedDb.storeForeign(),
  },
  tokensAreShort: {
    weight: 2,
    text: (_, person, duration) =>
      `tokens live for ${person === "Alice" ? "one minute" : "301 s"}, for ${duration}`,
    perform: ({ services, scheduler }, action) => {
      // The client refreshes five minutes before the end of a life.
      services.identity.settings.idTokenLifetimeS = action.who === 0 ? 60 : 301;
      scheduler.after(msOf(action), () => {
        services.identity.settings.idTokenLifetimeS = 3600;
      });
    },
  },
  html: {
    weight: 1,
    text: (_, __, duration) => `the network answers with a page of its own for ${duration}`,
    perform: line("html"),
  },
  refusesTokens: {
    weight: 3,
    text: (_, __, duration) => `the service refuses ID tokens for ${duration}`,
    perform: line("refuses-tokens"),
  },
  disables: {
    weight: 1,
    text: (_, person) => `an administrator disables ${person}’s account`,
    perform: account({ disabled: true }),
  },
  enables: {
    weight: 3,
    text: (_, person) => `an administrator enables ${person}’s account`,
    perform: account({ disabled: false }),
  },
  revokes: {
    weight: 2,
    text: (_, person) => `${person}’s sessions are ended elsewhere`,
    perform: account({ revoke: true }),
  },
  hides: {
    weight: 0,
    text: (tab, _, duration) => `${tab} is hidden for ${duration}`,
    perform: (scene, action) => {
      const { page } = tabOf(scene, action);
      scene.documents?.hide(page);
      scene.scheduler.after(msOf(action), () => page.signal("visible"), page);
    },
  },
  saves: {
    weight: 0,
    text: (tab) => `in ${tab}, the user saves something in the document`,
    perform: (scene, action) => call(scene, action, "save", async ({ page }) => scene.documents?.write(page)),
  },
  calms: {
    weight: 4,
    text: () => "no fault is left, and 17 min pass",
    // `play` lets the time pass and then compares the tabs.
    perform: calm,
  },
} satisfies Record<string, Row>;

function token(scene: Scene, action: Action, forceRefresh: boolean): void {
  const { rules, library } = scene.profile;
  call(scene, action, "token", async (tab) => {
    if (forceRefresh) rules.forced(tab);
    const state = tab.client.getState();
    const asker = state.status === "signed-in" ? state.user.uid : undefined;
    rules.handedOut(tab, await library.getIdToken(tab.client, { forceRefresh }), asker);
  });
}

/** The name of the person whom a page shows. */
function nameOf({ people }: Scene, client: Tab["client"]): string {
  const state = client.getState();
  const uid = state.status === "signed-in" ? state.user.uid : "";
  return people.find((person) => person.uid === uid)?.name ?? "Somebody";
}

/** Ends every fault, and wakes what sleeps. */
export function calm(scene: Scene): void {
  const { profile, services, people, scheduler } = scene;
  scene.site?.calm();
  scene.popups?.calm();
  const wasOffline = profile.line.mode() === "offline";
  profile.line.setMode("ok");
  if (!profile.indexedDb.isOk()) profile.rules.storageFails();
  profile.indexedDb.setMode("ok");
  profile.channels.setMode("ok");
  profile.notes.setRefused(false);
  profile.moments.clear();
  for (const { uid } of people) {
    const found = services.identity.account(uid);
    if (found) services.identity.update(found, { disabled: false });
  }
  for (const tab of profile.tabs.values()) wake(scene, tab);
  for (const { page } of profile.tabs.values()) page.learnsAt = 0;
  const wakeAll = () => {
    for (const { page } of profile.tabs.values()) page.post(() => page.signal("visible"));
  };
  // A page notices at its next look that its connection does not answer. It looks again with another one.
  if (profile.indexedDb.hasStuck()) scheduler.after(60_000, wakeAll);
  wakeAll();
  if (wasOffline) online(profile);
}
