import type { Page } from "./browser/page.ts";
import type { Tab } from "./browser/tab.ts";
import type { Library } from "./library.ts";
import { bringsToken, isTokenRequest, OTHER_MODE, type Sent } from "./network.ts";
import type { OpenPages } from "./open-pages.ts";
import { LOST_LOCK, LOST_LOCK_MS, lifeIn, pace } from "./pace.ts";
import type { RecordRules } from "./record-rules.ts";
import type { Scheduler } from "./scheduler.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** How long tabs may hold different tokens after storage has failed. */
export const APART_MS = 2 * HOUR_MS;
/**
 * Four tabs that cannot share what they store, each with tokens of one minute, make 480 exchanges. The rest is for
 * users and faults.
 */
const MOST_REQUESTS_PER_HOUR = 600;

type Parts = {
  scheduler: Scheduler;
  library: Library;
  tabs: ReadonlyMap<number, Tab>;
  pages: OpenPages;
  records: Pick<RecordRules, "canStore" | "isForeign" | "troubledAt" | "troubles">;
  /** Whether storage refuses every write. */
  isStorageRefusing: () => boolean;
  /** When a page last took the lock from another. */
  stolenAt: () => number;
  fail: (rule: string, text: string) => void;
};

/** An exchange that runs: when it began, and of which session. */
type Running = { at: number; generation: string };

/** Watches what the pages of one browser send: how much, and that each exchange is alone and has a reason. */
export function createExchangeRules({ scheduler, library, tabs, pages, records, fail, ...parts }: Parts) {
  const { now } = scheduler;
  const paces = pace(now, (text) => fail("rule 2: each exchange has a reason", text));
  const running = new Map<Sent, Running>();
  const requests: number[] = [];
  /** The ID tokens that exchanges have brought. */
  const exchanged = new Set<string>();
  /** The pages that gave their last exchange up as their tab left them. */
  const givenUp = new Set<Page>();
  /** By page, when it asked the server for the session's refresh token. */
  const releasing = new Map<Page, number>();
  /** When a page last met a server that keeps sessions in another mode. It tries again after 30 s. */
  let otherModeAt = 0;

  const runnerOf = ({ client }: Tab) => library.partsOf(client).runner;
  const sessionOf = (tab: Tab) => runnerOf(tab).getSession();

  function countRequest(): void {
    requests.push(now());
    if (requests.length <= MOST_REQUESTS_PER_HOUR) return;
    const first = requests.shift() ?? 0;
    if (now() - first < HOUR_MS)
      fail("requests are bounded", `${MOST_REQUESTS_PER_HOUR} requests in an hour`);
  }

  /**
   * A page that was frozen while it held the lock may send a request before it learns that it has lost the lock. A
   * machine that slept meanwhile wakes the tab that waits for the lock with its time over. Two tabs that wait for a
   * frozen one may take the lock one right after the other.
   */
  function checkOverlap(): void {
    if (running.size < 2 || now() - scheduler.sleptAt() < MINUTE_MS) return;
    if (now() - parts.stolenAt() < LOST_LOCK_MS) return;
    const awake = [...running.keys()].filter(
      ({ page }) => !page.isFrozen && pages.has(page) && now() - page.wokeAt > LOST_LOCK_MS,
    );
    const [one, other] = awake;
    if (one && other)
      fail("rule 2: one exchange at a time in a browser", `${one.page.name} beside ${other.page.name}`);
  }

  function exchanges(sent: Sent): void {
    // The lifetime counts from the first of the exchange's requests.
    sent.at = releasing.get(sent.page) ?? sent.at;
    releasing.delete(sent.page);
    const tab = tabs.get(sent.page.tab);
    const { generation = "" } = (tab && sessionOf(tab)) ?? {};
    running.set(sent, { at: now(), generation });
    checkOverlap();
    // Without storage, or with a record that it does not know, each tab refreshes its own copy of the session.
    if (!records.canStore() || records.isForeign()) records.troubles();
    if (now() - records.troubledAt() < APART_MS) paces.excuse("storage failed");
    if (now() - parts.stolenAt() < LOST_LOCK_MS) paces.excuse(LOST_LOCK);
    paces.began(sent, generation);
  }

  /** A page that believes its session refused by storage stores it again with all that it knows. */
  function givesUp(page: Page): void {
    const tab = tabs.get(page.tab);
    if (tab?.page !== page || runnerOf(tab).isDurable()) givenUp.add(page);
  }

  /** A change of the account has brought new tokens. */
  function renewed(sent: Sent): void {
    const tab = tabs.get(sent.page.tab);
    const session = tab?.page === sent.page && sessionOf(tab);
    if (session) paces.renewed(sent, session.generation, lifeIn(sent.answer));
  }

  return {
    /** An event after which one exchange more is right. */
    excuse: paces.excuse,
    storageChanges: paces.storageChanges,
    checkOverlap,
    running: (): Iterable<[Sent, Running]> => running,
    otherModeAt: (): number => otherModeAt,
    /** Whether a page gave its last exchange up as its tab left it. */
    hasGivenUp: (page: Page): boolean => givenUp.has(page),
    /** A page begins an exchange, which may wait for the lock before it sends anything. */
    starts: (page: Page): void => void givenUp.delete(page),
    hasExchanged: (idToken: string): boolean => exchanged.has(idToken),
    /** A page has stored new tokens that are good: what failed before no longer counts, also since the response. */
    refreshed: (tab: Tab): void => paces.forgiven(sessionOf(tab)?.generation ?? ""),
    /** A page has stored the tokens that a change of the account has brought. */
    replaced: (tab: Tab): void => paces.replaced(sessionOf(tab)?.generation ?? ""),
    /** A caller forces a refresh. */
    forced: (tab: Tab): void => {
      const { generation = "" } = sessionOf(tab) ?? {};
      paces.forced(generation);
    },
    /** A page is gone or freezes. */
    stopped: (page: Page): void => {
      for (const sent of running.keys()) if (sent.page === page) running.delete(sent);
      paces.stopped(page.name, scheduler.sleptAt());
    },
    began: (sent: Sent): void => {
      countRequest();
      // A session moves at once when the site keeps sessions in its other mode.
      const isMove = sent.page.sessions === "server" && sent.path.startsWith("/securetoken");
      const isRelease = sent.path.startsWith("/api/session/release");
      if (isMove || isRelease) paces.excuse("a move");
      if (isRelease) releasing.set(sent.page, sent.at);
      if (isTokenRequest(sent)) exchanges(sent);
    },
    ended: (sent: Sent): void => {
      const { page, path, body, answer, outcome } = sent;
      running.delete(sent);
      const token = /"id_token":\s*"([^"]+)"/.exec(answer)?.[1];
      if (isTokenRequest(sent) && token) exchanged.add(token);
      if (isTokenRequest(sent) && outcome === "canceled" && page.leftAt === now()) givesUp(page);
      if (isTokenRequest(sent)) paces.ended(sent, lifeIn(answer), parts.isStorageRefusing());
      if (bringsToken(sent) && path.includes("accounts:update")) renewed(sent);
      if (path.startsWith("/api/session/release") && outcome !== "granted") releasing.delete(page);
      // A tab leaves the exchange to those that know the server's mode.
      const isHandOver = path.startsWith("/api/session") && body.includes('"refreshToken"');
      if (isHandOver && outcome !== "granted") paces.excuse("a hand-over failed");
      if (sent.code === OTHER_MODE) {
        otherModeAt = now();
        paces.excuse("the server's mode is another");
      }
      const held = /^\{"held":"([^"]+)"\}$/.exec(body)?.[1];
      if (held && answer.includes(`${held}"`))
        fail("an exchange brings another token", `${page.name} gets the one that it holds`);
    },
  };
}
export type ExchangeRules = ReturnType<typeof createExchangeRules>;
