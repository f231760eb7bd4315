import { expect, test } from "vitest";
import { SHORT_DOCUMENT_SEARCHES } from "./searches.ts";

test.each(SHORT_DOCUMENT_SEARCHES)(
  "an exhaustive search of the document model finds no broken rule: $name",
  ({ run }) => {
    const found = run();
    expect(found.violation).toBeUndefined();
    expect(found.isComplete).toBe(true);
    console.log(`${found.states} states, ${found.transitions} transitions, ${found.seconds.toFixed(1)} s`);
  },
  300_000,
);
