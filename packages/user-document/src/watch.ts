import { createListeners } from "@tallybin/platform/listeners";
import type * as v from "valibot";
import type { Environment } from "./environment.ts";
import { createStreamRunner } from "./runner.ts";
import { IDLE, type StreamState } from "./stream-state.ts";
import { createView, type WatchState } from "./view.ts";

export type WatchListener<T> = (state: WatchState<T>) => void;

/** Passes the stream's states to any number of watchers, and the page's events to the stream. */
export const createWatch = <T>(
  env: Environment,
  schema: v.GenericSchema<unknown, T>,
  disposed: AbortSignal,
) => {
  const listeners = createListeners<WatchState<T>>();
  const view = createView(schema);
  let unsubscribe = () => {};
  let isRunning = false;
  let watchers = 0;

  const { dispatch } = createStreamRunner(env, disposed, view.show, (stream) => {
    followPage(stream.phase !== "idle" && stream.phase !== "failed" && stream.phase !== "disposed");
    publishState(stream);
  });
  let state = view.stateFor(IDLE);
  let publishedKey = view.keyFor(IDLE);

  const publishState = (stream: StreamState) => {
    const key = view.keyFor(stream);
    if (key === publishedKey) return;
    publishedKey = key;
    state = view.stateFor(stream);
    listeners.call(state);
  };

  /** Subscribes to the page's events while the stream runs, and unsubscribes when it ends. */
  const followPage = (runs: boolean) => {
    if (runs === isRunning) return;
    isRunning = runs;
    if (!runs) return unsubscribe();
    view.forget();
    unsubscribe = env.page((type) => dispatch({ type }));
  };

  disposed.addEventListener("abort", () => dispatch({ type: "disposed" }));

  return {
    getState: () => state,
    watch: (listener: WatchListener<T>): (() => void) => {
      dispatch({ type: "watched" });
      watchers += 1;
      const stop = listeners.add((next) => disposed.aborted || listener(next));
      listener(state);
      return () => {
        if (!stop()) return;
        watchers -= 1;
        if (!watchers) dispatch({ type: "unwatched" });
      };
    },
    retryNow: () => dispatch({ type: "try-again" }),
    tokenChanged: () => dispatch({ type: "token-changed" }),
    /** Called after a successful write. The stream or a read then shows it. */
    written: (commitTime: string) => dispatch({ type: "written", commitTime }),
  };
};
