import type { Scheduler } from "./scheduler.ts";

/** The step's own time, and what every browser does. */
export const BROWSER_MOMENTS = ["at once", "exchange", "answer", "write", "stored", "read"] as const;
/** What happens with a server that keeps sessions. */
export const SERVER_MOMENTS = ["tokens", "hand-over", "kept"] as const;
/** What happens in pages with a document. */
export const DOCUMENT_MOMENTS = ["asks", "receives"] as const;
/** What every browser sees too. Its place in the list is later, because stories name moments by their indices. */
export const NETWORK_MOMENTS = ["reaches"] as const;
/** What happens with a browser that binds its sessions to a key. */
export const KEY_MOMENTS = ["proves"] as const;
/** What a step may wait for. Stories name these by their indices. */
export const MOMENTS = [
  ...BROWSER_MOMENTS,
  ...SERVER_MOMENTS,
  ...DOCUMENT_MOMENTS,
  ...NETWORK_MOMENTS,
  ...KEY_MOMENTS,
] as const;
export type Moment = (typeof MOMENTS)[number];

const TEXTS: Readonly<Record<Moment, string>> = {
  "at once": "",
  exchange: "when a page next asks for new tokens, ",
  answer: "when new tokens next arrive, ",
  write: "when a page next begins to write, ",
  stored: "when something is next stored, ",
  read: "when a page next begins to read, ",
  asks: "when a document next asks for something, ",
  receives: "when a document next receives something, ",
  tokens: "when a page next gets a refresh token, ",
  "hand-over": "when a page next hands its tokens over, ",
  kept: "when the server next changes a session, ",
  reaches: "when a response next reaches the browser, ",
  proves: "when the server next takes a browser’s proof of its key, ",
};
/** The beginning of a step's sentence. */
export const textOf = (moment: number): string => TEXTS[MOMENTS[moment] ?? "at once"];

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
