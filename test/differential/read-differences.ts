import { readFileSync } from "node:fs";
import * as v from "valibot";

const cell = v.pipe(v.string(), v.minLength(1));
const Row = v.strictObject({ what: cell, google: cell, ours: cell, why: cell });
/** A deliberate difference from one of Google's emulators. */
export type Difference = v.InferOutput<typeof Row>;

/**
 * Reads the tables of a README whose columns are "What" (or "Recorded exchange"), "Google's emulator", "Local services" and
 * "Why".
 * @param readme the file, as a URL or a path
 * @throws {v.ValiError} when a row has an empty cell, or another number of cells
 */
export function readDifferences(readme: URL | string): Difference[] {
  const differences: Difference[] = [];
  let isInside = false;
  for (const line of readFileSync(readme, "utf8").split("\n")) {
    if (!line.startsWith("|")) {
      isInside = false;
      continue;
    }
    const cells = line
      .slice(1, line.lastIndexOf("|"))
      .split("|")
      .map((text) => text.trim());
    if (cells[1] === "Google's emulator" && cells[2] === "Local services") isInside = true;
    else if (isInside && !cells.every((text) => /^-+$/.test(text))) {
      const [what, google, ours, why, ...more] = cells;
      if (more.length > 0) throw new Error(`This row of ${readme} has more than four cells: ${line}`);
      differences.push(v.parse(Row, { what, google, ours, why }));
    }
  }
  return differences;
}
