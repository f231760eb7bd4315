import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { checkKeys, MOST_STATES } from "./search.ts";
import { SEARCHES, SHORT, WORLDS_OF_KEYS } from "./searches.ts";
import { machine } from "./session/machine.ts";
import { sessionModel } from "./session/model.ts";

const page = readFileSync(new URL("../../../../docs/generated/search-coverage.md", import.meta.url), "utf8");

describe("exhaustive search of one browser's sessions", () => {
  test.each(SHORT)(
    "an exhaustive search of the session model finds no broken rule: $name",
    ({ name, row, run }) => {
      const found = run({ mostStates: MOST_STATES });
      expect(found.violation).toBeUndefined();
      expect(found.isComplete).toBe(true);
      if (SEARCHES.some((search) => search.name === name))
        expect(page.includes(row(found)), row(found)).toBe(true);
      console.log(`${found.states} states, ${found.transitions} transitions, ${found.seconds.toFixed(1)} s`);
    },
    300_000,
  );

  test.each(WORLDS_OF_KEYS)(
    "the search visits one of several worlds only if they have the same next worlds: %o",
    (bounds) => {
      expect(checkKeys(sessionModel(machine, bounds))).toBeGreaterThan(1000);
    },
    300_000,
  );
});
