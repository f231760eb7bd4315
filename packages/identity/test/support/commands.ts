import assert from "node:assert/strict";
import fc from "fast-check";
import type { WakeCause } from "../../src/events.ts";
import { isClockAhead, isTokenUsable } from "../../src/session/tokens.ts";
import { session } from "./tokens.ts";
import type { ServerMode, World } from "./world.ts";

const MINUTE = 60_000;

export type Command =
  | { type: "open" | "sign-out" | "crash" | "get-token"; tab: number }
  | { type: "sign-in"; tab: number; who: string }
  | { type: "wake"; tab: number; cause: WakeCause }
  | { type: "server"; mode: ServerMode }
  | { type: "hold" | "release" }
  | { type: "step"; index: number }
  | { type: "storage"; state: "ok" | "fails" | "hangs" }
  | { type: "time" | "sleep" | "wall"; ms: number };

const tab = fc.nat({ max: 49 });
export const command = (isStorageFaulty: boolean): fc.Arbitrary<Command> =>
  fc.oneof(
    fc.record({ type: fc.constantFrom("open" as const, "get-token" as const), tab }),
    fc.record({ type: fc.constantFrom("sign-out" as const, "crash" as const), tab }),
    fc.record({ type: fc.constant("sign-in" as const), tab, who: fc.constantFrom("alice", "bob") }),
    fc.record({
      type: fc.constant("wake" as const),
      tab,
      cause: fc.constantFrom<WakeCause>("visible", "online", "page-shown", "clock-moved", "try-again"),
    }),
    fc.record({
      type: fc.constant("server" as const),
      mode: fc.constantFrom<ServerMode>("ok", "503", "offline", "hang", "unknown-word", "TOKEN_EXPIRED"),
    }),
    fc.record({ type: fc.constantFrom("hold" as const, "release" as const) }),
    { weight: 3, arbitrary: fc.record({ type: fc.constant("step" as const), index: fc.nat({ max: 9 }) }) },
    ...(isStorageFaulty
      ? [
          fc.record({
            type: fc.constant("storage" as const),
            state: fc.constantFrom("ok" as const, "fails" as const, "hangs" as const),
          }),
        ]
      : []),
    fc.record({
      type: fc.constantFrom("time" as const, "sleep" as const),
      ms: fc.integer({ min: 0, max: 90 * MINUTE }),
    }),
    fc.record({
      type: fc.constant("wall" as const),
      ms: fc.integer({ min: -90 * MINUTE, max: 90 * MINUTE }),
    }),
  );

let signIns = 0;

/** Runs one command in a world. */
export async function playOne(world: World, one: Command, isStorageFaulty = false): Promise<void> {
  const { clock } = world;
  const tabs = world.tabs();
  // A storage operation that is held while time passes hangs, which is a storage fault.
  if (!isStorageFaulty && world.isHolding() && (one.type === "time" || one.type === "sleep")) return;
  const chosen = "tab" in one ? tabs[one.tab % Math.max(tabs.length, 1)] : undefined;
  switch (one.type) {
    case "open":
      if (tabs.length < 6) await world.open();
      break;
    case "crash":
      if (tabs.length > 1) chosen?.crash();
      break;
    case "sign-in":
      signIns += 1;
      chosen?.signIn({
        ...session({ sub: one.who, generation: `${one.who}-${signIns + 1}` }),
        receivedAt: clock.now(),
        expiresAt: clock.now() + 60 * MINUTE,
      });
      break;
    case "sign-out":
      chosen?.runner.dispatch({ type: "sign-out" });
      break;
    case "wake":
      chosen?.wake(one.cause);
      break;
    case "get-token": {
      const now = clock.now();
      // Rule 4: the token is usable by the device's clock when the tab returns it. A token that another tab received
      // before the clock was set back is excluded: its lifetime counts from when this tab saw it, which
      // lifecycle.properties.test.ts checks.
      chosen?.runner.usableSession().then(
        ({ idToken }) => {
          const held = chosen.runner.getSession();
          if (held?.idToken === idToken && clock.now() === now)
            assert(isTokenUsable(held, now) || isClockAhead(held, now));
        },
        (error) => assert.equal(typeof error.code, "string"),
      );
      break;
    }
    case "server":
      world.set(one.mode);
      break;
    case "storage":
      world.setStorage(one.state);
      break;
    case "time":
      await clock.advance(one.ms);
      break;
    case "sleep":
      clock.sleep(one.ms);
      for (const { wake } of tabs) wake("visible");
      break;
    case "hold":
      world.hold();
      break;
    case "step":
      await world.stepOnce(one.index);
      break;
    case "release":
      await world.release();
      break;
    case "wall":
      clock.setWall(one.ms);
      break;
  }
  await world.settle();
}

export const wakeAll = async (world: World): Promise<void> => {
  for (const { wake } of world.tabs()) wake("visible");
  await world.settle();
};

/** The generations that a tab has shown. A generation that it no longer shows must never come back. */
export function createHistory(world: World) {
  const left = new Map<number, Set<string>>();
  const shown = new Map<number, string>();
  return () => {
    for (const { tab, runner } of world.tabs()) {
      const current = runner.getSession()?.generation;
      const before = shown.get(tab);
      const gone = left.get(tab) ?? new Set<string>();
      left.set(tab, gone);
      if (before !== undefined && before !== current) gone.add(before);
      if (current === undefined) shown.delete(tab);
      else shown.set(tab, current);
      assert(!gone.has(current ?? ""), "a session that was signed out or replaced is shown again");
    }
  };
}

/**
 * A tab loses its session only if the user ended it in some tab, the server refused its token, or a write replaced
 * the stored session. A session that storage did not accept also gives way to a change of another tab.
 */
export function createEndings(world: World) {
  const ended = new Set<string>();
  let shown = new Map<number, { generation: string | undefined; isDurable: boolean }>();
  return {
    before: (one: Command): void => {
      const tabs = world.tabs();
      shown = new Map(
        tabs.map(({ tab, runner }) => [
          tab,
          { generation: runner.getSession()?.generation, isDurable: runner.isDurable() },
        ]),
      );
      if (one.type !== "sign-out" && one.type !== "sign-in") return;
      const chosen = tabs[one.tab % Math.max(tabs.length, 1)];
      ended.add(chosen?.runner.getSession()?.generation ?? "");
    },
    after: (): void => {
      for (const { tab, runner } of world.tabs()) {
        const { generation, isDurable = false } = shown.get(tab) ?? {};
        if (generation === undefined || generation === runner.getSession()?.generation) continue;
        const isMeant = [ended, world.ended(), world.refused()].some((endings) => endings.has(generation));
        const isYielding = !isDurable && world.hasOtherWriters(tab);
        assert(isMeant || isYielding, `tab ${tab} lost a session that nothing ended`);
      }
    },
  };
}
