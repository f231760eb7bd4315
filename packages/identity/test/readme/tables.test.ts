import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { errorTable } from "./error-table.ts";
import { durabilityTable, lifecycleTable } from "./lifecycle-table.ts";
import { popupTable } from "./popup-table.ts";

const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");

test("the table of states and events matches the lifecycle", () => {
  expect(readme).toContain(lifecycleTable());
  expect(readme).toContain(durabilityTable());
});

test("the table of popups matches their lifecycle", () => {
  expect(readme).toContain(popupTable());
});

test("the table of errors matches the client", () => {
  expect(readme).toContain(errorTable());
});
