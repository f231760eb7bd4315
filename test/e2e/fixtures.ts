import { type BrowserContext, expect, type Page } from "@playwright/test";
import { START_MS } from "../support/local-site.mjs";
import { test as base, type OwnSite } from "./worker.ts";

export { expect };

/** The browser's own errors. A refused request is an expected response, not noise. */
const isNoise = (text: string) => !text.startsWith("Failed to load resource");

/** Watches every page of the context. A text that is expected is a report; every other one is noise. */
const watchConsole = (context: BrowserContext, expected: RegExp | undefined) => {
  const reports: string[] = [];
  const noise: string[] = [];
  const add = (text: string) => (expected?.test(text) ? reports : noise).push(text);
  const watch = (page: Page) => {
    page.on("pageerror", (error) => add(`uncaught: ${error.message}`));
    page.on("console", (message) => {
      const isLoud = message.type() === "error" || message.type() === "warning";
      if ((isLoud && isNoise(message.text())) || message.type() === "debug")
        add(`${message.type()}: ${message.text()}`);
    });
  };
  context.pages().forEach(watch);
  context.on("page", watch);
  return { reports, noise };
};

let people = 0;

/** All tests share one world, so each makes its own users instead of resetting it. */
export const newPerson = (name = "ada") => ({
  email: `${name}.${Date.now().toString(36)}.${process.pid}.${people++}@example.com`,
  password: "example-correct-horse",
});

/** A person who opens every row of the settings as soon as it is there. */
export const openRows = () => {
  const open = () => {
    for (const row of document.querySelectorAll<HTMLElement>("main section [aria-expanded=false]"))
      row.click();
  };
  new MutationObserver(open).observe(document, { childList: true, subtree: true });
};

type Fixtures = {
  /** Whether all rows of the settings are open. */
  rowsOpen: boolean;
  /** Opens them. */
  openingRows: undefined;
  /** What a test makes the browser report in its console, at any time. Anything else there fails the test. */
  expectedReports: RegExp | undefined;
  /** The expected reports so far. */
  reports: string[];
  site: OwnSite;
};

export const test = base.extend<Fixtures>({
  expectedReports: [undefined, { option: true }],
  rowsOpen: [true, { option: true }],
  openingRows: [
    async ({ context, rowsOpen }, use) => {
      if (rowsOpen) await context.addInitScript(openRows);
      await use(undefined);
    },
    { auto: true },
  ],
  reports: [
    async ({ context, expectedReports }, use) => {
      const { reports, noise } = watchConsole(context, expectedReports);
      await use(reports);
      // A route may still be handling a request, and its context closes next.
      for (const page of context.pages()) await page.unrouteAll({ behavior: "ignoreErrors" });
      await context.unrouteAll({ behavior: "ignoreErrors" });
      expect(noise, "the browser's console is empty").toEqual([]);
    },
    { auto: true },
  ],
  site: async ({ ownSite: site, request }, use, testInfo) => {
    testInfo.setTimeout(testInfo.timeout + START_MS);
    await site.start();
    await request.post(`${site.origin}/__local/reset`);
    await use(site);
  },
});
