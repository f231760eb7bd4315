import { createPart } from "./part.mjs";
import { play } from "./player.mjs";
import { outcomesOf } from "./scenarios.mjs";

/**
 * @typedef {import("./scenarios.mjs").PageName} PageName
 * @typedef {{ run: (source: string) => Promise<unknown>, close: () => Promise<unknown> }} Tab
 */

const LONGEST_MS = 3000;
const POLL_MS = 10;
const pause = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

const APIS = `{ indexedDB, locks: navigator.locks, storage: localStorage, channel: (name) => new BroadcastChannel(name) }`;

/**
 * The scenarios in the tabs of a real browser.
 * @param {{ engine: string, openTab: () => Promise<Tab>, graceMs: number }} options how long to wait for lines that the script does not expect
 */
export function createRealBrowser({ engine, openTab, graceMs }) {
  /** @type {Map<PageName, Tab>} */
  const tabs = new Map();
  const open = async (/** @type {PageName} */ page, /** @type {string} */ name) => {
    const tab = tabs.get(page) ?? (await openTab());
    tabs.set(page, tab);
    await tab.run(`void (globalThis.part = (${createPart})(${APIS}, ${JSON.stringify(name)}))`);
    return {
      start: (/** @type {string} */ code) => tab.run(`void part.start(${code})`),
      lines: async () => /** @type {string[]} */ (await tab.run("part.lines")),
      close: () => {
        tabs.delete(page);
        return tab.close();
      },
    };
  };
  return {
    /**
     * Plays a scenario. Returns what the pages have said if that is no right outcome.
     * @param {import("./scenarios.mjs").Scenario} scenario
     */
    async play(scenario) {
      const outcomes = outcomesOf(scenario, engine);
      const isRight = (/** @type {readonly string[]} */ lines, /** @type {number} */ step) =>
        outcomes.some((outcome) => {
          const wanted = outcome.filter((line) => Number.parseInt(line, 10) <= step);
          return wanted.join("\n") === lines.join("\n");
        });
      const settle = async (/** @type {() => Promise<string[]>} */ said, /** @type {number} */ step) => {
        const until = Date.now() + LONGEST_MS;
        while (!isRight(await said(), step) && Date.now() < until) await pause(POLL_MS);
        // An unexpected line is also found in a later step.
        const isSilent = !outcomes[0]?.some((line) => line.startsWith(`${step} `));
        if (isSilent || step === scenario.steps.length) await pause(graceMs);
      };
      const said = await play(scenario, { open, settle });
      return isRight(said, scenario.steps.length) ? undefined : said;
    },
  };
}
