import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { SEARCHES, SHORT } from "./searches.ts";

const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");

/**
 * The number of searches to run, starting with the quickest. A mutation test runs only some, because all take too
 * long.
 */
const COUNT = Number(process.env["MODEL_SEARCHES"] ?? SHORT.length);

describe("exhaustive search of one browser's sessions", () => {
  test.each(SHORT.slice(0, COUNT))(
    "$name",
    ({ name, row, run }) => {
      const found = run();
      expect(found.violation).toBeUndefined();
      expect(found.isComplete).toBe(true);
      if (SEARCHES.some((search) => search.name === name))
        expect(readme.includes(row(found)), row(found)).toBe(true);
      console.log(`${found.states} states, ${found.transitions} transitions, ${found.seconds.toFixed(1)} s`);
    },
    300_000,
  );
});
