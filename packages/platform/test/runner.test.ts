import { expect, test } from "vitest";
import { createClock } from "../../identity/test/support/clock.ts";
import { createRunner } from "../src/runner.ts";

const DAY_MS = 86_400_000;

/** A machine whose events set its timer, and a log of what its runner does. */
function setUp() {
  const clock = createClock();
  const seen: string[] = [];
  type State = { count: number; dueAt?: number | undefined };
  const runner = createRunner<State, { inMs?: number }, string>(
    clock,
    { count: 0, dueAt: clock.now() + 10 },
    {
      transition: ({ count }, { inMs }, now) => ({
        state: { count: count + 1, dueAt: inMs === undefined ? undefined : now + inMs },
        effects: ["one", "two"],
      }),
      dueAtOf: ({ dueAt }) => dueAt,
      onDue: (dueAt) => seen.push(`due, ${clock.now() - dueAt} ms late`),
      perform: (effect) => seen.push(`${effect} at ${runner.state.count}`),
      afterStep: (_, before) => seen.push(`after ${before.count}`),
    },
  );
  return { clock, seen, runner };
}

test("an event changes the state, then its effects are carried out in order, then the step ends", () => {
  const { seen, runner } = setUp();
  runner.dispatch({});
  expect(seen).toEqual(["one at 1", "two at 1", "after 0"]);
});

test("one timer fires at the time of the first state, and each event sets it anew or clears it", async () => {
  const { clock, seen, runner } = setUp();
  await clock.advance(10);
  expect(seen.splice(0)).toEqual(["due, 0 ms late"]);
  runner.dispatch({ inMs: 20 });
  runner.dispatch({ inMs: 50 });
  seen.length = 0;
  await clock.advance(49);
  expect(seen).toEqual([]);
  await clock.advance(1);
  expect(seen.splice(0)).toEqual(["due, 0 ms late"]);
  runner.dispatch({});
  expect(clock.pending()).toBe(0);
});

test("a time further away than timers reach does not fire at once", async () => {
  const { clock, seen, runner } = setUp();
  runner.dispatch({ inMs: 100 * DAY_MS });
  seen.length = 0;
  await clock.advance(24 * DAY_MS);
  expect(seen).toEqual([]);
});

test("a stopped runner handles no event and has no timer", () => {
  const { clock, seen, runner } = setUp();
  runner.stop();
  runner.dispatch({ inMs: 1 });
  expect([seen, runner.state.count, clock.pending()]).toEqual([[], 0, 0]);
});

test("an event that an effect causes has its whole step first, and a step whose runner it stops does not end", () => {
  const seen: string[] = [];
  const runner = createRunner<number, "begin" | "stop", "next">(createClock(), 0, {
    transition: (state, event) => ({ state: state + 1, effects: event === "begin" ? ["next"] : [] }),
    dueAtOf: () => undefined,
    onDue: () => {},
    perform: () => runner.dispatch("stop"),
    afterStep: (event) => {
      seen.push(event);
      if (event === "stop") runner.stop();
    },
  });
  runner.dispatch("begin");
  expect(seen).toEqual(["stop"]);
});
