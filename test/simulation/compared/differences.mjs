import { expectedOf } from "./player.mjs";

/**
 * Outcomes beside the one that the script expects: the engines that may have them, the simulation among these, and the
 * reason.
 * @type {readonly { scenario: string, engines: readonly string[], lines: readonly string[], why: string }[]}
 */
export const DIFFERENCES = [
  {
    scenario: "a page that hears of a note reads it",
    engines: ["webkit", "simulation"],
    lines: ["3 B: hears noted", "3 B: null"],
    why: "WebKit has a copy of localStorage in each process, which may learn of a note after a message.",
  },
  {
    scenario: "a request whose signal has aborted is refused",
    engines: ["webkit"],
    lines: ["1 A: it fails: AbortError"],
    why: "WebKit ignores the signal's reason. The client aborts without one, which is an AbortError too.",
  },
];

/** The outcomes that are right in an engine. @param {import("./script.mjs").Scenario} scenario @param {string} engine */
export const outcomesOf = (scenario, engine) => [
  expectedOf(scenario),
  ...DIFFERENCES.filter((each) => each.scenario === scenario.name && each.engines.includes(engine)).map(
    ({ lines }) => lines,
  ),
];
