import type { UserDocumentError } from "./errors.ts";
import { at } from "./stream-facts.ts";
import type { Effect, Step, StreamState } from "./stream-state.ts";

export const read = ({ state, effects }: Step): Step =>
  state.reading === "no"
    ? step({ ...state, reading: "yes" }, ...effects, { type: "read" })
    : { state, effects };

/** The server may have answered a running read before the change, so another read follows it. */
export const readAgain = (state: StreamState): Step =>
  state.reading === "no" ? read(step(state)) : step({ ...state, reading: "again" });

export const end = ({ session }: StreamState): Effect[] => (session ? [{ type: "terminate" }] : []);
export const also = ({ state, effects }: Step, ...more: Effect[]): Step => step(state, ...more, ...effects);
export const step = (state: StreamState, ...effects: Effect[]): Step => ({ state, effects });

/** Reads by REST immediately, and requests a slot of the browser's few streams. */
export const begin = (state: StreamState): Step =>
  read(
    step(
      {
        ...state,
        phase: "following",
        isCurrent: false,
        failures: 0,
        trouble: undefined,
        refusal: undefined,
      },
      { type: "join" },
    ),
  );

/** Ends the stream. Only the timers of watchers and of the page outlive it. */
export function rest(state: StreamState, phase: "idle" | "paused" | "failed" | "disposed"): Step {
  if (state.phase === phase) return step(state);
  const isOver = phase !== "paused";
  return step(
    {
      ...at(state, {
        retry: undefined,
        confirm: undefined,
        pause: undefined,
        ...(isOver && { end: undefined }),
      }),
      phase,
      isCurrent: false,
      shownAt: isOver ? undefined : state.shownAt,
      trouble: undefined,
      awaited: undefined,
      failures: 0,
      isLongPolling: false,
      session: undefined,
    },
    { type: "abort" },
    ...end(state),
    { type: "leave" },
  );
}

/** Refused permanently: only a watcher, a new token or "Try again" restarts it. */
export const refuse = (state: StreamState, refusal: UserDocumentError): Step => {
  // Without a watcher, the next token must not restart it.
  if (state.times.end !== undefined) return rest(state, "idle");
  const { state: resting, effects } = rest(state, "failed");
  return step({ ...resting, refusal }, ...effects);
};
