import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import * as documents from "../differential/documents/declared.ts";
import { declared } from "../differential/identity/declared.ts";
import { declaredFields } from "../differential/identity/declared-fields.ts";
import { elsewhere } from "../differential/identity/elsewhere.ts";
import { readDifferences } from "../differential/read-differences.ts";

const at = (path: string): URL => new URL(`../../${path}`, import.meta.url);
const sorted = (names: Iterable<string>): string[] => [...new Set(names)].sort();

describe.each([
  { readme: "docs/generated/emulator-differences.md", declared: [...declared, ...declaredFields], elsewhere },
  {
    readme: "docs/generated/firestore-differences.md",
    declared: documents.declared,
    elsewhere: documents.elsewhere,
  },
])("the differences in $readme", ({ readme, declared, elsewhere }) => {
  const rows = readDifferences(at(readme)).map(({ what }) => what);

  test("the README lists exactly the differences that are declared or that another test shows", () => {
    expect(sorted(rows)).toEqual(sorted([...declared.map(({ what }) => what), ...Object.keys(elsewhere)]));
  });

  test("the README lists no difference twice", () => {
    expect(rows.length).toBe(new Set(rows).size);
  });

  test("no difference is both declared and shown by another test", () => {
    expect(declared.filter(({ what }) => Object.hasOwn(elsewhere, what))).toEqual([]);
  });

  test("each test that is said to show a difference exists", () => {
    expect(Object.values(elsewhere).filter((path) => !existsSync(at(path)))).toEqual([]);
  });
});
