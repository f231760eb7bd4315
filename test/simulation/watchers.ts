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
import { createOpenPages } from "./open-pages.ts";
import { createRecordRules } from "./record-rules.ts";
import { createRefusalRules } from "./refusal-rules.ts";
import type { Scheduler } from "./scheduler.ts";
import { createShownRules } from "./shown-rules.ts";
import type { Site } from "./site/site.ts";
import { createStoreRules } from "./stores.ts";
import { createTokens } from "./tokens.ts";

export type WatchedParts = {
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
  /** Whether some pages have the release before. */
  hasEarlier: boolean;
  /** Whether storage carries out removals. */
  takesRemovals: () => boolean;
  /** When a fault was last active. */
  lastTrouble: () => number;
};

/**
 * Connects the rules of one profile. Two of them need each other's answers at a later time only, so that functions refer
 * to rules that are created further down.
 */
export function createWatchers(given: WatchedParts, fail: (rule: string, text: string) => void) {
  const { now } = given.scheduler;
  const parts = { ...given, now, fail };
  const { note, ...log } = createEventLog(now);
  const tokens = createTokens(fail);
  const sessions = createKnownSessions(parts);
  const pages = createOpenPages({ ...parts, isForeign: () => records.isForeign() });
  const shared = { ...parts, note, sessions, pages };
  const stores = createStoreRules({
    ...parts,
    hasStored: (page, session) => records.hasStored(page, session),
    isForeign: () => records.isForeign(),
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
  const { isSigningOut } = calls;
  const shown = createShownRules({ ...shared, stored, clearedAt, isSigningOut, begins: refusals.signedIn });
  const waiting = createCalls(given.scheduler, (text) => fail("a call has an outcome", text));
  const agreement = createAgreementRules({
    ...shared,
    records,
    exchanges,
    isCalling: () => waiting.count() > 0,
  });
  return {
    log: { ...log, note },
    tokens,
    sessions,
    pages,
    stores,
    records,
    exchanges,
    refusals,
    calls,
    shown,
    waiting,
    agreement,
  };
}
