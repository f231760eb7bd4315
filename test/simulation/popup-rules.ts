import type { SessionView } from "../../packages/identity/src/session/state.ts";
import { type Attempt, fieldOf, stateOf } from "./attempts.ts";
import type { Page } from "./browser/page.ts";
import type { Tab } from "./browser/tab.ts";
import type { Outcome, Visit } from "./browser/visit.ts";
import type { Sent } from "./network.ts";
import type { Profile } from "./profile.ts";
import type { Scheduler } from "./scheduler.ts";

/** Popups of a page share a request, which lasts up to 30 s. */
const SHARED_MS = 30_000;
const ATTEMPT_MS = 600_000;
/** A poll, the grace period, and slow timers. */
const NOTICED_MS = 10_000;
const LATE_MS = 60_000;
/** A sign-in may fail with these codes although nothing is broken. */
const MAY_FAIL = new Set(["user-disabled", "too-many-requests", "client-disposed", "session-changed"]);

type Parts = { scheduler: Scheduler; profile: Profile };
/** What the rules know of a page: its last state, and how many listeners it has now and had at the start. */
type Own = { state: SessionView | undefined; watchers: number; listeners: number };

/** Watches the popups and redirects of one browser, and checks their rules. */
export function createPopupRules({ scheduler, profile }: Parts) {
  const { rules, windows, library, tabs } = profile;
  let attempts: Attempt[] = [];
  const own = new Map<Page, Own>();
  /** Google's sessions by the provider's address. */
  const sessions = new Map<string, string>();
  const secrets = new Set<string>();
  /** When a fault was last active. */
  let troubledAt = 0;
  /** The stamp of the last sign-in that a page has shown. */
  let begunAt = 0;
  /** When a person last began to sign in or out in each page. */
  const askedAt = new Map<Page, number>();
  /** When a person last signed out in each page. */
  const leftAt = new Map<Page, number>();
  /** What happens while Google checks the next answer, or after. */
  const checks: Record<"sent" | "received", (() => void)[]> = { sent: [], received: [] };
  const happen = (when: "sent" | "received"): void => {
    for (const act of checks[when].splice(0)) scheduler.after(profile.luck.between(0, 3), act);
  };

  const nameOf = ({ visit, page }: Attempt): string => visit?.page.name ?? page?.name ?? "a redirect";
  const hide = (secret: string | undefined): void => {
    if (secret === undefined) return;
    secrets.add(secret);
    rules.hide(secret);
  };
  /** That of a request to Google. */
  const attemptOf = (body: string): Attempt | undefined => {
    const session = fieldOf(body, "sessionId");
    return attempts.find(({ idpSession }) => idpSession !== undefined && idpSession === session);
  };
  const waiting = (attempt: Attempt): boolean => !attempt.isSettled && !attempt.isHeard;
  /** The last of these times in another page. Within one millisecond, either page may be the later one. */
  const followedAt = ({ page, from }: Attempt, times = askedAt): number =>
    Math.max(0, ...[...times].map(([each, at]) => (each !== page && each !== from ? at : 0)));

  /** The session of a page has changed, or its latest sign-in. */
  function changed(page: Page, state: SessionView): void {
    const { session } = state;
    const { generation, stamp = 0 } = session ?? {};
    if (state.status === "unknown") return;
    begunAt = Math.max(begunAt, stamp);
    for (const attempt of attempts) {
      if (attempt.page !== page || attempt.began !== undefined || attempt.isOver) continue;
      if (!attempt.isKnown) {
        attempt.isKnown = true;
        if (!attempt.isRedirect) Object.assign(attempt, { generation, uid: session?.user.uid });
      }
      if (attempt.generation === generation) continue;
      if (attempt.purpose === "sign-in" && session && session.idToken === attempt.idToken) {
        attempt.began = generation;
        if (attempt.isRevoked)
          rules.fail("an answer that the user no longer wants signs nobody in", nameOf(attempt));
      } else {
        attempt.hasChanged = true;
        // A person who has signed in or out since the popup opened no longer wants its answer. Without such an action, a
        // server has refused the tokens, or the page has read an older sign-in. An answer that Google checks still counts.
        if (
          !attempt.isHeard &&
          (session
            ? stamp > attempt.openedAt
            : !state.reason && followedAt(attempt, leftAt) > attempt.openedAt)
        )
          attempt.isRevoked = true;
      }
    }
  }

  /** A person of a page does what replaces its popups. Other pages may notice it, even if they show nothing of it. */
  const asked = (page: Page, isSignOut = false): void => {
    askedAt.set(page, scheduler.now());
    if (isSignOut) leftAt.set(page, scheduler.now());
    for (const attempt of attempts)
      if (attempt.page === page && attempt.began === undefined) attempt.isRevoked = true;
  };

  /** What a popup is canceled by: its answer may no longer sign in. */
  const cancel = (attempt: Attempt): void => {
    // After ten minutes, an answer that Google checks can no longer be canceled.
    if (attempt.isHeard && scheduler.now() - attempt.openedAt >= ATTEMPT_MS) return;
    attempt.isCanceled = true;
    attempt.takeBack();
    if (attempt.began === undefined && !(attempt.isHeard && attempt.purpose !== "sign-in"))
      attempt.isRevoked = true;
  };

  function sends({ page, body }: Sent): void {
    const attempt = attemptOf(body);
    if (!attempt) {
      rules.fail("an answer counts only after the window has left for the provider", page.name);
      return;
    }
    const name = nameOf(attempt);
    const address = fieldOf(body, "requestUri") ?? "";
    if (attempt.page !== page)
      rules.fail("another popup's answer changes nothing", `${name} in ${page.name}`);
    if (stateOf(address) !== attempt.state) rules.fail("another popup's answer changes nothing", name);
    if (attempt.isSent) rules.fail("a popup sends one answer to Google", name);
    const tab = tabs.get(page.tab);
    const holder = tab && library.partsOf(tab.client).runner.getSession();
    const isOther = attempt.isRedirect && holder && holder.stamp > attempt.openedAt;
    if (attempt.purpose === "link" ? holder?.user.uid !== attempt.uid : attempt.isRevoked || isOther)
      rules.fail("an answer that the user no longer wants is not sent to Google", name);
    attempt.isSent = true;
    heard(attempt);
  }

  function heard(attempt: Attempt): void {
    if (attempt.isHeard || attempt.isOver || !attempt.page) return;
    attempt.isHeard = true;
    rules.presents(attempt.page);
    attempt.end = rules.calls(attempt.page, "popup");
  }

  /** Why the caller may get an error with this code, if it may. */
  function mayFail(attempt: Attempt, code: string): boolean {
    const { visit, purpose, openedAt, isRedirect } = attempt;
    const isTroubled = Math.max(troubledAt, profile.lastTrouble()) >= openedAt - SHARED_MS;
    switch (code) {
      case "popup-closed-by-user":
        return visit?.isClosed === true || visit?.isCut === true;
      case "cancelled-popup-request":
        return attempt.isCanceled === true;
      case "user-cancelled":
        return attempt.choice === "deny";
      case "session-changed":
        return (
          attempt.isRevoked === true ||
          attempt.hasChanged === true ||
          attempt.began !== undefined ||
          followedAt(attempt) >= openedAt ||
          begunAt >= openedAt ||
          // Its own page may have signed out in the same millisecond.
          isRedirect
        );
      case "user-mismatch":
        return purpose === "reauthenticate" && attempt.uid !== attempt.person.uid;
      case "timeout":
        return isTroubled || purpose !== "sign-in" || scheduler.now() - openedAt >= ATTEMPT_MS - LATE_MS;
      case "invalid-credential":
        return attempt.isForged === true;
      default:
        return isTroubled || purpose !== "sign-in" || MAY_FAIL.has(code);
    }
  }

  /** The caller has an outcome. */
  function settled(attempt: Attempt, code: string | undefined, isLate = false): void {
    const name = nameOf(attempt);
    attempt.isSettled = true;
    // A popup that was given up still takes an answer.
    if (isLate || attempt.isHeard || code !== "popup-closed-by-user") attempt.isOver = true;
    attempt.end?.();
    const { page, choice, began } = attempt;
    if (code === undefined) {
      if (choice !== "allow") rules.fail("a popup's outcome has its reason", `${name} without an answer`);
      return;
    }
    const tab = page && tabs.get(page.tab);
    const shown = tab?.page === page && tab && library.partsOf(tab.client).runner.getSession()?.generation;
    if (code === "cancelled-popup-request" && began !== undefined && shown === began)
      rules.fail("a popup whose caller hears of a cancel has signed nobody in", name);
    if (!isLate && !mayFail(attempt, code))
      rules.fail("a popup's outcome has its reason", `${name}: ${code}`);
  }

  /** Checks the time of a popup that waits. */
  function checkTime(attempt: Attempt, now: number): void {
    const { page, visit, isRedirect } = attempt;
    if (isRedirect || !page || page.isGone || !waiting(attempt)) return;
    // It goes on when its page wakes.
    const rests = page.isFrozen || attempt.isFrozen ? now : scheduler.sleptAt();
    attempt.isFrozen = page.isFrozen;
    const isVisible = visit?.isClosed === true && windows.hasFocus(page);
    attempt.closedSince = Math.max(attempt.closedSince, isVisible ? rests : now);
    attempt.waitsSince = Math.max(attempt.waitsSince, rests);
    if (now - attempt.closedSince > NOTICED_MS)
      rules.fail("a popup that the user closes is noticed", nameOf(attempt));
    if (now - attempt.waitsSince > ATTEMPT_MS + LATE_MS)
      rules.fail("a popup that is not over has its timer", nameOf(attempt));
    if (attempt.isCanceled)
      rules.fail("a tab waits for one popup at a time", `${nameOf(attempt)} is canceled and waits`);
  }

  const requests = {
    began: (sent: Sent): void => {
      if (!sent.path.includes("accounts:signInWithIdp")) return;
      sends(sent);
      happen("sent");
    },
    ended: ({ path, answer, body }: Sent): void => {
      if (path.includes("accounts:createAuthUri")) {
        const session = fieldOf(answer, "sessionId");
        if (session !== undefined) sessions.set(fieldOf(answer, "authUri") ?? "", session);
        hide(session);
      }
      if (!path.includes("accounts:signInWithIdp")) return;
      const attempt = attemptOf(body);
      if (attempt) attempt.idToken = fieldOf(answer, "idToken");
      happen("received");
      for (const name of ["oauthIdToken", "oauthAccessToken", "pendingToken"]) hide(fieldOf(answer, name));
    },
    /** A record is stored, which every page of the site reads. */
    stored: (record: unknown): void => {
      const text = JSON.stringify({ record });
      for (const secret of secrets)
        if (text.includes(secret))
          rules.fail("no secret where it does not belong", "storage holds what a provider has sent");
    },
  };
  profile.setWatching(requests);
  rules.setAsked(asked);

  return {
    attempts: () => attempts,
    atCheck: (when: "sent" | "received", act: () => void): void => void checks[when].push(act),
    /** What a page knows of its session. */
    known: (page: Page): Pick<Attempt, "isKnown" | "generation" | "uid"> => {
      const { state } = own.get(page) ?? {};
      const { generation, user } = state?.session ?? {};
      return { isKnown: !!state && state.status !== "unknown", generation, uid: user?.uid };
    },
    /** Begins to watch a page. */
    opened: ({ page, client }: Tab): void => {
      const { runner } = library.partsOf(client);
      const { watch } = runner;
      const counts: Own = { state: undefined, watchers: 0, listeners: page.listeners() };
      own.set(page, counts);
      watch((state) => {
        counts.state = state;
        if (state) changed(page, state);
      });
      runner.watch = (watcher) => {
        const stop = watch(watcher);
        counts.watchers += 1;
        return () => {
          const isFirst = stop();
          if (isFirst) counts.watchers -= 1;
          return isFirst;
        };
      };
      client.onEvent((event) => {
        if (event.type !== "popup" || event.phase !== "presenting") return;
        const attempt = attempts.findLast(
          (each) => each.page === page && !each.isRedirect && !each.isCanceled && !each.isHeard,
        );
        if (attempt) heard(attempt);
      });
    },
    /** A popup has opened, or a redirect begins. */
    add: (attempt: Attempt): void => {
      for (const each of attempts)
        if (each.page === attempt.page && !attempt.isRedirect && !each.isRedirect) cancel(each);
      attempts = [...attempts.filter(({ openedAt }) => scheduler.now() - openedAt < 7_200_000), attempt];
    },
    /** A window is sent to a provider. */
    left: (attempt: Attempt): void => {
      const address = attempt.visit?.provider ?? "";
      Object.assign(attempt, { idpSession: sessions.get(address), state: stateOf(address) });
      sessions.delete(address);
    },
    /** The callback page has run. */
    returned: ({ address, storage, page }: Visit, outcome: Outcome): void => {
      rules.note(`${page.name} returns: ${outcome}`);
      if (address.includes("?") || address.includes("#"))
        rules.fail("no secret where it does not belong", "the callback page's address holds a code");
      if (outcome === "popup" && windows.attemptOf({ storage }) !== undefined)
        rules.fail("no secret where it does not belong", "a popup that is back keeps its attempt");
    },
    cancel,
    settled,
    hide,
    /** A page says that its redirect came back too late, or not at all. */
    expired: (attempt: Attempt): void => {
      attempt.isSettled = true;
      attempt.takeBack();
      if (scheduler.now() - attempt.openedAt < ATTEMPT_MS)
        rules.fail("a popup's outcome has its reason", `${nameOf(attempt)} brought nobody`);
    },
    /** Checks after a task. */
    check: (): void => {
      const now = scheduler.now();
      if (!profile.isCalm()) troubledAt = now;
      for (const attempt of attempts) checkTime(attempt, now);
      for (const { number, page } of tabs.values())
        if (windows.redirectOf(number)?.includes('"url"'))
          rules.fail("no secret where it does not belong", `${page.name} keeps a provider's response`);
    },
    /** After the faults have stopped, and the time of each popup has passed. */
    agree: (): void => {
      for (const { page } of tabs.values()) {
        const { watchers = 0, listeners = 0 } = own.get(page) ?? {};
        const rule = "a popup that is over has no timer and no listener";
        if (watchers > 0) rules.fail(rule, `${page.name} has ${watchers} watchers`);
        if (page.listeners() > listeners) rules.fail(rule, `${page.name} listens to its events`);
        if (windows.hears(page)) rules.fail(rule, `${page.name} listens to callback pages`);
      }
    },
  };
}
