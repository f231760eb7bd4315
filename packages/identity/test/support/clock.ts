import type { Platform } from "../../src/platform.ts";

export const START = Date.UTC(2026, 0, 1);

/** Runs everything that needs no time to pass: promises, and the streams of fetch behind them. */
export const settle = async (): Promise<void> => {
  for (let round = 0; round < 4; round += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** Virtual time: timers run only when a test advances it, and the wall clock can be set independently. */
export function createClock() {
  let elapsed = 0;
  let wall = START;
  let next = 1;
  const timers = new Map<number, { at: number; callback: () => void }>();
  const due = (until: number) =>
    [...timers].filter(([, { at }]) => at <= until).sort(([a, x], [b, y]) => x.at - y.at || a - b)[0];

  return {
    now: () => wall + elapsed,
    setTimeout: ((callback, ms) => {
      const id = next;
      next += 1;
      timers.set(id, { at: elapsed + Math.max(ms, 0), callback });
      return () => timers.delete(id);
    }) satisfies Platform["setTimeout"],
    /** Advances time, timer by timer. */
    advance: async (ms: number): Promise<void> => {
      const until = elapsed + ms;
      await settle();
      for (let timer = due(until); timer; timer = due(until)) {
        timers.delete(timer[0]);
        elapsed = Math.max(elapsed, timer[1].at);
        timer[1].callback();
        await settle();
      }
      elapsed = until;
      await settle();
    },
    /** The machine sleeps. Time passes, and timers run only after the machine wakes. */
    sleep: (ms: number): void => {
      elapsed += ms;
    },
    /** The wall clock is set; timers do not notice. */
    setWall: (ms: number): void => {
      wall += ms;
    },
    pending: () => timers.size,
  };
}
export type Clock = ReturnType<typeof createClock>;
