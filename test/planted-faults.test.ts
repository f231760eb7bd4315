import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { FAULTS } from "./simulation/faults.ts";

test("the code holds each text that a planted fault replaces once", () => {
  const wrong = FAULTS.flatMap(({ name, texts }) =>
    texts.flatMap(({ file, find, replace }) => {
      const text = readFileSync(new URL(`../${file}`, import.meta.url), "utf8");
      return text.split(find).length !== 2 || find === replace ? [`${name}: ${file}`] : [];
    }),
  );
  expect(FAULTS.length).toBeGreaterThan(150);
  expect(wrong).toEqual([]);
});
