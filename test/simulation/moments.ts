import type { Scheduler } from "./scheduler.ts";

/**
 * The step's own time, and what every browser does: a page requests new tokens (`exchange`), they arrive (`answer`), it
 * begins to write or to read, or something is stored.
 */
export const BROWSER_MOMENTS = ["at once", "exchange", "answer", "write", "stored", "read"] as const;
/** With a server: a refresh token arrives in a page, is handed over, or the server changes a session (`kept`). */
export const SERVER_MOMENTS = ["tokens", "hand-over", "kept"] as const;
/** A document sends a request, or receives something. */
export const DOCUMENT_MOMENTS = ["asks", "receives"] as const;
/** A response arrives in the browser. */
export const NETWORK_MOMENTS = ["reaches"] as const;
/** The server takes a browser's proof of its key. */
export const KEY_MOMENTS = ["proves"] as const;
/** What a step may wait for. */
export const MOMENTS = [
  ...BROWSER_MOMENTS,
  ...SERVER_MOMENTS,
  ...DOCUMENT_MOMENTS,
  ...NETWORK_MOMENTS,
  ...KEY_MOMENTS,
] as const;
export type Moment = (typeof MOMENTS)[number];

/**
 * The steps that wait for a moment. Two things that break each other only within a few milliseconds seldom meet by
 * chance.
 */
export function createMoments({ after }: Pick<Scheduler, "after">) {
  let waiting: { moment: number; run: (tab: number | undefined) => void }[] = [];
  let clears = 0;
  return {
    /** @param run receives the number of the tab in which the moment comes, if it comes in one */
    wait: (moment: number, run: (tab: number | undefined) => void): void =>
      void waiting.push({ moment, run }),
    /** Carries out, in tasks of their own, what waits for a moment. */
    come: (moment: Moment, tab?: number): void => {
      const index = MOMENTS.indexOf(moment);
      const due = waiting.filter((each) => each.moment === index);
      if (due.length === 0) return;
      waiting = waiting.filter((each) => each.moment !== index);
      const before = clears;
      for (const { run } of due) after(0, () => before === clears && run(tab));
    },
    /** Nothing waits any more. */
    clear: (): void => {
      waiting = [];
      clears += 1;
    },
  };
}
