import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { charactersIn, OTHER_CHARACTERS, PAGE_CHARACTERS } from "../src/styles/page-characters.ts";

const source = fileURLToPath(new URL("../src", import.meta.url));
const ofPages = new Set(charactersIn(PAGE_CHARACTERS));

test("the fonts that every page loads have every character of our texts", () => {
  const modules = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((name) =>
    /-texts\.tsx?$/.test(name),
  );
  expect(modules.length).toBeGreaterThan(20);
  const missing = modules.flatMap((name) =>
    [...readFileSync(join(source, name), "utf8")].filter((each) => each !== "\n" && !ofPages.has(each)),
  );
  expect(missing).toEqual([]);
});

test("no character is in both fonts, because a browser would load both fonts", () => {
  expect([...charactersIn(OTHER_CHARACTERS)].filter((each) => ofPages.has(each))).toEqual([]);
});
