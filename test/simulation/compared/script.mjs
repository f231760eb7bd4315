/**
 * One script for the simulated browser and for real ones: what two pages of one profile see of IndexedDB, Web Locks,
 * BroadcastChannel and localStorage. It runs in pages, so it imports nothing of Node.
 */

/**
 * What a step may use: the page's APIs, and what an earlier step of the same page has kept.
 * @typedef {object} Apis
 * @property {Pick<IDBFactory, "open">} indexedDB
 * @property {Pick<LockManager, "request" | "query">} locks
 * @property {(name: string) => import("../../../packages/identity/src/platform.ts").Channel} channel
 * @property {Pick<Storage, "getItem" | "setItem">} storage
 *
 * @typedef {object} Kept
 * @property {IDBDatabase} connection
 * @property {IDBDatabase} other another connection of the page
 * @property {IDBObjectStore} store
 * @property {() => void} end ends what a step holds
 * @property {AbortController} controller
 * @property {ReturnType<Apis["channel"]>} channel
 *
 * @typedef {Apis & { name: string, note: (text: string) => void, kept: Kept }} Tools
 *
 * @typedef {"A" | "B"} PageName
 * @typedef {object} Step
 * @property {PageName} page
 * @property {((tools: Tools) => unknown) | undefined} run absent if the page closes
 * @property {string[]} says what the pages note, A's lines first
 *
 * @typedef {{ name: string, steps: Step[] }} Scenario
 */

/** @param {PageName} page */
const stepOf =
  (page) =>
  /** @param {(tools: Tools) => unknown} run @param {string[]} says @returns {Step} */
  (run, ...says) => ({ page, run, says });

export const inA = stepOf("A");
export const inB = stepOf("B");
/** @param {PageName} page @param {string[]} says @returns {Step} */
export const closing = (page, ...says) => ({ page, run: undefined, says });

/** @param {string} name @param {Step[]} steps @returns {Scenario} */
export const scenario = (name, ...steps) => ({ name, steps });

/** @param {unknown} error */
export const nameOf = (error) =>
  error instanceof DOMException ? error.name : error instanceof Error ? error.message : String(error);

/** One page's part of the script. A page begins anew with each scenario. @param {Apis} apis @param {readonly Scenario[]} scenarios */
export function createPart(apis, scenarios) {
  /** @type {string[]} */
  let lines = [];
  /** @type {Tools | undefined} */
  let tools;
  return {
    /** @param {string} name @param {number} index */
    start(name, index) {
      if (tools?.name !== name) {
        /** @type {string[]} */
        const own = [];
        lines = own;
        tools = { ...apis, name, note: (text) => void own.push(text), kept: /** @type {Kept} */ ({}) };
      }
      const { note } = tools;
      const run = scenarios.find((each) => each.name === name)?.steps[index]?.run;
      new Promise((resolve) => resolve(run?.(/** @type {Tools} */ (tools)))).catch((error) =>
        note(`fails: ${nameOf(error)}`),
      );
    },
    /** What the page has noted in a scenario. @param {string} name */
    said: (name) => (tools?.name === name ? lines : []),
  };
}
