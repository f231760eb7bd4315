import type { StreamState, Times } from "./stream-state.ts";
import { sortableTime } from "./wire.ts";

/** How often the runner checks a hanging request, so that it notices sleep of the machine. */
const TICK_MS = 5_000;
/** A request that lasted this long counts as successful, so a later failure counts as the first. */
const LIVED_MS = 10_000;

/** The due time of the one timer. */
export function dueAt(state: StreamState): number | undefined {
  const { times } = state;
  const next = isOpen(state) ? (times.ticked ?? times.last) + TICK_MS : undefined;
  const due = [next, times.retry, times.pause, times.end, times.confirm].filter((time) => time !== undefined);
  return due.length ? Math.min(...due) : undefined;
}

/** If the clock was set back, no time has passed: all measured times move with it. */
export function withClock(state: StreamState, now: number): StreamState {
  const shift = now - state.times.last;
  if (shift >= 0) return at(state, { last: now });
  const moved = Object.entries(state.times).map(([name, time]) => [
    name,
    time === undefined ? time : time + shift,
  ]);
  return at(state, { ...Object.fromEntries(moved), last: now });
}

/** Whether a state of that time includes the commit. */
export const isUpTo = (asOf: string | undefined, commitTime = ""): boolean =>
  sortableTime(asOf ?? "") >= sortableTime(commitTime);

export const isOpen = ({ phase }: StreamState) => phase === "listening" || phase === "live";
/** Whether a request of the stream is running. */
export const hasRequest = (state: StreamState) =>
  isOpen(state) || state.phase === "authorizing" || state.phase === "opening";
export const isStreaming = (state: StreamState) => hasRequest(state) || state.phase === "waiting";
export const isRunning = (state: StreamState) =>
  isStreaming(state) || state.phase === "following" || state.phase === "paused";
export const hasLived = ({ hasBytes, times }: StreamState, now: number) =>
  hasBytes && now - (times.started ?? now) >= LIVED_MS;
/** Whether the stream waits after a failure that no new token can fix. */
export const isWaitingForOther = ({ phase, trouble }: StreamState) =>
  phase === "waiting" && trouble?.code !== "unauthenticated" && trouble?.code !== "token-unavailable";

/** The same state with some of its times changed. */
export const at = (state: StreamState, times: Partial<Times>): StreamState => ({
  ...state,
  times: { ...state.times, ...times },
});
