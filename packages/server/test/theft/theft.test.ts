import { afterAll, beforeAll, expect, test } from "vitest";
import { World } from "../support/world.ts";
import { readDocument, tableIn } from "./document.ts";
import { durationText, playRow, rowText, SINGLE_ROWS } from "./thefts.ts";

const world = new World("pglite");
beforeAll(() => world.open());
afterAll(() => world.close());

/** The rows of the table, by what is stolen. */
const listed = new Map(
  tableIn(readDocument().text)
    .split("\n")
    .slice(2, -1)
    .map((row) => [row.split(" | ")[0]?.slice(2) ?? "", row]),
);

test("docs/security/sessions.md has the duration of each theft and of each exit", () => {
  expect([...listed.keys()]).toEqual(expect.arrayContaining([...SINGLE_ROWS]));
});

test.each([...listed])(
  "no theft gives access for longer than docs/security/sessions.md says: %s",
  async (name, row) => {
    const told =
      "`npx tsx packages/server/test/theft/run.ts --write` renews the table. A duration that grew is a fault, or needs a decision";
    expect(rowText(name, await playRow(world, name)), told).toBe(row);
  },
);

// `theft/run.ts` plays all other pairs too.
test("the secret of the server does not lengthen the theft of a copied disk with a bound session", async () => {
  expect((await playRow(world, "copied disk and `SESSION_SECRET`")).bound).toBeLessThanOrEqual(70);
});

test.each([
  [0, "none"],
  [70, "70 minutes"],
  [2 * 1_440, "2 days"],
  [Number.POSITIVE_INFINITY, "until revoked"],
])("the table of thefts writes a duration of %j minutes as %j", (minutes, text) => {
  expect(durationText(minutes)).toBe(text);
});
