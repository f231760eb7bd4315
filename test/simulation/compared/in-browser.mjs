import { fileURLToPath } from "node:url";
import { build } from "vite";
import { outcomesOf } from "./differences.mjs";
import { play } from "./player.mjs";

/**
 * @typedef {import("./player.mjs").PageName} PageName
 * @typedef {{ run: (source: string) => Promise<unknown>, close: () => Promise<unknown> }} Tab
 */

const LONGEST_MS = 3000;
const POLL_MS = 10;
const pause = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The text of the script, for each page to load before its own scripts. */
export async function scriptOfPages() {
  const built = await build({
    configFile: false,
    logLevel: "silent",
    build: {
      write: false,
      minify: false,
      lib: {
        entry: fileURLToPath(new URL("page.mjs", import.meta.url)),
        formats: ["iife"],
        name: "comparedScriptModule",
      },
    },
  });
  const [output] = Array.isArray(built) ? built : [built];
  const [chunk] = output && "output" in output ? output.output : [];
  if (!chunk) throw new Error("The script was not built.");
  return chunk.code;
}

/**
 * The script in the tabs of a real browser.
 * @param {{ engine: string, openTab: () => Promise<Tab>, graceMs: number }} options how long to wait for lines that the script does not expect
 */
export function createRealBrowser({ engine, openTab, graceMs }) {
  /** @type {Map<PageName, Tab>} */
  const tabs = new Map();
  const open = async (/** @type {PageName} */ page) => {
    const tab = tabs.get(page) ?? (await openTab());
    tabs.set(page, tab);
    return {
      start: (/** @type {string} */ name, /** @type {number} */ step) =>
        tab.run(`comparedScript.start(${JSON.stringify(name)}, ${step})`),
      said: async (/** @type {string} */ name) =>
        /** @type {string[]} */ (await tab.run(`comparedScript.said(${JSON.stringify(name)})`)),
      close: () => {
        tabs.delete(page);
        return tab.close();
      },
    };
  };
  return {
    /**
     * Plays a scenario. Returns what the pages have said if that is no right outcome.
     * @param {import("./script.mjs").Scenario} scenario
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
        const isSilent = scenario.steps[step - 1]?.says.length === 0;
        if (isSilent || step === scenario.steps.length) await pause(graceMs);
      };
      const said = await play(scenario, { open, settle });
      return isRight(said, scenario.steps.length) ? undefined : said;
    },
  };
}
