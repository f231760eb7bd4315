import { isSameData } from "../../packages/identity/src/lib/data.ts";
import type { Session, SessionRecord } from "../../packages/identity/src/session/record.ts";
import type { Page } from "./browser/page.ts";
import type { Tab } from "./browser/tab.ts";
import { type KnownSessions, REFUSED } from "./known-sessions.ts";
import type { Library } from "./library.ts";
import type { OpenPages } from "./open-pages.ts";

const FOREIGN_VERSION = 99;
const FOREIGN = "another format";
/** Four commands in a tab's queue, each within its deadline of three seconds, and a slow end of the last. */
const QUEUE_MS = 15_000;

type Parts = {
  now: () => number;
  library: Library;
  tabs: ReadonlyMap<number, Tab>;
  sessions: KnownSessions;
  pages: OpenPages;
  isStorageOk: () => boolean;
  /** Whether a call of a page waits for its sign-in. */
  isSigningIn: (page: Page) => boolean;
  /** Whether an exchange has brought this ID token. */
  hasExchanged: (idToken: string) => boolean;
  /** Whether a page gave its last exchange up as its tab left it. */
  hasGivenUp: (page: Page) => boolean;
  deviceNow: () => number;
  /** Called when storage has usable tokens that an exchange has brought to a user. */
  renewed: (uid: string) => void;
  /** Told when storage begins or ends to fail. */
  changes: () => void;
  note: (text: string) => void;
  fail: (rule: string, text: string) => void;
};

const sortedKeys = (_: string, value: unknown): unknown =>
  value instanceof Object && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).sort()) : value;

const textOf = (user: object | undefined): string => (user ? JSON.stringify(user, sortedKeys) : "");

/** Watches the stored record: which session it holds, and why the one before may be replaced. */
export function createRecordRules({ now, library, tabs, sessions, pages, fail, ...parts }: Parts) {
  /** The session in storage; empty if there is none. */
  let stored = "";
  /** The session whose end storage holds, because a server refused its tokens. */
  let refused = "";
  let holdsRefreshToken = false;
  let storedAt = 0;
  let clearedAt = 0;
  /** When storage last failed. Until their tokens are over, tabs may hold different ones. */
  let troubledAt = 0;
  let user = { page: "", idToken: "", text: "", readAt: 0 };
  let userAt = 0;

  const runnerOf = (page: Page) => {
    const tab = tabs.get(page.tab);
    return tab?.page === page ? library.partsOf(tab.client).runner : undefined;
  };

  /** @param isSame whether storage has held the session before */
  function compareUser(session: Session | undefined, page: Page, isSame: boolean): void {
    const { idToken = "" } = session ?? {};
    const before = user;
    userAt = now();
    user = { page: page.name, idToken, text: textOf(session?.user), readAt: session?.profileAt ?? 0 };
    const runner = runnerOf(page);
    const isShown = runner?.getSession()?.generation === session?.generation;
    const isDurable = isShown && runner?.isDurable();
    const isRenewed = isSame && idToken !== before.idToken && parts.hasExchanged(idToken);
    if (isRenewed && session && session.expiresAt > parts.deviceNow()) parts.renewed(session.user.uid);
    // A lookup during the exchange has brought a later profile to its page.
    if (isRenewed && isDurable && user.text !== before.text && user.readAt < before.readAt)
      fail("an exchange never brings back an older profile", page.name);
  }

  /** The failure that a page has stored with a session that storage had refused. */
  let toldAt: number | undefined;

  /**
   * A page that its tab leaves gives its exchange up, which says nothing about the network. A session that storage
   * has refused is stored with all that its page knows.
   */
  function checkFailure({ retry }: SessionRecord, page: Page): void {
    const failedAt = (retry?.failedAt ?? 0) - parts.deviceNow() + now();
    if (page.leftAt === undefined || failedAt < page.leftAt || !parts.hasGivenUp(page)) return;
    if (troubledAt >= page.leftAt && runnerOf(page)?.isDurable() === false) toldAt = retry?.failedAt;
    if (retry?.failedAt !== toldAt) fail("an exchange that its page gives up is no failure", page.name);
  }

  /** Gives the session before its reason to end, if what a page has stored is one. */
  function excuseEnd(before: string, page: Page): void {
    const session = sessions.get(stored);
    const open = pages.get(page);
    // Of two sign-ins at a time, the one that is stored last counts. A call that waits has not given up its write.
    const isInTime =
      parts.isSigningIn(page) || open?.isAwaited || storedAt - (session?.beganAt ?? 0) < QUEUE_MS;
    // A page that has not read storage replaces what it finds there, but no session that began later than its own.
    const isLater = (sessions.get(before)?.askedAt ?? 0) > (session?.beganAt ?? 0);
    // Storage may have refused the user's last sign-in until now (decision 044). Of two at a time, either may be the last.
    const isLast = (session?.beganAt ?? 0) >= (sessions.get(before)?.askedAt ?? Number.POSITIVE_INFINITY);
    if (session && !session.isStored) {
      if (isInTime || isLast || (session.isBlind && !isLater))
        sessions.mayEnd(before, "another sign-in was stored");
      if (isInTime) sessions.replacesSdk(page);
    }
    if (open?.leftUnreadAt === undefined || stored) return;
    const { askedAt = 0 } = sessions.get(before) ?? {};
    if (askedAt <= open.leftUnreadAt) sessions.mayEnd(before, "a sign-out before the first read");
    open.leftUnreadAt = undefined;
  }

  /**
   * Storage holds another session than before, or none.
   * @param wasRefused the session whose end storage held before, because a server refused its tokens
   */
  function replaced(before: string, page: Page, wasRefused: string): void {
    storedAt = now();
    // Until now, no tab could store anything.
    if (before === FOREIGN) parts.changes();
    if (before === FOREIGN && sessions.get(stored)?.isStored)
      fail("another version's record stays", "an older session replaced it");
    sessions.yieldTo(page);
    parts.note(`stored ${sessions.nameOf(stored)}`);
    excuseEnd(before, page);
    if (before && before !== FOREIGN && !sessions.get(before)?.reason)
      fail("rule 1: a stored session ends only by its owner or a refusal", "storage lost the session");
    // A sign-out is noted at once, a sign-in replaces the session once it is stored.
    sessions.over(before);
    if (before && before !== refused) pages.get(page)?.left.add(before);
    const session = sessions.get(stored);
    // The first write of a session that is signed out at once is followed by its removal.
    // A refusal ends only the tokens that were spent. Those of a changed account continue the session.
    const isRefusal = session?.reason?.startsWith(REFUSED) === true || stored === wasRefused;
    if (session?.overAt !== undefined && !isRefusal && (session.isStored || session.isRemoved))
      fail("what was ended never comes back into storage", `a session came back: ${session.reason}`);
    if (session) session.isStored = true;
  }

  return {
    /** The session in storage; empty if there is none. */
    generation: (): string => stored,
    /** Whether storage holds the record of another version. */
    isForeign: (): boolean => stored === FOREIGN,
    holdsRefreshToken: (): boolean => holdsRefreshToken,
    storedAt: (): number => storedAt,
    clearedAt: (): number => clearedAt,
    troubledAt: (): number => troubledAt,
    /** When storage last failed. */
    failedAt: (): number => (parts.isStorageOk() ? troubledAt : now()),
    /** Tabs hold different tokens from now on. */
    troubles: (): void => {
      troubledAt = now();
    },
    /** Whether storage works and holds what every tab shows. */
    canStore: (): boolean =>
      parts.isStorageOk() &&
      [...tabs.values()].every(({ client }) => library.partsOf(client).runner.isDurable()),
    /** Whether storage holds exactly this session, and this page has written it there. */
    hasStored: (page: Page, session: Session): boolean =>
      stored === session.generation &&
      isSameData(user, {
        page: page.name,
        idToken: session.idToken,
        text: textOf(session.user),
        readAt: session.profileAt,
      }) &&
      (pages.get(page)?.putAt ?? 0) <= userAt,
    /** The user clears the site's data: every session may end, and nothing is stored. */
    cleared: (): void => {
      sessions.allMayEnd("the site's data was cleared");
      stored = "";
      holdsRefreshToken = false;
      clearedAt = now();
      parts.changes();
    },
    /** Another version has stored its own record. Only a sign-in or a sign-out of this version may replace it. */
    foreign: (): void => {
      parts.note("stored another format");
      stored = FOREIGN;
    },
    /** A page decides to store a record. Slow storage may take it later. */
    puts: (page: Page): void => {
      const open = pages.get(page);
      if (!open) return;
      open.putAt = now();
      open.isAwaited = parts.isSigningIn(page);
    },
    /** A transaction has stored a record, or removed it. */
    committed: (record: (SessionRecord & { version?: number }) | undefined, page: Page): void => {
      const { session, version } = record ?? {};
      const before = stored;
      const { idToken } = user;
      stored = version === FOREIGN_VERSION ? FOREIGN : (session?.generation ?? "");
      holdsRefreshToken = session?.refreshToken !== undefined;
      compareUser(session, page, stored === before);
      if (record && session?.idToken === idToken) checkFailure(record, page);
      // The client sends no message about a write that leaves storage as it is.
      const wasRefused = refused;
      refused = record?.end?.generation ?? "";
      if (stored !== before) replaced(before, page, wasRefused);
    },
  };
}
export type RecordRules = ReturnType<typeof createRecordRules>;
