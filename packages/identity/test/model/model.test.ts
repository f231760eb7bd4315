import { describe, expect, test } from "vitest";
import { SHORT } from "./searches.ts";

/**
 * The number of searches to run, starting with the quickest. A mutation test runs only some, because all take too
 * long.
 */
const SEARCHES = Number(process.env["MODEL_SEARCHES"] ?? SHORT.length);

describe("exhaustive search of one browser's sessions", () => {
  test.each(SHORT.slice(0, SEARCHES))(
    "$name",
    ({ run }) => {
      const found = run();
      expect(found.violation).toBeUndefined();
      expect(found.isComplete).toBe(true);
      console.log(`${found.states} states, ${found.transitions} transitions, ${found.seconds.toFixed(1)} s`);
    },
    300_000,
  );
});
