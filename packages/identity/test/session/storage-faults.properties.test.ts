import fc from "fast-check";
import { expect, test } from "vitest";
import { type Command, command, createHistory, playOne, wakeAll } from "../support/commands.ts";
import { parameters } from "../support/sequences.ts";
import { session } from "../support/tokens.ts";
import { createWorld } from "../support/world.ts";

/**
 * The first sign-in's write is late, is retried, and completes after the second sign-in: storage holds an older
 * session of this tab.
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

test("storage that fails or hangs ends no session and restores none", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command(true), { minLength: 1, maxLength: 14 }), async (commands) => {
      const world = createWorld();
      world.store(session());
      await world.open();
      const checkHistory = createHistory(world);
      const signedOut = new Set<number>();
      let isRefused = false;
      for (const one of commands) {
        const tabs = world.tabs();
        const chosen = "tab" in one ? tabs[one.tab % Math.max(tabs.length, 1)]?.tab : undefined;
        if (one.type === "server" && one.mode === "TOKEN_EXPIRED") isRefused = true;
        await playOne(world, one);
        if (one.type === "sign-out" && chosen) signedOut.add(chosen);
        if (one.type === "sign-in" && chosen) signedOut.delete(chosen);
        await world.clock.advance(10_000);
        checkHistory();
        if (world.isHolding()) continue;
        for (const { tab, runner, states } of world.tabs()) {
          const { status } = runner.getState();
          // A sign-out that another tab stored or announced, or a refused token, may end the session here too.
          if (signedOut.size > 0 || world.endings() > 0 || isRefused) continue;
          // A tab that has never read storage is unknown; others keep their state.
          if (states.includes("signed-in")) expect(status, `tab ${tab}`).toBe("signed-in");
          else expect(status, `tab ${tab}`).toBe("unknown");
        }
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
        expect(runner.getSession()?.generation, "agreement").toBe(stored?.generation);
      world.dispose();
    }),
    { ...parameters, examples: [[LATE_THEN_REPLACED]] },
  );
}, 900_000);
