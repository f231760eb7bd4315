/** The values with which a page and a server follow the local time: `now = frozenAt ?? Date.now() + offset`. */
export type ClockReading = { offset: number; frozenAt: number | null; skew: number; version: number };

/** The latest time. After 2255, a number is no longer exact in Firestore's microseconds. */
export const LATEST_MS = Date.UTC(2255, 0, 1);

/**
 * The one virtual clock of a set of local services. Every lifetime, window and expiry uses it, so a test advances an
 * hour instantly.
 * @param base the machine's clock; a test with fake timers needs none, because the default calls the current
 * `Date.now`
 */
export function createClock(base: () => number = () => Date.now()) {
  const listeners = new Set<() => void>();
  let offset = 0;
  let frozenAt: number | null = null;
  let skew = 0;
  let version = 0;

  // Every operation reads the machine's time at most once, because a millisecond may pass between two reads.
  const localTimeAt = (machine: number) => frozenAt ?? machine + offset;
  const now = () => localTimeAt(base());
  const currentOffset = () => (frozenAt === null ? offset : frozenAt - base());
  const notifyListeners = () => {
    version += 1;
    for (const listener of listeners) listener();
  };
  const setLocalTime = (time: number, machine: number) => {
    if (!(time >= 0 && time <= LATEST_MS)) throw new RangeError("a clock stands between 1970 and 2255");
    const whole = Math.floor(time);
    if (frozenAt === null) offset = whole - machine;
    else frozenAt = whole;
    notifyListeners();
  };

  const restoreReading = (reading: Omit<ClockReading, "version">): void => {
    skew = reading.skew;
    offset = reading.offset - skew;
    frozenAt = reading.frozenAt === null ? null : reading.frozenAt - skew;
    notifyListeners();
  };

  return {
    /** Local time in milliseconds since the epoch. */
    now,
    /** The difference between local time and the machine's, in milliseconds. */
    offset: currentOffset,
    /** @throws {RangeError} for a time before 1970 or after 2254 */
    advance: (ms: number): void => {
      const machine = base();
      setLocalTime(localTimeAt(machine) + ms, machine);
    },
    /** @throws {RangeError} for a time before 1970 or after 2254 */
    set: (ms: number): void => setLocalTime(ms, base()),
    freeze: (): void => {
      frozenAt = now();
      notifyListeners();
    },
    resume: (): void => {
      offset = currentOffset();
      frozenAt = null;
      notifyListeners();
    },
    /** Sets how far the clients' clocks are from the services'; only `reading()` shows it. */
    skewClients: (ms: number): void => {
      if (!(Math.abs(ms) <= LATEST_MS)) throw new RangeError("a clock's skew is less than 285 years");
      skew = ms;
      notifyListeners();
    },
    reading: (): ClockReading => ({
      offset: currentOffset() + skew,
      frozenAt: frozenAt === null ? null : frozenAt + skew,
      skew,
      version,
    }),
    restore: restoreReading,
    /** Returns to the machine's time. */
    reset: (): void => restoreReading({ offset: 0, frozenAt: null, skew: 0 }),
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
export type Clock = ReturnType<typeof createClock>;

/** Timers in real time; a test passes its own. */
export type Timers = {
  setTimeout(callback: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
};

/** Look the timers up at each call, so that timers faked later apply. */
export const realTimers: Timers = {
  setTimeout: (callback, ms) => globalThis.setTimeout(callback, ms),
  clearTimeout: (timer) => globalThis.clearTimeout(timer as number),
};

/** The longest delay of a timer. For a later time, the timer starts again. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Calls back once the local clock reaches the time. A frozen clock reaches it when a test moves it.
 * @param at in milliseconds of the local time
 * @returns a function that ends the wait
 */
export function waitForTime(
  clock: Pick<Clock, "now" | "subscribe">,
  at: number,
  onTime: () => void,
  timers = realTimers,
): () => void {
  let timer: unknown;
  const checkTime = () => {
    timers.clearTimeout(timer);
    const left = at - clock.now();
    if (left > 0) timer = timers.setTimeout(checkTime, Math.min(left, MAX_TIMER_MS));
    else onTime();
  };
  const unsubscribe = clock.subscribe(checkTime);
  checkTime();
  return () => {
    timers.clearTimeout(timer);
    unsubscribe();
  };
}
