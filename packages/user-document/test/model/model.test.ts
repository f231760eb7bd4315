import { expect, test } from "vitest";
import { SHORT_DOCUMENT_SEARCHES } from "./searches.ts";

test.each(SHORT_DOCUMENT_SEARCHES)(
  "the model's search covers every order of events: $name",
  ({ run }) => {
    const found = run();
    expect(found.violation).toBeUndefined();
    expect(found.isComplete).toBe(true);
    console.log(`${found.states} states, ${found.transitions} transitions, ${found.seconds.toFixed(1)} s`);
  },
  300_000,
);
