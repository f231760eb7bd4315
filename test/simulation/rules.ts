import type { Session } from "../../packages/identity/src/session/record.ts";
import type { User } from "../../packages/identity/src/user.ts";
import { createAgreementRules } from "./agreement-rules.ts";
import type { Page } from "./browser/page.ts";
import type { Tab } from "./browser/tab.ts";
import { createCallRules } from "./call-rules.ts";
import { createCalls } from "./calls.ts";
import { createEventLog } from "./event-log.ts";
import { createExchangeRules } from "./exchange-rules.ts";
import { createKnownSessions } from "./known-sessions.ts";
import type { Library } from "./library.ts";
import type { Sent } from "./network.ts";
import { createOpenPages } from "./open-pages.ts";
import { createRecordRules } from "./record-rules.ts";
import { createRefusalRules } from "./refusal-rules.ts";
import type { Place, Scheduler } from "./scheduler.ts";
import { createShownRules } from "./shown-rules.ts";
import type { Site } from "./site/site.ts";
import { createStoreRules } from "./stores.ts";
import { createTokens } from "./tokens.ts";

export type Violation = { rule: string; text: string };

/** More tasks than users, bots and faults cause in a minute. A loop without progress goes beyond it. */
const MOST_TASKS_A_MINUTE = 20_000;
const MINUTE_MS = 60_000;

type Parts = {
  scheduler: Scheduler;
  library: Library;
  tabs: ReadonlyMap<number, Tab>;
  /** The other person whose data a user's profile shows, if any. */
  strangerIn: (user: User) => string | undefined;
  /** The site's server, if it keeps sessions. */
  site: Site | undefined;
  deviceNow: () => number;
  /** Whether no fault of the browser is active, and no page is frozen. */
  isCalm: () => boolean;
  isStorageOk: () => boolean;
  /** How many connections to storage a page holds open. */
  connectionsOf: (page: Page) => number;
  /** Whether storage refuses every write. */
  isStorageRefusing: () => boolean;
  areNotesOk: () => boolean;
  isNoted: (session: Session) => boolean;
  /** When a page last took the lock from another. */
  stolenAt: () => number;
  /** Whether storage carries out removals. */
  takesRemovals: () => boolean;
  /** When a fault was last active. */
  lastTrouble: () => number;
};

/**
 * Watches one profile, checks the rules of a session after each task, and keeps the first violation. Two of the rules need
 * each other's answers at a later time only, so that functions refer to rules that are created further down. The order in
 * which rules are told what happens decides which violation is first.
 */
export function createRules(given: Parts) {
  const { now } = given.scheduler;
  let violation: Violation | undefined;
  let tasks = { at: 0, count: 0 };
  const fail = (rule: string, text: string): void => {
    violation ??= { rule, text };
  };
  const parts = { ...given, now, fail };
  const { note, ...log } = createEventLog(now);
  const tokens = createTokens(fail);
  const sessions = createKnownSessions(parts);
  const pages = createOpenPages({ ...parts, isForeign: () => records.isForeign() });
  const shared = { ...parts, note, sessions, pages };
  const stores = createStoreRules({
    ...parts,
    hasStored: (page, session) => records.hasStored(page, session),
    isInMemory: pages.isInMemory,
  });
  const records = createRecordRules({
    ...shared,
    isSigningIn: (page) => calls.isSigningIn(page),
    hasExchanged: (idToken) => exchanges.hasExchanged(idToken),
    hasGivenUp: (page) => exchanges.hasGivenUp(page),
    renewed: (uid) => refusals.renewed(uid),
    changes: stores.changes,
  });
  const exchanges = createExchangeRules({ ...shared, records });
  const { excuse } = exchanges;
  const { generation: stored, clearedAt, troubledAt } = records;
  const refusals = createRefusalRules({ ...shared, excuse, troubledAt, ownerOf: tokens.ownerOf });
  const { hasRefusedSince } = refusals;
  const calls = createCallRules({
    ...shared,
    excuse,
    stored,
    hasRefusedSince,
    scan: tokens.scan,
    hasStorageChangedSince: stores.hasChangedSince,
  });
  const { isSignedOutAfter } = calls;
  const shown = createShownRules({
    ...shared,
    stored,
    clearedAt,
    isSignedOutAfter,
    begins: refusals.signedIn,
  });
  const waiting = createCalls(given.scheduler, (text) => fail("a call has an outcome", text));
  const agreement = createAgreementRules({
    ...shared,
    records,
    exchanges,
    isCalling: () => waiting.count() > 0,
  });

  const countTask = (): void => {
    if (now() - tasks.at > MINUTE_MS) tasks = { at: now(), count: 0 };
    tasks.count += 1;
    if (tasks.count > MOST_TASKS_A_MINUTE)
      fail("no loop without progress", `${MOST_TASKS_A_MINUTE} tasks within a minute`);
  };

  return {
    ...log,
    note,
    fail,
    excuse,
    violation: (): Violation | undefined => violation,
    learn: tokens.learn,
    hide: tokens.hide,
    scan: tokens.scan,
    sdkSignedIn: sessions.sdkSignedIn,
    sdkRemoved: sessions.sdkRemoved,
    forced: exchanges.forced,
    storageFailedAt: records.failedAt,
    foreign: records.foreign,
    puts: records.puts,
    committed: records.committed,
    completed: pages.read,
    agree: agreement.agree,
    /** A call of a person begins. Returns the function that ends it. */
    calls: waiting.began,
    setAsked: calls.setAsked,
    asks: calls.asks,
    presents: calls.presents,
    signIn: calls.signIn,
    signOut: calls.signOut,
    failed: calls.failed,
    handedOut: calls.handedOut,
    opened: (tab: Tab): void => {
      const { page, client } = tab;
      pages.opened(tab);
      excuse("a page opens");
      client.onEvent((event) => {
        const text = JSON.stringify(event);
        note(`${page.name} ${text}`);
        tokens.scan("an event", text);
        // New tokens that could not be handed over in time are exchanged again.
        if (event.type === "refresh-failed" && event.code === "timeout" && page.sessions === "server")
          excuse("a hand-over took too long");
        if (event.type === "refreshed" && event.expiresAt > given.deviceNow()) exchanges.refreshed(tab);
        if (event.type === "tokens-replaced") exchanges.replaced(tab);
        if (event.type !== "refresh-started") return;
        pages.refreshStarted(page);
        exchanges.starts(page);
      });
    },
    left: ({ page }: Tab): void => {
      for (const each of [pages, stores, calls]) each.left(page);
      exchanges.stopped(page);
      excuse("a page is gone");
    },
    froze: ({ page }: Tab): void => {
      exchanges.stopped(page);
      excuse("a page freezes");
    },
    /** Whose session a page's user wants, by the last sign-in or since a refusal; "any" for an anonymous one. */
    wishOf: (page: Page): string | undefined => pages.get(page)?.latest ?? pages.get(page)?.refused,
    /** Storage begins or ends to fail. */
    storageFails: (): void => {
      records.troubles();
      stores.changes();
      exchanges.storageChanges();
    },
    /** The user clears the site's data: every session may end, and nothing is stored. */
    cleared: (): void => {
      records.cleared();
      excuse("the site's data was cleared");
    },
    began: (sent: Sent): void => {
      note(`${sent.page.name} sends ${sent.path.split("?")[0]}`);
      exchanges.began(sent);
    },
    ended: (sent: Sent): void => {
      note(`${sent.page.name} gets ${sent.outcome} ${sent.code ?? ""} for ${sent.path.split("?")[0]}`);
      tokens.learn(sent.answer);
      tokens.handedOver(sent);
      exchanges.ended(sent);
      refusals.ended(sent);
    },
    /** Checks the page whose task has run, or every page. */
    afterTask: (place: Place | undefined): void => {
      countTask();
      waiting.check();
      exchanges.checkOverlap();
      agreement.check();
      for (const tab of given.tabs.values()) if (!place || tab.page === place) shown.look(tab);
    },
    /** Checked when no fault is active and no person acts: every page shows the stored session. */
    agreeSoon: (): void => {
      stores.check();
      agreement.agreeSoon();
    },
  };
}
export type Rules = ReturnType<typeof createRules>;
