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

test("a tab makes one exchange when the clock moves an hour and five tabs learn of it one after another", async () => {
  const { world, tabs } = await openTabs(5);
  for (const { move } of tabs) {
    await move(HOUR);
    await world.clock.advance(MINUTE);
  }
  expect(world.exchanges).toHaveLength(1);
  for (const { runner } of tabs) expect(runner.getSession()?.idToken).toBe(world.stored()?.session?.idToken);
});

/** Two tabs with a token that the first tab stored. The first tab's clock is ahead. */
const openAheadAndBehind = async (ms: number) => {
  const { world, tabs } = await openTabs(2);
  const [ahead, behind] = tabs;
  if (!ahead || !behind) throw new Error("two tabs were opened");
  await ahead.move(ms);
  return { world, ahead, behind };
};

test("a tab returns a token from a tab whose clock is ahead, without an exchange", async () => {
  const { world, ahead, behind } = await openAheadAndBehind(HOUR);
  const { idToken } = await behind.runner.usableSession();
  expect(idToken).toBe(ahead.runner.getSession()?.idToken);
  expect(world.exchanges).toHaveLength(1);
});

test("a tab counts the lifetime of a token from a tab whose clock is ahead from its own time of receipt", async () => {
  const { world, ahead } = await openAheadAndBehind(24 * HOUR);
  ahead.crash();
  await world.clock.advance(54 * MINUTE);
  expect(world.exchanges).toHaveLength(1);
  await world.clock.advance(2 * MINUTE);
  expect(world.exchanges).toHaveLength(2);
});

test("a tab exchanges the token of a tab whose clock is ahead once its own clock is set back to before the receipt", async () => {
  const { world, ahead, behind } = await openAheadAndBehind(HOUR);
  ahead.crash();
  await behind.move(-HOUR);
  expect(world.exchanges).toHaveLength(2);
});

test("a tab counts the token's lifetime from the exchange once its own clock is ahead too", async () => {
  const { world, ahead, behind } = await openAheadAndBehind(HOUR);
  ahead.crash();
  await world.clock.advance(30 * MINUTE);
  await behind.move(HOUR);
  await world.clock.advance(24 * MINUTE);
  expect(world.exchanges).toHaveLength(1);
  await world.clock.advance(2 * MINUTE);
  expect(world.exchanges).toHaveLength(2);
});

test("a tab exchanges a stored token that was received in the future, because its age is unknown", async () => {
  const world = createWorld();
  world.store(session());
  world.clock.setWall(-HOUR);
  await world.open();
  expect(world.exchanges).toHaveLength(1);
});
