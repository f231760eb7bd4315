import type { UserDocumentError } from "./errors.ts";
import type { Effect, Step, StreamState, Times } from "./stream-state.ts";
import { sortableTime } from "./wire.ts";

/** How often the runner checks a hanging request, so that it notices sleep of the machine. */
const TICK_MS = 5_000;
/** A request that lasted this long counts as successful, so a later failure counts as the first. */
const LIVED_MS = 10_000;

/** The due time of the one timer. */
export function dueTimeOf(state: StreamState): number | undefined {
  const { times } = state;
  const next = isRequestOpen(state) ? (times.ticked ?? times.last) + TICK_MS : undefined;
  const due = [next, times.retry, times.pause, times.end, times.confirm].filter((time) => time !== undefined);
  return due.length ? Math.min(...due) : undefined;
}

/** If the clock was set back, no time counts as passed, and all measured times move back with it. */
export function withClockSetBack(state: StreamState, now: number): StreamState {
  const shift = now - state.times.last;
  if (shift >= 0) return withTimes(state, { last: now });
  const moved = Object.entries(state.times).map(([name, time]) => [
    name,
    time === undefined ? time : time + shift,
  ]);
  return withTimes(state, { ...Object.fromEntries(moved), last: now });
}

/** Whether the document at the server time `asOf` includes the commit. */
export const includesCommit = (asOf: string | undefined, commitTime = ""): boolean =>
  sortableTime(asOf ?? "") >= sortableTime(commitTime);

export const isRequestOpen = ({ phase }: StreamState) => phase === "listening" || phase === "live";
export const hasRequest = (state: StreamState) =>
  isRequestOpen(state) || state.phase === "authorizing" || state.phase === "opening";
export const isStreaming = (state: StreamState) => hasRequest(state) || state.phase === "waiting";
export const isRunning = (state: StreamState) =>
  isStreaming(state) || state.phase === "following" || state.phase === "paused";
export const hasRequestLived = ({ hasBytes, times }: StreamState, now: number) =>
  hasBytes && now - (times.started ?? now) >= LIVED_MS;
/** Whether the stream waits after a failure that no new token can fix. */
export const isWaitingForOther = ({ phase, trouble }: StreamState) =>
  phase === "waiting" && trouble?.code !== "unauthenticated" && trouble?.code !== "token-unavailable";

/** The same state with some of its times changed. */
export const withTimes = (state: StreamState, times: Partial<Times>): StreamState => ({
  ...state,
  times: { ...state.times, ...times },
});

export const startRead = ({ state, effects }: Step): Step =>
  state.reading === "no"
    ? stepTo({ ...state, reading: "yes" }, ...effects, { type: "read" })
    : { state, effects };

/** The server may have answered a running read before the change, so another read follows it. */
export const readAgain = (state: StreamState): Step =>
  state.reading === "no" ? startRead(stepTo(state)) : stepTo({ ...state, reading: "again" });

export const terminateEffects = ({ session }: StreamState): Effect[] =>
  session ? [{ type: "terminate" }] : [];
export const prependEffects = ({ state, effects }: Step, ...more: Effect[]): Step =>
  stepTo(state, ...more, ...effects);
export const stepTo = (state: StreamState, ...effects: Effect[]): Step => ({ state, effects });

/** Reads by REST immediately, and requests a slot of the browser's few streams. */
export const beginStream = (state: StreamState): Step =>
  startRead(
    stepTo(
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
export function endStream(state: StreamState, phase: "idle" | "paused" | "failed" | "disposed"): Step {
  if (state.phase === phase) return stepTo(state);
  const isOver = phase !== "paused";
  return stepTo(
    {
      ...withTimes(state, {
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
    ...terminateEffects(state),
    { type: "leave" },
  );
}

/** Refused permanently: only a new watcher, a new token or "Try again" restarts it. */
export const refuseStream = (state: StreamState, refusal: UserDocumentError): Step => {
  // Without a watcher, the next token must not restart it.
  if (state.times.end !== undefined) return endStream(state, "idle");
  const { state: resting, effects } = endStream(state, "failed");
  return stepTo({ ...resting, refusal }, ...effects);
};
