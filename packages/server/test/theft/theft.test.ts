import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openWorld } from "../support/world.ts";
import { playRow, rowText, SINGLE_THEFTS } from "./thefts.ts";

const world = openWorld("pglite");

const document = readFileSync(new URL("../../../../docs/security/sessions.md", import.meta.url), "utf8");
const [table = ""] = /^\| Stolen \|.*\n(?:\|.*\n)+/m.exec(document) ?? [];
/** The rows of the table, by what is stolen. */
const listed = new Map(
  table
    .split("\n")
    .slice(2, -1)
    .map((row) => [row.split(" | ")[0]?.slice(2) ?? "", row]),
);

test("docs/security/sessions.md has the duration of each theft", () => {
  expect([...listed.keys()]).toEqual(expect.arrayContaining([...SINGLE_THEFTS]));
});

test.each([...listed])(
  "no theft gives access for longer than docs/security/sessions.md says: %s",
  async (name, row) => {
    const told =
      "a duration that grew is a fault, or needs a decision; one that shrank is the table's new row";
    expect(rowText(name, await playRow(world, name)), told).toBe(row);
  },
);

test("the secret of the server does not lengthen the theft of a copied disk with a bound session", async () => {
  expect((await playRow(world, "copied disk and `SESSION_SECRET`")).bound).toBeLessThanOrEqual(70);
});
