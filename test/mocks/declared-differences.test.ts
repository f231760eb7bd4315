import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { declared as documents } from "../differential/documents/declared.ts";
import { declared as identity } from "../differential/identity/declared.ts";

/** The first cells of all rows of a README's tables. */
const rowsOf = (path: string): (string | undefined)[] =>
  readFileSync(new URL(path, import.meta.url), "utf8")
    .split("\n")
    .map((line) => line.split("|")[1]?.trim());

test.each([
  ...identity.map(({ what }) => ({ what, readme: "../../mocks/README.md" })),
  ...documents.map(({ what }) => ({ what, readme: "../../mocks/firestore/README.md" })),
])("$readme gives the reason for: $what", ({ what, readme }) => {
  expect(rowsOf(readme)).toContain(what);
});
