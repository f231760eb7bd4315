import { afterAll, beforeAll, expect, test } from "vitest";
import { World } from "../support/world.ts";
import { readDocument, tableIn } from "./document.ts";
import { type Durations, durationText, playThefts, tableOf } from "./thefts.ts";

const world = new World("pglite");
let played: Durations = {};
beforeAll(async () => {
  await world.open();
  played = (await playThefts(world)).durations;
});
afterAll(() => world.close());

test("no theft gives access for longer than docs/security/sessions.md says", () => {
  const told =
    "`npx tsx packages/server/test/theft/run.ts --write` renews the table. A duration that grew is a fault, or needs a decision";
  expect(tableOf(played), told).toBe(tableIn(readDocument().text));
});

test("a thief with a copied disk can use a bound session for ten minutes, and its ID token for an hour", () => {
  expect(played).toMatchObject({ "copied disk": { bound: 70 } });
  expect(played, "no more than its parts").not.toHaveProperty(["copied disk and `SESSION_SECRET`"]);
});

test.each([
  [0, "none"],
  [70, "70 minutes"],
  [2 * 1_440, "2 days"],
  [Number.POSITIVE_INFINITY, "until revoked"],
])("the table of thefts writes a duration of %j minutes as %j", (minutes, text) => {
  expect(durationText(minutes)).toBe(text);
});
