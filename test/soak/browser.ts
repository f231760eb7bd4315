import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, type CDPSession, chromium, type Page } from "playwright";
import { ensureBrowser, ensureHeadlessShell, launchOptions } from "../support/browser.mjs";
import { TAB_HEADER } from "./endpoints.ts";
import type { Observation, Shown } from "./history.ts";
import { type ObserverOptions, observePage, REPORT } from "./observer.ts";
import { isPerson, PEOPLE } from "./people.ts";
import { TABS } from "./steps.ts";
import { within } from "./within.ts";

const LOAD_MS = 30_000;
const MEASURE_MS = 10_000;

const isShown = (what: string): what is Shown =>
  isPerson(what) || what === "signed out" || what === "nothing" || what.startsWith("mixed: ");

export type Tab = { page: Page; devtools: CDPSession; isImpaired: boolean };

export type Browser = {
  tabs: readonly Tab[];
  /** Opens a path in a tab. Resolves to false if the page did not load. */
  load(tab: number, path: string | "reload"): Promise<boolean>;
  freeze(tab: number): Promise<void>;
  thaw(tab: number): Promise<void>;
  crash(tab: number): Promise<void>;
  sleep(ms: number): Promise<void>;
  restart(isKilled: boolean): Promise<void>;
  setOffline(isOffline: boolean): Promise<void>;
  measureHeap(): Promise<void>;
  isFrozen(tab: number): boolean;
  close(): Promise<void>;
};

type Options = {
  origin: string;
  /** The port of the proxy, to which the browser connects instead of the origin's. */
  proxyPort: number;
  paths: readonly string[];
  record: (observation: Observation) => void;
  isFaulty: () => boolean;
};

/** One browser profile with ten tabs of one origin. */
export async function openBrowser({ origin, proxyPort, paths, record, isFaulty }: Options): Promise<Browser> {
  const executable = launchOptions(ensureHeadlessShell(ensureBrowser()));
  const profile = mkdtempSync(join(tmpdir(), "tallybin-soak-profile-"));
  const rule = `MAP ${new URL(origin).host} 127.0.0.1:${proxyPort}`;
  const frozen = new Set<number>();
  const places = Array.from({ length: TABS }, (_, tab) => paths[tab] ?? "/dashboard");
  let tabs: Tab[] = [];
  let context: BrowserContext;
  let wasOffline = false;

  const tabAt = (tab: number): Tab => {
    const found = tabs[tab];
    if (!found) throw new Error(`There is no tab ${tab + 1}.`);
    return found;
  };
  const launch = async (): Promise<void> => {
    context = await chromium.launchPersistentContext(profile, {
      ...executable,
      args: [...executable.args, `--host-resolver-rules=${rule}`],
      reducedMotion: "reduce",
      viewport: { width: 1000, height: 700 },
      // An interrupted run prints its table before it closes the browser.
      handleSIGINT: false,
      handleSIGTERM: false,
    });
    context.setDefaultTimeout(LOAD_MS);
    await context.exposeBinding(REPORT, ({ page }, { at, what }: { at: number; what: string }) => {
      const tab = tabs.findIndex((each) => each.page === page);
      if (tab >= 0 && isShown(what)) record({ at, kind: "shown", tab, what });
    });
    await context.addInitScript<ObserverOptions>(observePage, { report: REPORT, people: PEOPLE });
  };
  const processes = async (): Promise<{ type: string; id: number }[]> => {
    const session = await context.browser()?.newBrowserCDPSession();
    const { processInfo } = (await session?.send("SystemInfo.getProcessInfo")) ?? { processInfo: [] };
    await session?.detach();
    return processInfo;
  };
  const stops = (tab: number, why: "frozen" | "gone") =>
    record({ at: Date.now(), kind: "tab-stops", tab, why });
  const runs = (tab: number) =>
    record({ at: Date.now(), kind: "tab-runs", tab, isImpaired: tabAt(tab).isImpaired });

  const open = async (tab: number): Promise<void> => {
    const page = await context.newPage();
    await page.setExtraHTTPHeaders({ [TAB_HEADER]: String(tab) });
    const devtools = await context.newCDPSession(page);
    const opened: Tab = { page, devtools, isImpaired: false };
    tabs[tab] = opened;
    // A page that loads by itself during a fault may lack scripts, as one that the user loads.
    page.on("requestfailed", (request) => {
      if (isFaulty() && request.isNavigationRequest()) opened.isImpaired = true;
    });
    page.on("domcontentloaded", () => {
      if (isFaulty()) opened.isImpaired = true;
    });
  };
  const load = async (tab: number, path: string): Promise<boolean> => {
    const one = tabAt(tab);
    stops(tab, "gone");
    if (path !== "reload") places[tab] = path;
    const wasFaulty = isFaulty();
    // A tab whose page did not load has an error page, which a reload would not leave.
    const target = origin + (places[tab] ?? "/");
    const isLoaded = await (path === "reload" && !one.isImpaired
      ? one.page.reload()
      : one.page.goto(target)
    ).then(
      () => true,
      () => false,
    );
    one.isImpaired = wasFaulty || isFaulty() || !isLoaded;
    runs(tab);
    return isLoaded;
  };
  const openAll = async (): Promise<void> => {
    tabs = [];
    const [blank] = context.pages();
    for (let tab = 0; tab < TABS; tab += 1) {
      await open(tab);
      await load(tab, places[tab] ?? "/dashboard");
    }
    await blank?.close();
  };
  await launch();
  await openAll();

  const stopAll = (why: "frozen" | "gone") => {
    for (let tab = 0; tab < TABS; tab += 1) stops(tab, why);
  };

  return {
    get tabs() {
      return tabs;
    },
    load,
    isFrozen: (tab) => frozen.has(tab),
    // Chromium freezes no visible page, and every page of a headless browser is visible. The debugger stops the page's
    // scripts and timers instead; the page keeps its locks and open requests, and loses messages of other tabs.
    freeze: async (tab) => {
      stops(tab, "frozen");
      frozen.add(tab);
      await tabAt(tab).devtools.send("Debugger.enable");
      await tabAt(tab).devtools.send("Debugger.pause");
    },
    thaw: async (tab) => {
      if (!frozen.delete(tab)) return;
      const { devtools } = tabAt(tab);
      await devtools.send("Debugger.disable");
      // A frozen tab was hidden. It wakes up because the user looks at it.
      const expression = 'document.dispatchEvent(new Event("visibilitychange", { bubbles: true }))';
      await devtools.send("Runtime.evaluate", { expression });
      runs(tab);
    },
    crash: async (tab) => {
      const { page, devtools } = tabAt(tab);
      stops(tab, "gone");
      const crashed = new Promise((resolve) => page.once("crash", resolve));
      devtools.send("Page.crash").catch(() => undefined); // the page ends before it answers
      await crashed;
      frozen.delete(tab);
      await page.close();
      await open(tab);
      await load(tab, places[tab] ?? "/dashboard");
    },
    sleep: async (ms) => {
      const all = await processes();
      const signal = (name: "SIGSTOP" | "SIGCONT") => {
        for (const { id } of all)
          try {
            process.kill(id, name);
          } catch {
            // the process has ended meanwhile
          }
      };
      const awake = tabs.map((_, tab) => tab).filter((tab) => !frozen.has(tab));
      for (const tab of awake) stops(tab, "frozen");
      signal("SIGSTOP");
      try {
        await new Promise((resolve) => setTimeout(resolve, ms));
      } finally {
        signal("SIGCONT");
      }
      for (const tab of awake) runs(tab);
    },
    restart: async (isKilled) => {
      stopAll("gone");
      if (isKilled) {
        const closed = new Promise((resolve) => context.once("close", resolve));
        const main = (await processes()).find(({ type }) => type === "browser");
        if (main) process.kill(main.id, "SIGKILL");
        await closed;
      } else await context.close();
      frozen.clear();
      await launch();
      await openAll();
    },
    setOffline: async (isOffline) => {
      if (isOffline === wasOffline) return;
      wasOffline = isOffline;
      await context.setOffline(isOffline);
      if (!isOffline) record({ at: Date.now(), kind: "early-attempt" });
    },
    measureHeap: async () => {
      for (const [tab, { devtools }] of tabs.entries()) {
        if (frozen.has(tab)) continue;
        const measure = async () => {
          await devtools.send("HeapProfiler.collectGarbage");
          const { usedSize } = await devtools.send("Runtime.getHeapUsage");
          record({ at: Date.now(), kind: "heap", tab, bytes: usedSize });
        };
        await within(MEASURE_MS, "The measurement of a heap", measure()).catch(() => undefined);
      }
    },
    close: async () => {
      await context.close().catch(() => undefined);
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
