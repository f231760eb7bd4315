import type { Page } from "./browser/page.ts";

/** How the reason begins of a session that ended because a server refused its tokens. */
export const REFUSED = "refused: ";
/** More than pages, storage and the server still hold. */
const MOST = 100;

/** A session as the simulation knows it: who signed in, and why it may end. */
type Known = {
  uid: string;
  /** Where and when it began, and when the user asked for it. No page of ours, if Google's SDK began it. */
  page: Page | undefined;
  beganAt: number;
  askedAt: number;
  /** Whether storage has ever held it. */
  isStored: boolean;
  /** Whether its page had not read storage before. Then it replaces what it finds there. */
  isBlind: boolean;
  /** Whether another page has changed storage before it was stored: then it yields. */
  isYielding: boolean;
  /** Who has last replaced this session of Google's SDK by a sign-in of its own. */
  replacer?: Page;
  /** Why it may end, if it may. */
  reason?: string;
  /** When it was signed out or replaced: no page that opens later may show it. */
  overAt?: number;
  /** Whether a sign-out has said that storage no longer holds it. */
  isRemoved?: boolean;
  /** Whether the browser refused the note of that. Then only storage can tell a page that opens later. */
  isUnnoted?: boolean;
};

type Parts = {
  now: () => number;
  fail: (rule: string, text: string) => void;
  areNotesOk: () => boolean;
};

/** The sessions of one browser, by generation: what the rules for pages, storage and refusals share about each. */
export function createKnownSessions({ now, fail, areNotesOk }: Parts) {
  const sessions = new Map<string, Known>();

  return {
    get: (generation: string): Known | undefined => sessions.get(generation),
    all: (): ReadonlyMap<string, Known> => sessions,
    nameOf: (generation: string): string => {
      if (!sessions.has(generation)) return generation || "nothing";
      return `session ${[...sessions.keys()].indexOf(generation) + 1}`;
    },
    /** A page shows a session for the first time. */
    begin: (generation: string, session: Omit<Known, "isStored" | "beganAt">): void => {
      // Within one millisecond, either sign-in may be the later one.
      const isTied = [...sessions.values()].some(({ page, askedAt }) => !page && askedAt === now());
      const isYielding = session.isYielding || isTied;
      sessions.set(generation, { ...session, isYielding, isStored: false, beganAt: now() });
      if (sessions.size > MOST) sessions.delete([...sessions.keys()][0] ?? "");
    },
    /** Google's SDK has signed a user in and stored the session, which a page that opens later may take over. */
    sdkSignedIn: (generation: string, uid: string): void => {
      if (sessions.has(generation)) return;
      // The SDK's token has the second of the sign-in, so another sign-in or a sign-out in that second may be later.
      const isOver = [...sessions.values()].some(
        ({ overAt = 0, beganAt }) => now() - Math.max(overAt, beganAt) < 1000,
      );
      // As after the sign-in of any other page.
      for (const session of sessions.values()) session.isYielding ||= !session.isStored;
      sessions.set(generation, {
        uid,
        page: undefined,
        isStored: false,
        beganAt: now(),
        askedAt: now(),
        isBlind: false,
        isYielding: true,
        ...(isOver && { reason: "replaced in the second of its sign-in" }),
      });
    },
    /** The session of Google's SDK is removed from where the SDK keeps it. */
    sdkRemoved: (generation: string, page: Page): void => {
      const session = sessions.get(generation);
      if (session && !session.isStored && !session.reason && session.replacer !== page)
        fail("a session of Google's SDK is not lost", "removed before it was stored");
    },
    /** A page has stored its own sign-in in place of what Google's SDK has left. */
    replacesSdk: (page: Page): void => {
      for (const session of sessions.values())
        if (session.page === undefined && !session.isStored) session.replacer = page;
    },
    /** Whether a page has shown a session of a user that began at this time or later. */
    hasBegun: (page: Page, uid: string, since: number): boolean =>
      [...sessions.values()].some(
        (session) => session.page === page && session.uid === uid && session.beganAt >= since,
      ),
    /** A session may end. The first reason stays. */
    mayEnd: (generation: string, reason: string): void => {
      const session = sessions.get(generation);
      if (session) session.reason ??= reason;
    },
    /** Every session may end, or each of one user. */
    allMayEnd: (reason: string, uid?: string): void => {
      for (const session of sessions.values())
        if (uid === undefined || session.uid === uid) session.reason ??= reason;
    },
    /** A session is signed out or replaced. */
    over: (generation: string): void => {
      const session = sessions.get(generation);
      if (!session || session.overAt !== undefined) return;
      session.overAt = now();
      session.isUnnoted = !areNotesOk();
    },
    /** A page has changed storage. */
    yieldTo: (page: Page): void => {
      for (const session of sessions.values())
        session.isYielding ||= session.page !== page && !session.isStored;
    },
  };
}
export type KnownSessions = ReturnType<typeof createKnownSessions>;
