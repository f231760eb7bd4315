import { setTimeout } from "node:timers/promises";

/** The result of `work`, or `otherwise` after some time. What comes later is ignored. */
export const within = <T, Otherwise>(work: Promise<T>, ms: number, otherwise: Otherwise) =>
  Promise.race([work, setTimeout(ms, otherwise, { ref: false })]);
