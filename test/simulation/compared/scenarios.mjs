import { readFileSync } from "node:fs";

/**
 * @typedef {"A" | "B"} PageName
 * @typedef {object} Step
 * @property {PageName} page
 * @property {string} code a function of the words that `part.mjs` has; empty if the page closes
 *
 * @typedef {object} Scenario
 * @property {string} name
 * @property {Step[]} steps
 * @property {string[][]} outcomes what the pages note, each line with the number of its step: as expected, and the other
 *   right ones
 * @property {{ engines: string[], lines: string[] }[]} others the outcomes that are right in some engines
 */

/** By API. @type {Map<string, Scenario[]>} */
export const SCENARIOS = new Map();

/** @type {Scenario[]} */
let api = [];
/** @type {Omit<Scenario, "outcomes"> & { outcomes: [string[]] } | undefined} */
let last;
for (const line of readFileSync(new URL("scenarios.txt", import.meta.url), "utf8").split("\n")) {
  const [, page, code = "", says = ""] = /^([AB]):(?: (?!→)(.*?))?(?: → (.*))?$/.exec(line) ?? [];
  const [, engines = "", lines = ""] = /^or ([^:]*): (.*) \(.*\)$/.exec(line) ?? [];
  if (line.startsWith("# ")) {
    api = [];
    SCENARIOS.set(line.slice(2), api);
  } else if (line.startsWith("## ")) {
    last = { name: line.slice(3), steps: [], outcomes: [[]], others: [] };
    api.push(last);
  } else if (last && page) {
    last.steps.push({
      page: /** @type {PageName} */ (page),
      code: code && `async (words) => { with (words) { ${code} } }`,
    });
    const number = last.steps.length;
    last.outcomes[0].push(
      ...says
        .split(" / ")
        .filter(Boolean)
        .map((each) => `${number} ${each}`),
    );
  } else if (last && engines) last.others.push({ engines: engines.split(", "), lines: lines.split(" / ") });
  else if (last && line) throw new Error(`scenarios.txt: ${line}`);
}

/** The right outcomes in an engine. @param {Scenario} scenario @param {string} engine */
export const outcomesOf = ({ outcomes, others }, engine) => [
  ...outcomes,
  ...others.filter(({ engines }) => engines.includes(engine)).map(({ lines }) => lines),
];
