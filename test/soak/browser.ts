import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type BrowserContext, chromium, type Page } from "playwright";
import { ensureBrowser, ensureHeadlessShell, launchOptions } from "../support/browser.mjs";

const LOAD_MS = 20_000;

/** One profile of a real browser, with a tab for each of the simulation's. */
export async function openBrowser(origin: string) {
  const executable = launchOptions(ensureHeadlessShell(ensureBrowser()));
  const profile = mkdtempSync(join(tmpdir(), "tallybin-soak-"));
  const tabs = new Map<number, Page>();
  const frozen = new Map<number, () => Promise<void>>();
  const launch = async (): Promise<BrowserContext> => {
    const context = await chromium.launchPersistentContext(profile, {
      ...executable,
      reducedMotion: "reduce",
    });
    context.setDefaultTimeout(LOAD_MS);
    return context;
  };
  let context = await launch();
  const processes = async (): Promise<{ type: string; id: number }[]> => {
    const session = await context.browser()?.newBrowserCDPSession();
    const { processInfo } = (await session?.send("SystemInfo.getProcessInfo")) ?? { processInfo: [] };
    await session?.detach();
    return processInfo;
  };

  const tabAt = async (tab: number, path = "/dashboard"): Promise<Page> => {
    const known = tabs.get(tab);
    if (known) return known;
    const page = await context.newPage();
    tabs.set(tab, page);
    // A page may not load during a fault.
    await page.goto(origin + path).catch(() => undefined);
    return page;
  };
  return {
    tabAt,
    tabs,
    isFrozen: (tab: number): boolean => frozen.has(tab),
    setOffline: (isOffline: boolean) => context.setOffline(isOffline),
    // Chromium freezes no visible page, and every page of a headless browser is visible. The debugger stops the page's
    // scripts and timers instead; the page keeps its locks and open requests, and loses messages of other tabs.
    freeze: async (tab: number): Promise<void> => {
      const page = tabs.get(tab);
      if (!page || frozen.has(tab)) return;
      const devtools = await context.newCDPSession(page);
      await devtools.send("Debugger.enable");
      await devtools.send("Debugger.pause");
      frozen.set(tab, async () => {
        await devtools.send("Debugger.disable");
        // A frozen tab was hidden. It wakes up because the user looks at it.
        const expression = 'document.dispatchEvent(new Event("visibilitychange", { bubbles: true }))';
        await devtools.send("Runtime.evaluate", { expression });
      });
    },
    thaw: async (tab: number): Promise<void> => {
      const wake = frozen.get(tab);
      frozen.delete(tab);
      await wake?.();
    },
    close: async (tab: number): Promise<void> => {
      const page = tabs.get(tab);
      tabs.delete(tab);
      frozen.delete(tab);
      await page?.close();
    },
    crash: async (tab: number): Promise<void> => {
      const page = tabs.get(tab);
      if (!page) return;
      tabs.delete(tab);
      frozen.delete(tab);
      const devtools = await context.newCDPSession(page);
      const crashed = new Promise((resolve) => page.once("crash", resolve));
      devtools.send("Page.crash").catch(() => undefined); // the page ends before it answers
      await crashed;
      await page.close();
    },
    /** The whole browser ends without a chance to store anything, and starts again. */
    kill: async (): Promise<void> => {
      const closed = new Promise((resolve) => context.once("close", resolve));
      const main = (await processes()).find(({ type }) => type === "browser");
      if (!main) return;
      process.kill(main.id, "SIGKILL");
      await closed;
      tabs.clear();
      frozen.clear();
      context = await launch();
    },
    sleep: async (ms: number): Promise<void> => {
      const all = await processes();
      const signal = (name: "SIGSTOP" | "SIGCONT") => {
        for (const { id } of all)
          try {
            process.kill(id, name);
          } catch {
            // The process has ended meanwhile.
          }
      };
      signal("SIGSTOP");
      await pause(ms);
      signal("SIGCONT");
    },
    clear: async (): Promise<void> => {
      const page = await tabAt(0);
      const devtools = await context.newCDPSession(page);
      await devtools.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
      await devtools.detach();
    },
    /** The bytes of a tab's heap without garbage. */
    heapOf: async (page: Page): Promise<number> => {
      const devtools = await context.newCDPSession(page);
      await devtools.send("HeapProfiler.collectGarbage");
      const { usedSize } = await devtools.send("Runtime.getHeapUsage");
      await devtools.detach();
      return usedSize;
    },
    dispose: async (): Promise<void> => {
      await context.close().catch(() => undefined);
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
export type Browser = Awaited<ReturnType<typeof openBrowser>>;
