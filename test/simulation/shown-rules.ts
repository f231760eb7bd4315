import type { Session } from "../../packages/identity/src/session/record.ts";
import type { User } from "../../packages/identity/src/user.ts";
import type { Page } from "./browser/page.ts";
import type { Tab } from "./browser/tab.ts";
import { type KnownSessions, REFUSED } from "./known-sessions.ts";
import type { Library } from "./library.ts";
import type { Open, OpenPages } from "./open-pages.ts";
import { claimsOf } from "./tokens.ts";

type Parts = {
  now: () => number;
  library: Library;
  sessions: KnownSessions;
  pages: OpenPages;
  /** The session in storage; empty if there is none. */
  stored: () => string;
  /** When the user last cleared the site's data. */
  clearedAt: () => number;
  isStorageOk: () => boolean;
  areNotesOk: () => boolean;
  /** Whether a sign-out of any page is under way, or came after this stamp. */
  isSignedOutAfter: (stamp: number) => boolean;
  /** The other person whose data a user's profile shows, if any. */
  strangerIn: (user: User) => string | undefined;
  /** Told when a session of a user begins. */
  begins: (uid: string) => void;
  note: (text: string) => void;
  fail: (rule: string, text: string) => void;
};

/** Watches what each page shows: which session begins there, which one ends, and whether it may. */
export function createShownRules({ library, sessions, pages, stored, fail, ...parts }: Parts) {
  function begin({ generation, stamp }: Session, uid: string, page: Page, open: Open): void {
    if (open.latest !== uid && open.latest !== "any")
      fail("only the last sign-in counts", `${page.name}: an earlier one, or none`);
    for (const [other, session] of sessions.all()) {
      if (session.overAt !== undefined) continue;
      sessions.mayEnd(other, "another sign-in replaced it");
      if (open.shown.generation === other) open.left.add(other);
    }
    parts.begins(uid);
    open.endedUnread = undefined;
    sessions.begin(generation, {
      ...(parts.isSignedOutAfter(stamp) && { reason: "a sign-out came later" }),
      uid,
      page,
      askedAt: open.askedAt,
      isBlind: !open.hasRead,
      isYielding: open.openedAt < parts.clearedAt() || open.shown.generation !== stored(),
    });
  }

  function ended(page: Page, generation: string): void {
    const session = sessions.get(generation);
    const open = pages.get(page);
    // It removes what was stored until now once it can read storage, because it cannot know which session that is.
    if (open && !open.hasRead && !open.shown.generation) pages.leaveUnread(open, stored());
    if (open && session?.reason?.startsWith(REFUSED)) open.refused = session.uid;
    if (session?.reason) return;
    if (session && !session.isStored && session.isYielding) return;
    fail(
      "rule 1: a session ends only by its owner or a definite refusal",
      `${page.name} no longer shows ${sessions.nameOf(generation)}`,
    );
  }

  /** @param isUnstored the session before was never stored, and yields to what another tab stores */
  function shown(page: Page, generation: string, open: Open, isUnstored: boolean): void {
    const session = sessions.get(generation);
    // A refusal ends only the tokens that were spent. Those of a changed account continue the session.
    if (session?.reason?.startsWith(REFUSED)) return;
    if (open.left.has(generation) && !isUnstored)
      fail("what was ended is never shown again", `${page.name}: ${session?.reason}`);
    const isTold = parts.areNotesOk() && !session?.isUnnoted;
    if (session?.overAt !== undefined && session.overAt < open.openedAt && isTold)
      fail("what was ended is never shown again", `${page.name} opened later: ${session.reason}`);
  }

  function startedWithout(page: Page): void {
    const session = sessions.get(stored());
    if (!session || session.reason || !parts.isStorageOk()) return;
    fail("rule 6: a stored session is shown at once", `${page.name} shows nobody`);
  }

  return {
    /** Compares what a page shows with what it has shown before. */
    look: ({ page, client }: Tab): void => {
      const open = pages.get(page);
      if (!open) return;
      const session = library.partsOf(client).runner.getSession();
      const state = client.getState();
      const uid = state.status === "signed-in" ? state.user.uid : "";
      const stranger = state.status === "signed-in" && parts.strangerIn(state.user);
      if (stranger) fail("nobody sees another person's data", `${page.name} shows data of ${stranger}`);
      const generation = session?.generation ?? "";
      const before = open.shown;
      if (before.status === state.status && before.uid === uid && before.generation === generation) return;
      if (session && !sessions.get(generation)) begin(session, uid, page, open);
      open.shown = { status: state.status, uid, generation, at: parts.now() };
      parts.note(`${page.name} shows ${state.status} ${sessions.nameOf(generation)}`);
      if (session && (session.user.uid !== uid || claimsOf(session.idToken).sub !== uid))
        fail("nobody sees another person's data", `${page.name}: token and profile differ`);
      if (before.generation && before.generation !== generation) ended(page, before.generation);
      const isUnstored = before.generation !== "" && !sessions.get(before.generation)?.isStored;
      const { endedUnread } = open;
      if (session && endedUnread?.generation === generation && session.receivedAt <= endedUnread.at)
        fail("what was ended is never shown again", `${page.name}, which had not read storage`);
      if (generation) shown(page, generation, open, isUnstored);
      else if (before.status === "unknown" && state.status === "signed-out") startedWithout(page);
    },
  };
}
