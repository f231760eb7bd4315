import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { entryOf, filesUnder, runtimeImportsOf } from "./architecture/import-graph.ts";
import { AREAS, areaOf, isInput, passedAreas, stateOfAreas } from "./support/areas.mjs";

const files = ["src", "packages", "mocks", "test"].flatMap(filesUnder);
const paths = new Set(files.map(({ path }) => path));
const imports = new Map(
  files.map(({ path, text }) => [
    path,
    runtimeImportsOf(path, text)
      .map(entryOf)
      .filter((name) => paths.has(name)),
  ]),
);
const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path) && !path.startsWith("test/packages/");

/** Everything that a file imports, directly or not. */
function closureOf(path: string): Set<string> {
  const found = new Set([path]);
  for (const each of found) for (const imported of imports.get(each) ?? []) found.add(imported);
  return found;
}

test("each file that a test of an area imports is an input of the area", () => {
  const missing = new Set<string>();
  for (const path of [...paths].filter(isTest))
    for (const imported of closureOf(path))
      if (!isInput(areaOf(path), imported)) missing.add(`${areaOf(path).name}: ${imported}`);
  expect([...missing].sort()).toEqual([]);
});

test.each([
  ["packages/server/src/site.ts", ["server in a browser", "everything else"]],
  ["docs/audit.md", ["server in a browser", "everything else"]],
  ["test/pages/site.test.tsx", ["pages", "server in a browser", "everything else"]],
  ["packages/identity/src/index.ts", AREAS.map(({ name }) => name)],
  ["package-lock.json", AREAS.map(({ name }) => name)],
])("a change of %s makes these areas due: %j", (file, names) => {
  expect(AREAS.filter((area) => isInput(area, file)).map(({ name }) => name)).toEqual(names);
});

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tallybin-areas-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("an area is omitted after it has passed, until an input of it changes", () => {
  const cache = join(folder, "passed.json");
  const area = areaOf("test/pages/site.test.tsx");
  const at = (input: string) => passedAreas(cache, new Map([[area.name, input]]));
  expect(at("1").has(area)).toBe(false);
  at("1").record(area, true);
  expect(at("1").has(area)).toBe(true);
  expect(at("2").has(area)).toBe(false);
  at("1").record(area, false);
  expect(at("1").has(area), "a failure makes the area due again").toBe(false);
});

test("outside a Git repository, no area is omitted", () => {
  writeFileSync(join(folder, "package.json"), "{}");
  const state = stateOfAreas(`${folder}/`, "");
  expect(state).toBeUndefined();
  for (const area of AREAS) expect(passedAreas(join(folder, "none.json"), state).has(area)).toBe(false);
});
