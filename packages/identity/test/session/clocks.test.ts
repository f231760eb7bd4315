import { expect, test } from "vitest";
import { session } from "../support/tokens.ts";
import { createWorld } from "../support/world.ts";

const HOUR = 3_600_000;
test("a tab exchanges a stored token that was received in the future, because the token's age is unknown", async () => {
  const world = createWorld();
  world.store(session());
  world.clock.setWall(-HOUR);
  await world.open();
  await world.clock.advance(0);
  expect(world.exchanges).toHaveLength(1);
});
