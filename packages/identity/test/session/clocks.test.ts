import { expect, test } from "vitest";
import { session } from "../support/tokens.ts";
import { createWorld } from "../support/world.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Tabs that learn of a clock change at different moments. */
const openTabs = async (count: number) => {
  const world = createWorld();
  world.store(session());
  const open = async () => {
    let ahead = 0;
    const tab = await world.open(() => world.clock.now() + ahead);
    /** Moves the tab's clock and notifies the tab. */
    const move = async (ms: number) => {
      ahead = ms;
      tab.wake("clock-moved");
      await world.settle();
    };
    return { ...tab, move };
  };
  const tabs = [];
  for (let index = 0; index < count; index += 1) tabs.push(await open());
  return { world, tabs };
};

/** Two tabs with a token that the first tab stored. The first tab's clock is ahead. */
const openAheadAndBehind = async (ms: number) => {
  const { world, tabs } = await openTabs(2);
  const [ahead, behind] = tabs;
  if (!ahead || !behind) throw new Error("two tabs were opened");
  await ahead.move(ms);
  return { world, ahead, behind };
};

test("the lifetime of a token from a tab whose clock is ahead counts from the time when this tab received the token", async () => {
  const { world, ahead } = await openAheadAndBehind(24 * HOUR);
  ahead.crash();
  await world.clock.advance(54 * MINUTE);
  expect(world.exchanges).toHaveLength(1);
  await world.clock.advance(2 * MINUTE);
  expect(world.exchanges).toHaveLength(2);
});

test("once this tab's clock is ahead too, the token's lifetime counts from the exchange", async () => {
  const { world, ahead, behind } = await openAheadAndBehind(HOUR);
  ahead.crash();
  await world.clock.advance(30 * MINUTE);
  await behind.move(HOUR);
  await world.clock.advance(24 * MINUTE);
  expect(world.exchanges).toHaveLength(1);
  await world.clock.advance(2 * MINUTE);
  expect(world.exchanges).toHaveLength(2);
});

test("a tab exchanges a stored token that was received in the future, because the token's age is unknown", async () => {
  const world = createWorld();
  world.store(session());
  world.clock.setWall(-HOUR);
  await world.open();
  expect(world.exchanges).toHaveLength(1);
});
