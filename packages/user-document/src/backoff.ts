const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 60_000;
const FACTOR = 1.5;
/** Counts as so many failures that the pause is the longest. Used for a server over its quota. */
export const EXHAUSTED = 100;

/**
 * The pause before the next attempt: none after one failure, then growing with the figures of Google's own clients. Each
 * is random between half and one and a half of its base.
 */
export const delayAfter = (failures: number, random: number): number =>
  failures < 2
    ? 0
    : // Whole milliseconds, like timers: timers ignore fractions, so the stream would wait for the remainder repeatedly.
      Math.round(Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * FACTOR ** (failures - 2)) * (0.5 + random));
