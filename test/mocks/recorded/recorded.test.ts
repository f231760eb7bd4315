import { describe, expect, test } from "vitest";
import { differencesOf, inGooglesOrder } from "../../differential/identity/compare.ts";
import { frozenClock } from "../../differential/identity/frozen-clock.ts";
import { Actor, expectedOf, readRecords } from "../../differential/identity/records.ts";
import { createOurs } from "../../differential/identity/sides.ts";
import { Values } from "../../differential/identity/values.ts";

const actor = new Actor(createOurs(), "ours");
const newValues = () => new Values({ google: "", ours: "" });
let values = newValues();

/** The differences between each record and our responses, one line each: recorded value | ours. */
const replays: { name: string; found: string[] }[] = [];
const records = readRecords();
for (const { name, continues, steps } of records) {
  if (!continues) {
    actor.reset();
    frozenClock.reset();
    values = newValues();
  }
  const found: string[] = [];
  for (const step of steps) {
    if ("advance" in step) {
      frozenClock.advance(step.advance);
      continue;
    }
    const recorded = expectedOf(step);
    const own = await actor.send(step, values);
    found.push(...differencesOf(recorded, own, values).map((line) => `${step.send}: ${line}`));
    values.learn(recorded.body, inGooglesOrder(recorded.body, own.body, values));
  }
  replays.push({ name, found });
}

describe("the services answer recorded requests as Google's Auth Emulator did, or as declared", () => {
  test.each(replays)("$name", ({ found }) => {
    expect(found).toEqual([]);
  });
});

test("no two records have the same name", () => {
  const names = records.map(({ name }) => name);
  expect(names).toHaveLength(new Set(names).size);
});
