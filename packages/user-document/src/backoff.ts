const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 60_000;
const FACTOR = 1.5;
/** So many failures that the pause is the longest: for a server over its quota. */
export const EXHAUSTED = 100;

/**
 * How long after an attempt the next may begin, given how many have failed in a row. One failure is a hiccup and
 * repeated at once; from the second on the pauses grow, by the numbers of Google's own clients, each drawn from
 * half to one and a half of its base.
 */
export const delayAfter = (failures: number, random: number): number =>
  failures < 2
    ? 0
    : // Whole milliseconds, as timers count: a rest of a fraction would be waited for again and again.
      Math.round(Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * FACTOR ** (failures - 2)) * (0.5 + random));
