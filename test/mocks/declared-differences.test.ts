import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import * as documents from "../differential/documents/declared.ts";
import { declared } from "../differential/identity/declared.ts";
import { declaredFields } from "../differential/identity/declared-fields.ts";
import { elsewhere } from "../differential/identity/elsewhere.ts";
import { recordedReasons } from "../differential/identity/records.ts";
import { readDifferences } from "../differential/read-differences.ts";

const at = (path: string): URL => new URL(`../../${path}`, import.meta.url);
const sorted = (names: Iterable<string>): string[] => [...new Set(names)].sort();

describe.each([
  {
    readme: "docs/generated/emulator-differences.md",
    declared: [...declared, ...declaredFields].map(({ what }) => what),
    recorded: recordedReasons(),
    elsewhere,
  },
  {
    readme: "docs/generated/firestore-differences.md",
    declared: documents.declared.map(({ what }) => what),
    recorded: [],
    elsewhere: documents.elsewhere,
  },
])("the differences in $readme", ({ readme, declared, recorded, elsewhere }) => {
  const rows = readDifferences(at(readme)).map(({ what }) => what);

  test("the README lists exactly the differences that are declared, recorded, or shown by another test", () => {
    expect(sorted(rows)).toEqual(sorted([...declared, ...recorded, ...Object.keys(elsewhere)]));
  });

  test("the README lists no difference twice", () => {
    expect(rows.length).toBe(new Set(rows).size);
  });

  test("no difference that is declared or recorded is also listed as shown by another test", () => {
    expect([...declared, ...recorded].filter((what) => Object.hasOwn(elsewhere, what))).toEqual([]);
  });

  test("each test that is said to show a difference exists", () => {
    expect(Object.values(elsewhere).filter((path) => !existsSync(at(path)))).toEqual([]);
  });
});
