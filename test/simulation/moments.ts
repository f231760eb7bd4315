import type { Scheduler } from "./scheduler.ts";

/** What happens in a browser that a step may wait for. The first one is the step's own time. */
export const MOMENTS = [
  "at once",
  "exchange",
  "answer",
  "write",
  "stored",
  "read",
  "asks",
  "receives",
] as const;
export type Moment = (typeof MOMENTS)[number];
/** Those that only pages with a document have. */
export const DOCUMENT_MOMENTS: readonly Moment[] = ["asks", "receives"];

const TEXTS: Readonly<Record<Moment, string>> = {
  "at once": "",
  exchange: "when a page next asks for new tokens, ",
  answer: "when new tokens next arrive, ",
  write: "when a page next begins to write, ",
  stored: "when something is next stored, ",
  read: "when a page next begins to read, ",
  asks: "when a document next asks for something, ",
  receives: "when a document next receives something, ",
};
/** The beginning of a step's sentence. */
export const textOf = (moment: number): string => TEXTS[MOMENTS[moment] ?? "at once"];

/**
 * The steps that wait for a moment. Two things that break each other only within a few milliseconds seldom meet by
 * chance.
 */
export function createMoments({ after }: Pick<Scheduler, "after">) {
  let waiting: { moment: number; run: () => void }[] = [];
  return {
    wait: (moment: number, run: () => void): void => void waiting.push({ moment, run }),
    /** Carries out, in tasks of their own, what waits for a moment. */
    come: (moment: Moment): void => {
      const index = MOMENTS.indexOf(moment);
      const due = waiting.filter((each) => each.moment === index);
      if (due.length === 0) return;
      waiting = waiting.filter((each) => each.moment !== index);
      for (const { run } of due) after(0, run);
    },
    /** Nothing waits any more. */
    clear: (): void => {
      waiting = [];
    },
  };
}
