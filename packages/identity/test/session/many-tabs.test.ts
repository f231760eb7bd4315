import { describe, expect, test } from "vitest";
import { SECRET, session } from "../support/tokens.ts";
import { createWorld, type World } from "../support/world.ts";

const MINUTE = 60_000;

describe.each([1, 2, 3, 10, 25, 50])("%i tabs with one expired session", (count) => {
  const openAll = async (world: World) => {
    world.store(session());
    world.clock.sleep(61 * MINUTE);
    for (let index = 0; index < count; index += 1) await world.open();
  };

  test("tabs with one expired session make exactly one exchange and share the new token", async () => {
    const world = createWorld();
    await openAll(world);
    await world.clock.advance(MINUTE);
    expect(world.exchanges).toHaveLength(1);
    const tokens = new Set(world.tabs().map(({ runner }) => runner.getSession()?.idToken));
    expect(tokens).toEqual(new Set([world.stored()?.session?.idToken]));
  });

  test("tabs with one expired session make at most two exchanges when the exchanging tab crashes at any point", async () => {
    if (count === 1) return;
    for (let dyingStep = 0; ; dyingStep += 1) {
      const world = createWorld();
      world.store(session());
      world.clock.sleep(61 * MINUTE);
      world.hold();
      for (let index = 0; index < count; index += 1) await world.open();
      // Every tab reads storage once before any of them requests the lock.
      for (let reads = 0; reads < count; reads += 1) await world.stepOnce();
      let isAlive = true;
      for (let step = 0; step < dyingStep && isAlive; step += 1) isAlive = await world.stepOnce();
      world.tabs()[0]?.crash();
      await world.release();
      await world.clock.advance(2 * MINUTE);
      expect(world.exchanges.length, `died after ${dyingStep} steps`).toBeLessThanOrEqual(2);
      const kept = world.stored()?.session?.idToken;
      for (const { runner } of world.tabs()) expect(runner.getSession()?.idToken).toBe(kept);
      expect(kept).toBeDefined();
      if (!isAlive || dyingStep > 12) return;
    }
  });

  test("tabs with one expired session share one back-off while every response is a 503, and keep their user", async () => {
    const world = createWorld();
    world.set("503");
    await openAll(world);
    const start = world.clock.now();
    await world.clock.advance(10 * MINUTE);
    expect(world.exchanges.map(({ at }) => (at - start) / 1000)).toEqual([0, 30, 90, 210, 450]);
    expect(world.stored()?.session?.refreshToken).toContain(SECRET);
    for (const { runner } of world.tabs()) {
      expect(runner.getState()).toMatchObject({ status: "signed-in", connection: "reconnecting" });
    }
    // All tabs come online at once: one immediate attempt per browser, not one per tab.
    for (const { wake } of world.tabs()) wake("online");
    await world.settle();
    await world.clock.advance(1000);
    expect(world.exchanges).toHaveLength(6);
  });

  test("one definite code signs out all tabs with one expired session", async () => {
    const world = createWorld();
    world.set("USER_DISABLED");
    await openAll(world);
    await world.clock.advance(MINUTE);
    expect(world.exchanges).toHaveLength(1);
    for (const { runner } of world.tabs()) {
      expect(runner.getState()).toEqual({ status: "signed-out", reason: "user-disabled" });
    }
  });
});

test("without Web Locks, each tab may make an exchange, and all tabs end with the same token", async () => {
  const world = createWorld({ hasLocks: false });
  world.store(session());
  world.clock.sleep(61 * MINUTE);
  for (let index = 0; index < 5; index += 1) await world.open();
  await world.clock.advance(MINUTE);
  expect(world.exchanges.length).toBeLessThanOrEqual(5);
  const tokens = new Set(world.tabs().map(({ runner }) => runner.getSession()?.idToken));
  expect(tokens).toEqual(new Set([world.stored()?.session?.idToken]));
});

test("a storage read that began before a sign-in does not undo the sign-in", async () => {
  const world = createWorld();
  world.store(session());
  const one = await world.open();
  world.hold();
  one.wake("visible");
  one.signIn(session({ sub: "bob" }));
  await world.release();
  expect(one.runner.getSession()?.user.uid).toBe("bob");
  expect(world.stored()?.session?.user.uid).toBe("bob");
});
