/**
 * @typedef {import("./script.mjs").PageName} PageName
 * @typedef {import("./script.mjs").Scenario} Scenario
 *
 * @typedef {object} Part a page that runs the script
 * @property {(name: string, step: number) => unknown} start
 * @property {(name: string) => readonly string[] | Promise<readonly string[]>} said
 * @property {() => unknown} close
 *
 * @typedef {object} Browser
 * @property {(page: PageName) => Part | Promise<Part>} open
 * @property {(said: () => Promise<string[]>, step: number) => unknown} settle waits until the pages have said all that a
 *   step makes them say
 */

const PAGES = /** @type {const} */ (["A", "B"]);

/** What the script expects, each line with the number of its step. @param {Scenario} scenario */
export const expectedOf = ({ steps }) =>
  steps.flatMap(({ says }, index) => says.map((line) => `${index + 1} ${line}`));

/** Plays a scenario, and returns what the pages have said. @param {Scenario} scenario @param {Browser} browser */
export async function play({ name, steps }, { open, settle }) {
  /** @type {Map<PageName, { part: Part, heard: number }>} */
  const pages = new Map();
  const opened = async (/** @type {PageName} */ page) => {
    const own = pages.get(page) ?? { part: await open(page), heard: 0 };
    pages.set(page, own);
    return own.part;
  };
  for (const page of PAGES) await opened(page);
  /** @type {string[]} */
  const said = [];
  for (const [index, { page, run }] of steps.entries()) {
    const part = await opened(page);
    if (!run) pages.delete(page);
    await (run ? part.start(name, index) : part.close());
    const listen = async (isLast = false) => {
      const lines = [...said];
      for (const each of PAGES) {
        const own = pages.get(each);
        const all = (await own?.part.said(name)) ?? [];
        lines.push(...all.slice(own?.heard).map((line) => `${index + 1} ${each}: ${line}`));
        if (own && isLast) own.heard = all.length;
      }
      return lines;
    };
    await settle(() => listen(), index + 1);
    said.splice(0, said.length, ...(await listen(true)));
  }
  return said;
}
