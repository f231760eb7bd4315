import { AsyncLocalStorage } from "node:async_hooks";

/** A page, or another place where tasks run. A frozen place keeps its tasks until it runs again. */
export type Place = { isFrozen: boolean; isGone: boolean; kept: Task[] };

/** The process of a server in whose code the present call runs. */
const places = new AsyncLocalStorage<Place>();
export const inPlace = <T>(place: Place, work: () => T): T => places.run(place, work);
export const presentPlace = (): Place | undefined => places.getStore();

type Task = { at: number; order: number; place: Place | undefined; run: () => void };

/** Where the simulated time begins. */
export const START = Date.UTC(2026, 0, 1);

/** Runs a task. An error that it throws is reported as unhandled, and later tasks still run. */
export function asTask(run: () => void): void {
  try {
    run();
  } catch (error) {
    void Promise.reject(error);
  }
}

/** A real turn of the event loop: every promise that can settle has settled after it. */
const turn = globalThis.setImmediate;
const endOfTurn = (): Promise<void> => new Promise((resolve) => turn(resolve));

/**
 * The one clock and the one queue of a simulation. Tasks run in the order of their due times, one by one, and each
 * task's promises settle before the next task runs. No order depends on the machine.
 */
export function createScheduler() {
  const queue: Task[] = [];
  let now = START;
  let order = 0;
  let tasks = 0;
  let sleptAt = 0;
  /** Work outside of the simulation's own code. No task runs before its end. */
  const held = new Set<Promise<unknown>>();
  const settle = async (): Promise<void> => {
    await endOfTurn();
    while (held.size > 0) {
      await Promise.all(held);
      await endOfTurn();
    }
  };
  /** Returns whether the simulation goes on. */
  let afterTask = (_: Place | undefined): boolean => true;

  const insert = (task: Task): void => {
    let index = queue.length;
    for (let before = queue[index - 1]; before && before.at > task.at; before = queue[index - 1]) index -= 1;
    queue.splice(index, 0, task);
  };

  /** Runs a task after a time in milliseconds, if its place still exists. Returns the function that cancels it. */
  const after = (ms: number, run: () => void, place?: Place): (() => void) => {
    order += 1;
    // As in a browser, whose clock and timers have whole milliseconds.
    const task: Task = { at: now + Math.max(Math.trunc(ms), 0), order, place, run };
    insert(task);
    return () => {
      task.run = () => {};
      const index = queue.indexOf(task);
      if (index >= 0) queue.splice(index, 1);
    };
  };

  return {
    now: () => now,
    after,
    /** The number of the task that runs. */
    task: () => tasks,
    /** Called after each task, once its promises have settled; returns whether the simulation goes on. */
    setAfterTask: (listener: typeof afterTask) => {
      afterTask = listener;
    },
    /** Runs what was just started outside of a task. */
    settle: async (place?: Place): Promise<void> => {
      await settle();
      afterTask(place);
    },
    /** Runs every task that is due within a time. */
    run: async (ms: number): Promise<void> => {
      const until = now + ms;
      for (let task = queue[0]; task && task.at <= until; task = queue[0]) {
        queue.shift();
        now = Math.max(now, task.at);
        if (task.place?.isGone) continue;
        if (task.place?.isFrozen) {
          task.place.kept.push(task);
          continue;
        }
        tasks += 1;
        asTask(task.run);
        await settle();
        if (!afterTask(task.place)) return;
      }
      // A machine that slept meanwhile wakes up later.
      now = Math.max(now, until);
    },
    /** Lets no task run before the end of work that takes more than a turn of the event loop. */
    hold: <T>(work: Promise<T>): Promise<T> => {
      const end = () => void held.delete(done);
      const done: Promise<unknown> = work.then(end, end);
      held.add(done);
      return work;
    },
    /** Every machine sleeps: time passes, and no task runs. */
    sleep: (ms: number): void => {
      now += ms;
      sleptAt = now;
    },
    /** When they last woke up. */
    sleptAt: () => sleptAt,
    /** Queues the tasks again that a place has kept while it was frozen. */
    thaw: (place: Place): void => {
      place.isFrozen = false;
      for (const { run } of place.kept.splice(0)) after(0, () => run(), place);
    },
  };
}
export type Scheduler = ReturnType<typeof createScheduler>;
