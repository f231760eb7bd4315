import { readFileSync } from "node:fs";
import { type Action, AFTER_MS, AMOUNTS_MS } from "../actions.ts";
import { MOMENTS } from "../moments.ts";
import { isKind } from "../steps.ts";
import { WORLDS, type World } from "../worlds.ts";

const NUMBERS = ["device", "tab", "who", "amount", "luck", "after"] as const;

const durationOf = (ms: number): string =>
  ms < 1000 ? `${ms}ms` : ms < 120_000 ? `${ms / 1000}s` : `${ms / 60_000}min`;
/** The words for the values that are no plain numbers: how long a fault lasts, and the time after the step. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  amount: AMOUNTS_MS.map(durationOf),
  after: AFTER_MS.map(durationOf),
  when: MOMENTS,
};

/** A step in words: its kind, its numbers by their names, and `when` with the moment that it waits for. */
function parseStep(text: string): Action {
  const [kind = "", ...words] = text.split(" ");
  if (!isKind(kind)) throw new Error(`There is no step ${kind}.`);
  const numbers: Partial<Action> = {};
  for (let index = 0; index < words.length; index += 2) {
    const [name, value = ""] = words.slice(index);
    const number = name === "when" ? "moment" : NUMBERS.find((each) => each === name);
    const amount = WORDS[name ?? ""]?.indexOf(value) ?? Number(value);
    if (!number || !(amount >= 0)) throw new Error(`${text}: ${name} ${value}`);
    numbers[number] = amount;
  }
  return { ...{ kind, tab: 0, who: 0, amount: 0, after: 0, luck: 0 }, ...numbers };
}

/** A script: steps in words, with commas between them. Every number that is not given is 0. */
export const readScript = (text: string): Action[] => text.split(", ").map(parseStep);

type Line = { world: World; name: string; rule: string; script: Action[] };

/** Reads a file with one story a line: `world | name | rule | steps`. A scenario has no rule; # begins a comment. */
export const readStories = (file: string): Line[] =>
  readFileSync(new URL(file, import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const cells = line.split(" | ");
      const [first = "", name = "", rule = ""] = cells;
      const world = WORLDS.find((each) => each === first);
      if (!world) throw new Error(`There is no world ${first}.`);
      return { world, name, rule, script: readScript(cells.at(-1) ?? "") };
    });

/** A script in the words of such a line. */
export const wordsOf = (script: readonly Action[]): string =>
  script
    .map(({ kind, moment = 0, ...step }) => [
      kind,
      ...NUMBERS.flatMap((name) =>
        step[name] || (name === "device" && step.device === 0)
          ? `${name} ${WORDS[name]?.[step[name] ?? 0] ?? step[name]}`
          : [],
      ),
      ...(moment > 0 ? [`when ${MOMENTS[moment]}`] : []),
    ])
    .map((words) => words.join(" "))
    .join(", ");
