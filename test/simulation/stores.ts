import type { Session } from "../../packages/identity/src/session/record.ts";
import type { Page } from "./browser/page.ts";
import type { Tab } from "./browser/tab.ts";
import type { Library } from "./library.ts";
import type { Scheduler } from "./scheduler.ts";

/** Longer than a tab needs for what it has begun: four commands, each within three seconds, and what follows them. */
const SETTLED_MS = 60_000;
const HEARD_MS = 20_000;
const NOTE_MS = 1000;

type Parts = {
  scheduler: Scheduler;
  library: Library;
  tabs: ReadonlyMap<number, Tab>;
  /** Whether no fault of storage is active. */
  isStorageOk: () => boolean;
  /** Whether storage holds exactly this session, and this page has written it there. */
  hasStored: (page: Page, session: Session) => boolean;
  /** Whether a page says that storage has refused its session, and no failed exchange with it. */
  isInMemory: (page: Page) => boolean;
  /** Whether a sign-out of this session is noted, and pages can read the notes. */
  isNoted: (session: Session) => boolean;
  fail: (rule: string, text: string) => void;
};

/** Checks what a page knows of storage, some time after storage works again or after the page has looked. */
export function createStoreRules({ scheduler, library, tabs, fail, ...parts }: Parts) {
  /** When storage last began or ended to fail, and when it last failed. */
  let changedAt = 0;
  let failedAt = 0;
  /** By page, the session that it shows although its sign-out is noted, and since when. */
  const noted = new Map<Page, { generation: string; since: number }>();

  function checkNotes(page: Page, session: Session | undefined): void {
    const now = scheduler.now();
    const generation = session?.generation ?? "";
    if (!session || page.isFrozen || !parts.isNoted(session)) noted.delete(page);
    else if (noted.get(page)?.generation !== generation) noted.set(page, { generation, since: now });
    const { since = now } = noted.get(page) ?? {};
    // A page may learn of a note later than of other things.
    if (page.wokeAt > since + NOTE_MS && now - Math.max(page.wokeAt, scheduler.sleptAt()) > HEARD_MS)
      fail("a page that wakes learns of a sign-out", page.name);
  }

  return {
    /** Storage begins or ends to fail. */
    changes: (): void => {
      changedAt = scheduler.now();
      failedAt = changedAt;
    },
    hasChangedSince: (time: number): boolean => changedAt > time,
    left: (page: Page): void => void noted.delete(page),
    /** Checked after each step. */
    check: (): void => {
      const now = scheduler.now();
      if (!parts.isStorageOk()) failedAt = now;
      for (const { page, client } of tabs.values()) {
        const session = library.partsOf(client).runner.getSession();
        checkNotes(page, session);
        const restsSince = Math.max(failedAt, scheduler.sleptAt(), page.wokeAt);
        if (!session || page.isFrozen || now - restsSince < SETTLED_MS || !parts.isInMemory(page)) continue;
        if (parts.hasStored(page, session)) fail("a page knows what storage has taken", page.name);
      }
    },
  };
}
