import type { Platform } from "./platform.ts";

const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 60_000;
const FACTOR = 1.5;

/** Pauses between attempts to listen; the numbers are those of Google's own clients. */
export type Backoff = {
  /** How long the next attempt must still wait. */
  remainingMs(): number;
  /** To be told when an attempt begins: time that passes during it counts as waited. */
  attempted(): void;
  failed(): void;
  /** The server is over its quota: no gentle start. */
  exhausted(): void;
  reachedSnapshot(): void;
  reset(): void;
};

export const createBackoff = ({ now, random }: Pick<Platform, "now" | "random">): Backoff => {
  let failures = 0;
  let delayMs = 0;
  let attemptedAt = Number.NEGATIVE_INFINITY;

  const draw = () => {
    // One failure is a hiccup and repeated at once; from the second on the pauses grow.
    const base = failures < 2 ? 0 : Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * FACTOR ** (failures - 2));
    // Whole milliseconds, as timers count them: a rest of a fraction would be waited for again and again.
    delayMs = Math.round(base * (0.5 + random()));
  };
  return {
    remainingMs: () => Math.max(0, delayMs - Math.max(0, now() - attemptedAt)),
    attempted: () => {
      attemptedAt = now();
    },
    failed: () => {
      failures += 1;
      draw();
    },
    exhausted: () => {
      failures = 100;
      draw();
    },
    // Not to zero: a server that answers and then breaks, each time, would otherwise be called without pause.
    reachedSnapshot: () => {
      failures = Math.min(failures, 1);
    },
    reset: () => {
      failures = 0;
      delayMs = 0;
    },
  };
};
