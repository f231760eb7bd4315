import type { Page } from "./browser/page.ts";
import type { Tab } from "./browser/tab.ts";
import type { ExchangeRules } from "./exchange-rules.ts";
import type { Library } from "./library.ts";
import { NOTHING, type OpenPages } from "./open-pages.ts";
import type { RecordRules } from "./record-rules.ts";
import type { Site } from "./site/site.ts";

const SOON_MS = 15_000;
const MINUTE_MS = 60_000;
/** The client's, and the one of a page that watches the stored session until it has its client. */
const MOST_CONNECTIONS = 2;
const MOST_TIMERS = 3;

type Parts = {
  now: () => number;
  library: Library;
  tabs: ReadonlyMap<number, Tab>;
  /** The site's server, if it keeps sessions. */
  site: Site | undefined;
  pages: OpenPages;
  records: RecordRules;
  exchanges: Pick<ExchangeRules, "running" | "otherModeAt">;
  /** Whether a call of a person has no outcome yet. */
  isCalling: () => boolean;
  /** Whether no fault of the browser is active, and no page is frozen. */
  isCalm: () => boolean;
  /** When a fault was last active. */
  lastTrouble: () => number;
  /** How many connections to storage a page holds open. */
  connectionsOf: (page: Page) => number;
  fail: (rule: string, text: string) => void;
};

/** Compares the pages of one browser with each other and with storage, once no fault keeps them apart. */
export function createAgreementRules({ now, tabs, site, pages, records, fail, ...parts }: Parts) {
  const { library, exchanges } = parts;
  const rule = "without faults, all tabs agree";
  let restlessAt = 0;

  const sessionOf = ({ client }: Tab) => library.partsOf(client).runner.getSession();
  /** Whether the server knows a key that the browser lacks. It takes no tokens then, and ends the session later. */
  const lacksKey = (tab: Tab): boolean => site?.lacksKey(sessionOf(tab)?.handle ?? "") === true;

  function checkResources(page: Page): void {
    const connections = parts.connectionsOf(page);
    if (connections > MOST_CONNECTIONS)
      fail("no memory grows", `${page.name} has ${connections} connections`);
    if (page.timers() > MOST_TIMERS) fail("no memory grows", `${page.name} has ${page.timers()} timers`);
  }

  function checkTab(tab: Tab): void {
    const { page, client } = tab;
    const state = client.getState();
    const session = sessionOf(tab);
    const stored = records.generation();
    if (state.status === "unknown") fail(rule, `${page.name} knows nothing`);
    if (!records.isForeign() && (session?.generation ?? "") !== stored)
      fail(rule, `${page.name} shows ${state.status}, storage holds ${stored ? "a session" : "none"}`);
    const isMoving = now() - exchanges.otherModeAt() < MINUTE_MS;
    if (state.status === "signed-in" && state.connection !== "online" && !lacksKey(tab) && !isMoving)
      fail(rule, `${page.name} is still reconnecting`);
    if (state.status === "signed-out" && page.timers() > 0)
      fail("rule 5: signed out means no timer", `${page.name} has ${page.timers()}`);
    checkResources(page);
  }

  return {
    /** Checked after each task. */
    check: (): void => {
      if (!parts.isCalm()) restlessAt = now();
    },
    /** Checked when no fault is active and no person acts: every page shows the stored session. */
    agreeSoon: (): void => {
      for (const [{ page }, { generation }] of exchanges.running()) {
        const open = pages.get(page);
        if (open && !page.isFrozen && open.shown.generation !== generation)
          fail("an exchange ends with its session", page.name);
      }
      const lastTroubles = [restlessAt, records.troubledAt(), records.clearedAt(), pages.leftAt()];
      const troubledAt = Math.max(...lastTroubles, parts.lastTrouble());
      const storedAt = records.storedAt();
      // What was stored last was stored, and told, without a fault.
      const isTold = storedAt - troubledAt > SOON_MS && now() - storedAt > SOON_MS;
      if (!isTold || parts.isCalling()) return;
      if (!records.canStore() || records.isForeign()) return;
      for (const tab of tabs.values()) {
        const { generation = "" } = sessionOf(tab) ?? {};
        const { hasRead = false, shown = NOTHING } = pages.get(tab.page) ?? {};
        // A page that has just ended its session has yet to remove it.
        if (hasRead && now() - shown.at > SOON_MS && generation !== records.generation())
          fail("without faults, all tabs agree at once", `${tab.page.name} has not heard what is stored`);
      }
    },
    /** After the faults have stopped and enough time has passed, every page agrees with storage. */
    agree: (): void => {
      if (tabs.size === 0) return;
      for (const tab of tabs.values()) checkTab(tab);
      const isServer =
        site?.target() === "server" && [...pages.all()].every(({ sessions }) => sessions === "server");
      const isTaken = isServer && ![...tabs.values()].some(lacksKey);
      if (isTaken && !records.isForeign() && records.holdsRefreshToken())
        fail("no secret where it does not belong", "the browser's storage holds a refresh token");
      if ([...exchanges.running()].some(([, { at }]) => now() - at > MINUTE_MS))
        fail("no request without end", "an exchange is still running");
    },
  };
}
