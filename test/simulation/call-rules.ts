import type { Page } from "./browser/page.ts";
import type { Tab } from "./browser/tab.ts";
import type { KnownSessions } from "./known-sessions.ts";
import type { Library } from "./library.ts";
import { NOTHING, type OpenPages } from "./open-pages.ts";
import { claimsOf } from "./tokens.ts";

/** A sign-in may fail with these codes although nothing is broken. */
const MAY_FAIL = new Set([
  "user-disabled",
  "too-many-requests",
  "session-changed",
  "client-disposed",
  "custody-unavailable",
]);
const SOON_MS = 15_000;
/** A token's expiry has whole seconds. */
const EXPIRY_STEP_MS = 1000;

type Parts = {
  now: () => number;
  library: Library;
  sessions: KnownSessions;
  pages: OpenPages;
  /** The session in storage; empty if there is none. */
  stored: () => string;
  /** Whether the service has refused a user at this time or later. */
  hasRefusedSince: (uid: string, time: number) => boolean;
  /** Whether storage takes removals, and whether it began or ended to fail after this time. */
  takesRemovals: () => boolean;
  hasStorageChangedSince: (time: number) => boolean;
  /** When a fault was last active. */
  lastTrouble: () => number;
  /** An event after which one exchange more is right. */
  excuse: (text: string) => void;
  /** A text that may hold no secret. */
  scan: (where: string, text: string) => void;
  fail: (rule: string, text: string) => void;
};

/** How many calls each page waits for. */
function createCounts() {
  const counts = new Map<Page, number>();
  const add = (page: Page, change: number) => counts.set(page, (counts.get(page) ?? 0) + change);
  return {
    of: (page: Page): number => counts.get(page) ?? 0,
    isAny: (): boolean => [...counts.values()].some((count) => count > 0),
    /** Returns the function that ends the call. */
    began: (page: Page): (() => void) => {
      add(page, 1);
      return () => add(page, -1);
    },
    left: (page: Page): void => void counts.delete(page),
  };
}

/** What the calls of people must do: a sign-in begins a session, a sign-out ends it, a token belongs to its asker. */
export function createCallRules({ now, library, sessions, pages, excuse, fail, ...parts }: Parts) {
  const signingIn = createCounts();
  const signingOut = createCounts();
  let signedOutAt = 0;
  let asked = (_: Page, _isSignOut = false): void => {};

  /** @param uid without it, the user only replaces an earlier sign-in */
  const asks = ({ page }: Tab, uid: string | undefined): (() => void) => {
    const open = pages.get(page);
    const wish = {};
    if (open) Object.assign(open, { latest: uid, refused: undefined, askedAt: now(), wish });
    asked(page);
    excuse("a sign-in");
    return () => {
      if (open?.wish === wish) open.latest = undefined;
    };
  };

  async function signIn(tab: Tab, uid: string, work: () => Promise<unknown>): Promise<void> {
    const open = pages.get(tab.page);
    const since = now();
    asks(tab, uid);
    const { wish } = open ?? {};
    const ends = signingIn.began(tab.page);
    try {
      await work().finally(ends);
    } catch (error) {
      const { code = "" } = error as { code?: string };
      const isWanted = open?.wish === wish && open?.latest !== undefined;
      // A session that is refused while its sign-in waits for storage fails that sign-in.
      const mayFail = MAY_FAIL.has(code) || parts.hasRefusedSince(uid, since);
      if (parts.lastTrouble() < since && isWanted && !mayFail)
        fail("every step can be carried out", `a sign-in failed: ${String(error)}`);
      throw error;
    }
    // An anonymous sign-in begins no session if the user is anonymous already.
    if (uid !== "any" && !sessions.hasBegun(tab.page, uid, since))
      fail("a sign-in that succeeds has shown its user", tab.page.name);
  }

  async function signOut(tab: Tab, work: () => Promise<void>): Promise<void> {
    const open = pages.get(tab.page);
    const { generation } = open?.shown ?? NOTHING;
    if (open) Object.assign(open, { latest: undefined, refused: undefined });
    asked(tab.page, true);
    signedOutAt = now();
    if (open && !open.hasRead) pages.leaveUnread(open, parts.stored());
    sessions.allMayEnd("a user signed out");
    if (generation) {
      open?.left.add(generation);
      sessions.over(generation);
    }
    // A page that has read storage ends what it holds when the removal arrives there.
    const { hasRead = false } = open ?? {};
    const ends = hasRead ? signingOut.began(tab.page) : () => {};
    const since = now();
    const wasWell = parts.takesRemovals();
    await work()
      .catch((error: unknown) => {
        const isWell = wasWell && parts.takesRemovals() && !parts.hasStorageChangedSince(since - SOON_MS);
        if (isWell && parts.lastTrouble() < since)
          fail("a sign-out succeeds where storage takes removals", String(error));
        throw error;
      })
      .finally(ends);
    const session = sessions.get(generation);
    if (session && hasRead) session.isRemoved = true;
    if (generation && library.partsOf(tab.client).runner.getSession()?.generation === generation)
      fail("rule 3: a sign-out wins", `${tab.page.name} still shows the session`);
  }

  return {
    asks,
    signIn,
    signOut,
    isSigningIn: (page: Page): boolean => signingIn.of(page) > 0,
    isSignedOutAfter: (stamp: number): boolean => signingOut.isAny() || stamp <= signedOutAt,
    left: (page: Page): void => {
      signingIn.left(page);
      signingOut.left(page);
    },
    setAsked: (listener: typeof asked): void => {
      asked = listener;
    },
    /** A page sends the answer of a sign-in that was asked for before. */
    presents: (page: Page): void => {
      const open = pages.get(page);
      if (open) open.askedAt = now();
      excuse("a sign-in");
    },
    /** An error that a call has thrown. */
    failed: (error: unknown): void => {
      const { code } = error as { code?: string };
      if (code === "unknown") fail("a failure has a code that says what to do", `${String(error)} ${code}`);
      parts.scan("an error", `${String(error)} ${JSON.stringify(error)}`);
    },
    /** A call has handed out a token. */
    handedOut: ({ page, client }: Tab, token: string, asker: string | undefined): void => {
      const { sub, exp = 0 } = claimsOf(token);
      if (asker !== undefined && asker !== sub)
        fail("nobody sees another person's data", `${page.name} hands a token to another user`);
      const state = client.getState();
      if (state.status === "signed-in" && state.user.uid !== sub)
        fail("nobody sees another person's data", `${page.name} got a token of another user`);
      const left = exp * 1000 - now();
      if (left <= -EXPIRY_STEP_MS)
        fail("rule 4: no expired token is handed out", `${page.name}: expired ${-left / 1000} s ago`);
    },
  };
}
