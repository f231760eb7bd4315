import { describe, expect, test } from "vitest";
import { SHORT } from "./searches.ts";

describe("exhaustive search of one browser's sessions", () => {
  test.each(SHORT)(
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
