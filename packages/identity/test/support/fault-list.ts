import { readFileSync } from "node:fs";
import type { Fault, Text } from "./load-code.ts";

/** A mistake in the code, and the world that is searched for it. */
export type ListedFault = Fault & { world: string };

const lineBreaks = (text = ""): string => text.replaceAll("⏎", "\n");
function textOf(file = "", change = ""): Text {
  const [find, replace] = change.split(/ → ?/);
  return { file, find: lineBreaks(find), replace: lineBreaks(replace) };
}

/**
 * Reads the planted faults: `world | fault | file | text → text in its place` for each, with ⏎ for a line break. The world
 * `model` stands for the exhaustive search, and for the simulation's world `browser`. A line with `& file | text → text`
 * has the second text of the fault before it.
 */
export function readFaults(): readonly ListedFault[] {
  const faults: (ListedFault & { texts: Text[] })[] = [];
  const list = readFileSync(new URL("../../../../test/simulation/faults.txt", import.meta.url), "utf8");
  for (const line of list.split("\n").filter(Boolean)) {
    const [world = "", ...cells] = line.split(" | ");
    if (world.startsWith("& ")) {
      faults.at(-1)?.texts.push(textOf(world.slice(2), cells.join(" | ")));
      continue;
    }
    const [name, file, ...change] = cells;
    if (!name || !file) throw new Error(`faults.txt: ${line}`);
    faults.push({ world, name, texts: [textOf(file, change.join(" | "))] });
  }
  return faults;
}
