import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { charactersIn, OTHER_CHARACTERS, PAGE_CHARACTERS } from "../src/styles/page-characters.ts";

const folders = ["../src", "../packages/contract/src"].map((folder) =>
  fileURLToPath(new URL(folder, import.meta.url)),
);
const ofPages = new Set(charactersIn(PAGE_CHARACTERS));

test("the fonts that every page loads have every character of our texts", () => {
  const modules = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /-texts\.tsx?$/.test(name))
      .map((name) => join(folder, name)),
  );
  expect(modules.length).toBeGreaterThan(20);
  const missing = modules.flatMap((name) =>
    [...readFileSync(name, "utf8")].filter((each) => each !== "\n" && !ofPages.has(each)),
  );
  expect(missing).toEqual([]);
});

test("no character is in both fonts, because a browser would load both fonts", () => {
  expect([...charactersIn(OTHER_CHARACTERS)].filter((each) => ofPages.has(each))).toEqual([]);
});
