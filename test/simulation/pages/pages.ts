import type { LocalServices } from "../../../mocks/local-services.ts";
import * as userDocument from "../../../packages/user-document/src/index.ts";
import type { Page } from "../browser/page.ts";
import type { Tab } from "../browser/tab.ts";
import type { Documents } from "../documents.ts";
import type { Person } from "../people.ts";
import type { PageParts, Profile } from "../profile.ts";
import type { Scheduler } from "../scheduler.ts";
import type { PageCode, PageEntry } from "./page-code.ts";
import { configOf, scopeOf } from "./page-globals.ts";
import { checkPage, type Draft } from "./page-rules.ts";
import { createSavedNames } from "./saved-names.ts";
import { createSdk } from "./sdk.ts";

type Parts = {
  scheduler: Scheduler;
  services: LocalServices;
  profile: Profile;
  people: readonly Person[];
  documents: Documents;
  code: PageCode;
};
/** Longer than two chunks take, one after the other. */
const LOADS_MS = 2000;

/** A page that runs the site's code. */
type Open = {
  /** Missing until the page's client exists. */
  tab: Tab | undefined;
  code: PageEntry;
  /** Whether the site's code has asked for the client. */
  hasClient: boolean;
  /** Whether the page has shown a user, or that there is none. */
  hasShown: boolean;
  /** The user who has pressed “Sign out”, until the client is told. */
  leaving?: string | undefined;
  /** What the browser gives it. */
  given: PageParts;
};

/** The site's own code in each page of a browser: its stores, drafts and documents, and the client that it starts. */
export function createPages({ scheduler, services, profile, people, documents, code }: Parts) {
  const { rules, library } = profile;
  const open = new Map<Page, Open>();
  const sdk = createSdk({ scheduler, services, profile });
  const drafts = new Map<number, Draft>();
  const saved = createSavedNames((rule, text) => rules.fail(rule, text));
  let typed = 0;

  const tabOf = (page: Page): Tab => {
    const tab = profile.tabs.get(page.tab);
    if (tab?.page !== page) throw new Error("the page is gone");
    return tab;
  };

  /** The packages that the site's code imports, for one page. Its client is made when the page opens. */
  const givenTo = (page: Page) => ({
    "@tallybin/identity": {
      ...library,
      createIdentityClient: () => {
        const own = open.get(page);
        if (own) own.hasClient = true;
        return tabOf(page).client;
      },
      // The simulation's clients have the default namespace.
      watchStoredSession: ({ projectId }: { projectId: string }, listener: never) =>
        library.watchStoredSession({ projectId, ...open.get(page)?.given }, listener),
      signOut: async () => {
        const tab = tabOf(page);
        drafts.delete(page.tab);
        const own = open.get(page);
        if (own) own.leaving = undefined;
        const end = rules.calls(page, "sign-out");
        await rules.signOut(tab, () => library.signOut(tab.client)).finally(end);
      },
    },
    "@tallybin/identity/custody": library,
    "@tallybin/user-document": {
      ...userDocument,
      createUserDocument: (options: Parameters<typeof userDocument.createUserDocument>[0]) => {
        const { own, platform, withToken } = documents.watch(tabOf(page), true);
        const getIdToken = withToken(options.getIdToken);
        const document = userDocument.createUserDocument({ ...options, ...platform, getIdToken });
        documents.opened(page, { uid: options.uid, rules: own, saves: 0, document: document as never });
        const dispose = () => {
          document.dispose();
          documents.close(page);
        };
        return { ...document, dispose };
      },
    },
  });

  profile.setEntering((page, given) => {
    const entry = code({ ...scopeOf(page, { scheduler, profile, sdk }), given: givenTo(page) });
    open.set(page, { tab: undefined, code: entry, hasClient: false, hasShown: false, given });
    const { adoptFirebaseSession } = entry;
    return { ...given, persistence: adoptFirebaseSession(sdk.app, given.persistence) };
  });

  /** A page begins to run. */
  const opened = (tab: Tab): void => {
    const own = open.get(tab.page);
    if (!own) return;
    own.tab = tab;
    documents.see(tab);
    const { startSession, startUserStorage, userDocument: live } = own.code;
    startSession(configOf(sdk) as Parameters<typeof startSession>[0], { eager: tab.page.luck.next() < 0.5 });
    startUserStorage();
    live.start();
  };

  const check = (): void => {
    for (const [page, own] of open) {
      const { tab, code: entry, hasClient, hasShown } = own;
      if (page.isGone) {
        open.delete(page);
        sdk.leave(page);
      } else if (tab && !page.isFrozen) {
        const shown = entry.sessionStore.getState();
        const draft = drafts.get(page.tab);
        const uid = entry.currentUid();
        if (uid !== own.leaving) own.leaving = undefined;
        const isLeft = shown.status === "signed-out" && shown.reason === undefined;
        if (draft && (isLeft || (uid !== undefined && uid !== draft.uid))) drafts.delete(page.tab);
        checkPage(
          {
            name: page.name,
            people,
            code: entry,
            hasShown,
            storage: profile.windows.forPage(page).sessionStorage,
            client: () => (hasClient ? tab.client.getState() : undefined),
            fail: (rule, text) => rules.fail(rule, text),
          },
          drafts.get(page.tab),
        );
        own.hasShown ||= shown.status !== "unknown";
      }
    }
  };

  const nameIn = async (uid: string): Promise<string | undefined> =>
    /"name": *\{ *"stringValue": *"([^"]*)"/.exec(await documents.read(uid))?.[1];

  /** Code that a page asks for arrives, now that no fault is left. */
  const loads = async ({ name }: Page, load: () => Promise<unknown>): Promise<void> => {
    let hasArrived = false;
    load().then(
      () => {
        hasArrived = true;
      },
      () => undefined,
    );
    await scheduler.settle();
    if (!hasArrived) await scheduler.run(LOADS_MS);
    if (!hasArrived) rules.fail("without faults, the code of an action arrives", name);
  };

  return {
    opened,
    check,
    sdk,
    /** Waits for the code of the client, as the site does before a user's action. */
    load: async ({ page }: Tab): Promise<void> => void (await open.get(page)?.code.identityClient()),
    /** The user types a name into the form, and does not save it. */
    types: ({ page }: Tab): void => {
      const { code: entry } = open.get(page) ?? {};
      const uid = entry?.currentUid();
      const person = people.find((each) => each.uid === uid);
      if (!entry || uid === undefined || !person) return;
      typed += 1;
      const text = `${person.name} ${typed}`;
      entry.keepDraft(uid, { profile: { name: { typed: text, base: "" } } });
      drafts.set(page.tab, { uid, text });
    },
    /** The user saves a name. */
    saves: async ({ page }: Tab): Promise<void> => {
      const { code: entry } = open.get(page) ?? {};
      const uid = entry?.currentUid();
      const person = people.find((each) => each.uid === uid);
      if (!entry || uid === undefined || !person) return;
      typed += 1;
      const name = `${person.name} ${typed}`;
      const shown = entry.storedUser.get();
      const base = (shown.status === "ready" && shown.snapshot.exists && shown.snapshot.data.name) || "";
      const tell = saved.began(uid, name, base);
      try {
        await entry.saveStoredProfile(uid, { changes: { name }, base: { name: base } });
      } catch (error) {
        tell((error as Error).name === "ProfileConflict" ? "conflict" : "unknown");
        throw error;
      }
      tell("saved");
      entry.dropDraft(uid, "profile");
      if (drafts.get(page.tab)?.uid === uid) drafts.delete(page.tab);
    },
    /** The user presses “Sign out”. */
    pressSignOut: ({ page }: Tab): void => {
      const own = open.get(page);
      const uid = own?.code.currentUid();
      if (!own || uid === undefined) return;
      drafts.delete(page.tab);
      own.leaving = uid;
      own.code.signOut();
    },
    cleared: (): void => {
      sdk.clear();
      drafts.clear();
    },
    closed: (tab: number): void => void drafts.delete(tab),
    /** After the faults have stopped. */
    agree: async (): Promise<void> => {
      for (const [page, { tab, code: entry, leaving }] of open) {
        if (leaving !== undefined && !entry.signOutFailed.get())
          rules.fail("a failed sign-out is shown to its user", page.name);
        if (!tab || page.isGone) continue;
        const state = tab.client.getState();
        const uid = state.status === "signed-in" ? state.user.uid : undefined;
        await loads(page, entry.identityClient);
        if (entry.currentUid() !== uid)
          rules.fail("without faults, each page shows its client's user", page.name);
        const document = entry.storedUser.get();
        // The user presses “Try again” for code that did not arrive.
        if (document.status === "unfetched") {
          await loads(page, () => entry.userDocument.of(uid)?.load() ?? Promise.resolve());
          continue;
        }
        if (uid !== undefined && document.status !== "ready")
          rules.fail(
            "without faults, each page shows the present document",
            `${page.name}: ${document.status}`,
          );
        const shown = document.status === "ready" && document.snapshot.exists && document.snapshot.data.name;
        if (uid !== undefined && (shown || undefined) !== (await nameIn(uid)))
          rules.fail(
            "without faults, each page shows the present document",
            `${page.name} shows an older one`,
          );
      }
    },
  };
}
export type Pages = ReturnType<typeof createPages>;
