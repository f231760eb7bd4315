import { expect, test } from "vitest";
import { delayOf } from "../src/back-off.ts";

test("the wait grows with each failure by the factor, up to the longest", () => {
  const waits = (factor?: number) =>
    [1, 2, 3, 4].map((failures) =>
      delayOf(failures, { firstMs: 100, longestMs: 350, ...(factor && { factor }) }),
    );
  expect(waits()).toEqual([100, 200, 350, 350]);
  expect(waits(1.5)).toEqual([100, 150, 225, 337.5]);
});
