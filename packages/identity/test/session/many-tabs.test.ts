import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { command, createEndings, createHistory, playOne, wakeAll } from "../support/commands.ts";
import { parameters } from "../support/sequences.ts";
import { SECRET, session } from "../support/tokens.ts";
import { createWorld, type World } from "../support/world.ts";

const MINUTE = 60_000;

// `assert`, because `expect` took a third of the time of these worlds.
describe("random sequences of users, faults, crashes and time jumps in up to six tabs", () => {
  test("tabs under random faults make one exchange at a time and end a session only by a definite code or a sign-out", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command(false), { minLength: 1, maxLength: 14 }), async (commands) => {
        const world = createWorld();
        world.store(session());
        await world.open();
        // Rule 6: the tab shows the user before it sends any request.
        assert.equal(world.tabs()[0]?.runner.getState().status, "signed-in");
        let wasSignedOut = false;
        let isOrderKnown = true;
        const checkHistory = createHistory(world);
        const checkEndings = createEndings(world);
        for (const one of [...commands, { type: "release" } as const]) {
          checkEndings.before(one);
          await playOne(world, one);
          assert(world.running() <= 1, "rule 2: running exchanges");
          checkHistory();
          checkEndings.after();
          for (const { runner } of world.tabs())
            if (runner.getState().status === "signed-out")
              assert.equal(runner.getSession(), undefined, "rule 5: session of a tab that is signed out");
          // The checks below wait until nothing is held: a held operation has a timer for its deadline, and tabs
          // agree only after every message has arrived.
          if (one.type === "sign-out") wasSignedOut = true;
          if (one.type === "sign-in") {
            // While operations are held, a sign-in in another tab may be stored before or after the sign-out.
            if (world.isHolding()) isOrderKnown = false;
            wasSignedOut = false;
          }
          // A tab that closes loses an unsaved change. Other tabs find its saved but unannounced change when
          // they wake.
          if (world.isHolding() && one.type === "crash") isOrderKnown = false;
          if (world.isHolding()) continue;
          if (one.type === "release") await wakeAll(world);
          for (const { runner, timers, states } of world.tabs()) {
            const { status } = runner.getState();
            if (world.ended().size === 0) assert.equal(status, "signed-in", "rule 1");
            // Rule 3: after a sign-out, every tab stays signed out, even if an operation was pending.
            if (wasSignedOut && isOrderKnown) assert.equal(status, "signed-out", "rule 3");
            // All tabs and the storage agree in the end, in any order of events.
            const stored = world.stored()?.session;
            assert.equal(status, stored ? "signed-in" : "signed-out", "agreement");
            assert.equal(runner.getSession()?.user.uid, stored?.user.uid, "agreement");
            if (status === "signed-out")
              assert.equal(timers(), 0, "rule 5: timers of a tab that is signed out");
            assert(states.length < 100, "listeners get no repeated states");
          }
          if (!world.stored()?.session) assert(!JSON.stringify(world.stored() ?? null).includes(SECRET));
        }
        world.dispose();
      }),
      parameters,
    );
  }, 900_000);
});

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
