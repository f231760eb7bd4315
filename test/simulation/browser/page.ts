import type { WakeCause } from "../../../packages/identity/src/events.ts";
import type { Random } from "../random.ts";
import type { Place, Scheduler } from "../scheduler.ts";

type Signal = WakeCause | "page-hidden";

/** The life of one page: its tasks, its timers and the events that the browser sends it. */
export type Page = Place & {
  /** Unique in its profile. */
  name: string;
  tab: number;
  luck: Random;
  /** How the site kept sessions when the page last asked; undefined for a site that has only one way. */
  sessions?: "server" | "release" | undefined;
  /** Until when it does not read how the site keeps sessions, if it was loaded before the site did. */
  learnsAt?: number;
  /** Queues a task of this page. */
  post(run: () => void, ms?: number): void;
  /** Tasks of this page that run in the order in which one part of the browser posts them. */
  inbox(): (run: () => void, ms?: number) => void;
  /** Tasks of the browser's own process in the order in which this page sends them. They go on while the page is frozen. */
  outbox(): (run: () => void) => void;
  /** The number of the task that runs. */
  task(): number;
  setTimeout(callback: () => void, ms: number): () => void;
  page(listener: (signal: Signal) => void): () => void;
  signal(signal: Signal): void;
  /** When it last woke up, or was told to look again, in simulated milliseconds. */
  wokeAt: number;
  /** When its tab last left it, in simulated milliseconds. */
  leftAt: number | undefined;
  /** The number of timers that are set. */
  timers(): number;
  /** The number of listeners to the page's events. */
  listeners(): number;
};

/** Delays tasks without a change of their order. */
function inOrder(
  now: () => number,
  post: (run: () => void, ms: number) => void,
): (run: () => void, ms: number) => void {
  let last = 0;
  return (run, ms) => {
    last = Math.max(last, now() + ms);
    post(run, last - now());
  };
}

export function createPage(name: string, tab: number, scheduler: Scheduler, luck: Random): Page {
  const listeners = new Set<(signal: Signal) => void>();
  const timers = new Set<object>();
  const page: Page = {
    name,
    tab,
    luck,
    isFrozen: false,
    isGone: false,
    wokeAt: scheduler.now(),
    leftAt: undefined,
    kept: [],
    post: (run, ms = luck.between(0, 3)) => {
      scheduler.after(ms, run, page);
    },
    inbox: () => {
      const post = inOrder(scheduler.now, page.post);
      return (run, ms = luck.between(0, 3)) => post(run, ms);
    },
    outbox: () => {
      const send = inOrder(scheduler.now, (run, ms) => void scheduler.after(ms, () => !page.isGone && run()));
      return (run) => send(run, luck.between(0, 2));
    },
    task: scheduler.task,
    setTimeout: (callback, ms) => {
      const timer = {};
      timers.add(timer);
      const fire = () => {
        if (timers.delete(timer)) callback();
      };
      const cancel = scheduler.after(ms + luck.between(0, 4), fire, page);
      return () => {
        timers.delete(timer);
        cancel();
      };
    },
    page: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    signal: (signal) => {
      if (signal === "page-hidden") page.leftAt = scheduler.now();
      else page.wokeAt = scheduler.now();
      for (const listener of [...listeners]) listener(signal);
    },
    timers: () => timers.size,
    listeners: () => listeners.size,
  };
  return page;
}
