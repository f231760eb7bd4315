import { expect, test } from "vitest";
import { createClock, settle } from "../../identity/test/support/clock.ts";
import { inTime, LATE, valueInTime } from "../src/deadline.ts";

const hang = () => new Promise<never>(() => undefined);

test("work that takes longer than its deadline rejects as late, and its signal aborts", async () => {
  const clock = createClock();
  const signals: AbortSignal[] = [];
  const late = inTime(clock, 100, (signal) => {
    signals.push(signal);
    return hang();
  });
  const outcome = late.catch((cause: unknown) => cause);
  await clock.advance(99);
  expect(signals[0]?.aborted).toBe(false);
  await clock.advance(1);
  expect(await outcome).toBe(LATE);
  expect(signals[0]?.aborted).toBe(true);
});

test("late work has no value, and work that fails keeps its error", async () => {
  await expect(valueInTime(hang(), 1)).resolves.toBeUndefined();
  await expect(valueInTime(Promise.resolve("some"), 1000)).resolves.toBe("some");
  const fault = new Error("refused");
  await expect(valueInTime(Promise.reject(fault), 1000)).rejects.toBe(fault);
});

test.each([
  ["before the work begins", true],
  ["while the work runs", false],
])("the signal of work aborts with the outer signal %s, and its deadline stays", async (_, isEarly) => {
  const clock = createClock();
  const outer = new AbortController();
  if (isEarly) outer.abort();
  let own: AbortSignal | undefined;
  const work = inTime(
    clock,
    100,
    (signal) => {
      own = signal;
      return hang();
    },
    outer.signal,
  );
  const outcome = work.catch((cause: unknown) => cause);
  outer.abort();
  expect(own?.aborted).toBe(true);
  expect(await Promise.race([outcome, settle().then(() => "waiting")])).toBe("waiting");
  await clock.advance(100);
  expect(await outcome).toBe(LATE);
});

test("work that ends leaves no timer, and no listener on the outer signal", async () => {
  const clock = createClock();
  const { signal } = new AbortController();
  let listeners = 0;
  const watched = new Proxy(signal, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (name !== "addEventListener") return typeof value === "function" ? value.bind(target) : value;
      return (type: string, listener: () => void, { signal: end }: { signal: AbortSignal }) => {
        listeners += 1;
        end.addEventListener("abort", () => {
          listeners -= 1;
        });
        target.addEventListener(type, listener, { signal: end });
      };
    },
  });
  const work = inTime(clock, 100, async () => "done", watched);
  expect(listeners).toBe(1);
  await work;
  await settle();
  expect([clock.pending(), listeners]).toEqual([0, 0]);
});
