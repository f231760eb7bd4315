/** Timers that fire only when a test advances time, so that minutes pass in a millisecond. */
export type VirtualTime = {
  now(): number;
  setTimeout(callback: () => void, ms: number): number;
  clearTimeout(timer: unknown): void;
  /** Advances time and fires due timers in order; asynchronous work runs in between. */
  advance(ms: number): Promise<void>;
  /** Jumps like a machine that slept: timers fire late, all at once. */
  sleep(ms: number): Promise<void>;
  /** Waits for running work to finish. */
  settle(): Promise<void>;
  pending(): number;
};

/** @param isBusy whether work runs outside the event loop, for example cryptography */
export const createVirtualTime = ({ isBusy = () => false }: { isBusy?: () => boolean } = {}): VirtualTime => {
  const timers = new Map<number, { at: number; callback: () => void }>();
  let now = Date.UTC(2026, 0, 1);
  let lastId = 0;

  /** Streams and promises need several iterations of the event loop. Six idle iterations in a row count as finished. */
  const settle = async () => {
    for (let turn = 0; turn < 6; turn = isBusy() ? 0 : turn + 1)
      await new Promise((resolve) => setImmediate(resolve));
  };
  const nextDue = (until: number) => {
    let due: [number, { at: number; callback: () => void }] | undefined;
    for (const timer of timers)
      if (timer[1].at <= until && timer[1].at < (due?.[1].at ?? Infinity)) due = timer;
    return due;
  };
  const runUntil = async (until: number, clockFollows: boolean) => {
    await settle();
    for (let due = nextDue(until); due; due = nextDue(until)) {
      const [id, { at, callback }] = due;
      timers.delete(id);
      if (clockFollows) now = Math.max(now, at);
      callback();
      await settle();
    }
  };
  return {
    now: () => now,
    setTimeout: (callback, ms) => {
      lastId += 1;
      timers.set(lastId, { at: now + Math.max(0, ms), callback });
      return lastId;
    },
    clearTimeout: (timer) => {
      timers.delete(timer as number);
    },
    advance: async (ms) => {
      const until = now + ms;
      await runUntil(until, true);
      now = until;
    },
    sleep: async (ms) => {
      now += ms;
      await runUntil(now, false);
    },
    settle,
    pending: () => timers.size,
  };
};
