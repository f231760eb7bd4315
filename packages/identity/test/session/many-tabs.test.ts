import { expect, test } from "vitest";
import { session } from "../support/tokens.ts";
import { createWorld } from "../support/world.ts";

const MINUTE = 60_000;

test.each([1, 2, 3, 10, 25, 50])(
  "%i tabs with one expired session make exactly one exchange and share the new token",
  async (count) => {
    const world = createWorld();
    world.store(session());
    world.clock.sleep(61 * MINUTE);
    for (let index = 0; index < count; index += 1) await world.open();
    await world.clock.advance(MINUTE);
    expect(world.exchanges).toHaveLength(1);
    const tokens = new Set(world.tabs().map(({ runner }) => runner.getSession()?.idToken));
    expect(tokens).toEqual(new Set([world.stored()?.session?.idToken]));
  },
);

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
