const RealDate = globalThis.Date;
const START = RealDate.UTC(2026, 0, 15, 12, 0, 0);
let now = START;

class FrozenDate extends RealDate {
  constructor(...parts: [] | ConstructorParameters<DateConstructor>) {
    if (parts.length === 0) super(now);
    else super(...(parts as [number]));
  }
  static override now(): number {
    return now;
  }
}

/**
 * One clock for both sides, which run in this process: it advances only when a sequence says so, so that every time
 * in a response can be compared exactly.
 */
export const frozenClock = {
  install: () => {
    globalThis.Date = FrozenDate as DateConstructor;
  },
  now: () => now,
  reset: () => {
    now = START;
  },
  advance: (seconds: number) => {
    now += seconds * 1000;
  },
};
