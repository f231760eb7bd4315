import type * as v from "valibot";
import type { Environment, PageEvent } from "./environment.ts";
import { createRunner } from "./runner.ts";
import { createView, type WatchState } from "./view.ts";

export type WatchListener<T> = (state: WatchState<T>) => void;

/** Passes the stream's states to any number of watchers, and the page's events to the stream. */
export const createWatch = <T>(
  env: Environment,
  schema: v.GenericSchema<unknown, T>,
  disposed: AbortSignal,
) => {
  const listeners = new Set<WatchListener<T>>();
  const view = createView(schema);
  let unsubscribe = () => {};
  let isRunning = false;

  const runner = createRunner(env, disposed, view.show, (stream) => {
    followPage(stream.phase !== "idle" && stream.phase !== "failed" && stream.phase !== "disposed");
    publishState();
  });
  const { dispatch } = runner;
  let state = view.stateFor(runner.getState());
  let publishedKey = view.keyFor(runner.getState());

  const publishState = () => {
    const stream = runner.getState();
    const key = view.keyFor(stream);
    if (key === publishedKey) return;
    publishedKey = key;
    state = view.stateFor(stream);
    // An error in one watcher must not affect the others or cause a new request, so it is thrown separately.
    for (const listener of [...listeners])
      try {
        listener(state);
      } catch (error) {
        env.setTimeout(() => {
          throw error;
        }, 0);
      }
  };

  const onPageEvent = (event: PageEvent) => {
    if (event === "pagehide") dispatch({ type: "suspended" });
    else if (!env.page.isVisible()) dispatch({ type: "hidden" });
    else dispatch({ type: event === "online" || event === "offline" ? "network-changed" : "visible" });
  };

  /** Subscribes to the page's events while the stream runs, and unsubscribes when it ends. */
  const followPage = (runs: boolean) => {
    if (runs === isRunning) return;
    isRunning = runs;
    if (!runs) return unsubscribe();
    view.forget();
    unsubscribe = env.page.subscribe(onPageEvent);
  };

  disposed.addEventListener("abort", () => {
    listeners.clear();
    dispatch({ type: "disposed" });
  });

  return {
    getState: () => state,
    watch: (listener: WatchListener<T>): (() => void) => {
      // Wrap the listener, so that watching twice with one function makes two watchers.
      const callListener: WatchListener<T> = (next) => listener(next);
      dispatch({ type: "watched", isVisible: env.page.isVisible() });
      if (!disposed.aborted) listeners.add(callListener);
      listener(state);
      return () => {
        if (listeners.delete(callListener) && !listeners.size) dispatch({ type: "unwatched" });
      };
    },
    retryNow: () => dispatch({ type: "try-again" }),
    tokenChanged: () => dispatch({ type: "token-changed" }),
    /** Called after a successful write. The stream or a read then shows it. */
    written: (commitTime: string) => dispatch({ type: "written", commitTime }),
  };
};
