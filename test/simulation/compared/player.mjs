/**
 * @typedef {import("./scenarios.mjs").PageName} PageName
 * @typedef {import("./scenarios.mjs").Scenario} Scenario
 *
 * @typedef {object} Part a page that runs a scenario
 * @property {(code: string) => unknown} start
 * @property {() => readonly string[] | Promise<readonly string[]>} lines
 * @property {() => unknown} close
 *
 * @typedef {object} Browser
 * @property {(page: PageName, scenario: string) => Part | Promise<Part>} open
 * @property {(said: () => Promise<string[]>, step: number) => unknown} settle waits until the pages have said all that a
 *   step makes them say
 */

const PAGES = /** @type {const} */ (["A", "B"]);

/** Plays a scenario, and returns what the pages have said. @param {Scenario} scenario @param {Browser} browser */
export async function play({ name, steps }, { open, settle }) {
  /** @type {Map<PageName, { part: Part, heard: number }>} */
  const pages = new Map();
  const opened = async (/** @type {PageName} */ page) => {
    const own = pages.get(page) ?? { part: await open(page, name), heard: 0 };
    pages.set(page, own);
    return own.part;
  };
  for (const page of PAGES) await opened(page);
  /** @type {string[]} */
  const said = [];
  for (const [index, { page, code }] of steps.entries()) {
    const part = await opened(page);
    if (!code) pages.delete(page);
    await (code ? part.start(code) : part.close());
    const listen = async (isLast = false) => {
      const lines = [...said];
      for (const each of PAGES) {
        const own = pages.get(each);
        const all = (await own?.part.lines()) ?? [];
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
