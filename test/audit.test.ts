import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "./architecture/import-graph.ts";

const page = readFileSync(join(root, "docs/audit.md"), "utf8");
const listed = [...page.matchAll(/^\| \[`([^`]+)`\]\(\.\.\/\1\) \| (\d+) \| \S/gm)].map(
  ([, file = "", lines]) => ({
    file,
    lines: Number(lines),
  }),
);
/**
 * A count on the page may differ from the file by this share, so that small changes of a file do not require an
 * update.
 */
const TOLERANCE = 0.2;

describe("the audit page", () => {
  test("lists files in a reading order, each once", () => {
    expect(listed.length).toBeGreaterThan(25);
    expect(new Set(listed.map(({ file }) => file)).size).toBe(listed.length);
  });

  test.each(listed)("$file has about $lines lines", ({ file, lines }) => {
    const actual = readFileSync(join(root, file), "utf8").trimEnd().split("\n").length;
    expect(Math.abs(actual - lines)).toBeLessThanOrEqual(Math.max(3, lines * TOLERANCE));
  });

  test("states the sum of the lines", () => {
    const sum = listed.reduce((total, { lines }) => total + lines, 0);
    const [, files, stated = ""] = /^(\d+) files, about ([\d,]+) lines/m.exec(page) ?? [];
    expect(Number(files)).toBe(listed.length);
    expect(Math.abs(Number(stated.replace(",", "")) - sum)).toBeLessThanOrEqual(50);
  });

  test("has twelve attacks, each with an expected result and a command", () => {
    const attacks = page.split(/^\*\*\d+\. /m).slice(1);
    expect(attacks).toHaveLength(12);
    for (const attack of attacks) expect(attack).toMatch(/Expected: [\s\S]*```(?:sh|js)\n/);
  });
});
