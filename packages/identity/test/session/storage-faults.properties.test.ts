import assert from "node:assert/strict";
import fc from "fast-check";
import { test } from "vitest";
import {
  type Command,
  command,
  createEndings,
  createHistory,
  playOne,
  wakeAll,
} from "../support/commands.ts";
import { parameters } from "../support/sequences.ts";
import { session } from "../support/tokens.ts";
import { createWorld } from "../support/world.ts";

/**
 * The write of the first sign-in is late, is retried, and completes after the second sign-in. Storage then holds an
 * older session of this tab.
 */
const LATE_THEN_REPLACED: Command[] = [
  { type: "hold" },
  { type: "sign-in", tab: 0, who: "alice" },
  { type: "wake", tab: 0, cause: "visible" },
  { type: "step", index: 3 },
  { type: "step", index: 3 },
  { type: "sign-in", tab: 0, who: "alice" },
  { type: "open", tab: 0 },
];

test("storage that fails or hangs ends no session and restores no ended session", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command(true), { minLength: 1, maxLength: 14 }), async (commands) => {
      const world = createWorld();
      world.store(session());
      await world.open();
      const checkHistory = createHistory(world);
      const checkEndings = createEndings(world);
      for (const one of commands) {
        checkEndings.before(one);
        await playOne(world, one, true);
        await world.clock.advance(10_000);
        checkHistory();
        checkEndings.after();
      }
      // Once storage works and every tab has read it, all agree, and every sign-out is stored.
      world.setStorage("ok");
      world.set("ok");
      await world.release();
      for (let round = 0; round < 3; round += 1) {
        await world.clock.advance(60_000);
        await wakeAll(world);
      }
      checkHistory();
      const stored = world.stored()?.session;
      for (const { runner } of world.tabs())
        assert.equal(runner.getSession()?.generation, stored?.generation, "agreement");
      world.dispose();
    }),
    { ...parameters, examples: [[LATE_THEN_REPLACED]] },
  );
}, 900_000);
