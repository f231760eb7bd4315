import { type BackOff, delayOf } from "@tallybin/platform/back-off";
import { UserDocumentError } from "./errors.ts";
import type { Effect, Step, StreamEvent, StreamState, Times } from "./stream-state.ts";
import type { ServerState } from "./target.ts";
import { sortableTime } from "./wire.ts";

/** A timer later than this was delayed by sleep, not by a busy page. */
const SLEPT_MS = 10_000;
/** The server always sends something immediately; if nothing arrives, a proxy buffers the whole response. */
const FIRST_BYTE_MS = 5_000;
/** A stream outlives its last watcher by this much, because React mounts twice and pages replace one another. */
const LINGER_MS = 5_000;
/** A page hidden for this long stops listening, and catches up when it becomes visible. */
const HIDDEN_MS = 60_000;
/** If the stream has not reported a commit by then, the client reads the document. */
const CONFIRM_MS = 2_000;
const BACK_OFF: BackOff = { firstMs: 1_000, longestMs: 60_000, factor: 1.5 };
/** Counts as so many failures that the pause is the longest. Used for a server over its quota. */
export const EXHAUSTED = 100;
/** How often the runner checks a hanging request, so that it notices sleep of the machine. */
const TICK_MS = 5_000;
/** A request that lasted this long counts as successful, so a later failure counts as the first. */
const LIVED_MS = 10_000;

/** The lifecycle of one document's stream. Pure: no clock, no I/O. A test compares it with its table. */
export function transition(state: StreamState, event: StreamEvent, now: number): Step {
  if (state.phase === "disposed") return stepTo(state);
  switch (event.type) {
    case "watched":
      return isRunning(state) ? stepTo(withTimes(state, { end: undefined })) : beginStream(state);
    case "unwatched":
      return isRunning(state) ? stepTo(withTimes(state, { end: now + LINGER_MS })) : endStream(state, "idle");
    case "disposed":
      return endStream(state, "disposed");
    case "hidden":
      return stepTo(isActive(state) ? withTimes(state, { pause: now + HIDDEN_MS }) : state);
    case "visible":
      return becomeVisible(withTimes(state, { pause: undefined }), now);
    case "suspended":
      return isActive(state) ? endStream(state, "paused") : stepTo(state);
    case "network-changed":
      return isActive(state) ? wakeStream(state, now) : stepTo(state);
    case "try-again":
      if (state.phase === "failed") return beginStream(state);
      return isRunning(state) ? wakeStream(state, now) : stepTo(state);
    case "token-changed":
      if (state.phase === "failed") return beginStream(state);
      if (state.phase === "following" && state.trouble) return startRead(stepTo(state));
      // The failure count stays, because a refresh forced by a rejection must not shorten the back-off.
      return isStreaming(state) && !isWaitingForOther(state)
        ? startAttempt(state, now, { type: "abort" })
        : stepTo(state);
    case "written":
      return prependEffects(awaitCommit(state, event.commitTime, now), {
        type: "notify-tabs",
        commitTime: event.commitTime,
      });
    case "changed":
      return awaitCommit(state, event.commitTime, now);
    case "slot-granted":
      return state.phase === "following" ? startAttempt(state, now) : stepTo(state);
    case "connected":
      return stepTo(state.phase === "connecting" ? startListening(state, event, now) : state);
    case "heard": {
      if (state.phase !== "listening") return stepTo(state);
      const hasMessages = state.hasMessages || event.isMessage;
      return stepTo(confirmCurrent({ ...withTimes(state, { heard: now }), hasBytes: true, hasMessages }));
    }
    case "snapshot":
      return state.phase === "listening" ? afterSnapshot(state, event, now) : stepTo(state);
    case "ended":
      return hasRequest(state) ? afterRequest(state, event, now) : stepTo(state);
    case "read":
      return afterRead(state, event.answer);
    case "read-failed":
      return afterFailedRead(state, event.error, event.jitter, now);
    case "tick":
      return isRunning(state) ? afterTick(state, event.jitter, now) : stepTo(state);
  }
}

/** The page becomes visible. A paused stream resumes, and a stream that is not current reads the document. */
function becomeVisible(state: StreamState, now: number): Step {
  if (state.phase === "paused") return beginStream(state);
  if (state.phase === "following") return startRead(stepTo(state));
  if (!isStreaming(state) || state.isCurrent) return stepTo(state);
  return state.trouble ? wakeStream(state, now) : startRead(stepTo(state));
}

/** The network or the page has just changed: replaces the running request and resets the back-off. */
function wakeStream(state: StreamState, now: number): Step {
  const woken = { ...state, failures: 0, isLongPolling: false };
  const next = isStreaming(state) ? startAttempt(woken, now, { type: "abort" }) : stepTo(woken);
  return state.isCurrent && isStreaming(state) ? next : startRead(next);
}

const startAttempt = (state: StreamState, now: number, ...effects: Effect[]): Step => {
  const next = stepTo(
    {
      ...withTimes(state, { started: now, ticked: now, heard: undefined, retry: undefined }),
      phase: "connecting",
      hasBytes: false,
      hasMessages: false,
    },
    ...effects,
    { type: "connect", isLongPolling: state.isLongPolling },
  );
  // The network may block streams: until something is shown, each attempt reads as well.
  return state.shownAt ? next : startRead(next);
};

/** The handshake's time does not count as the request's lifetime. */
const startListening = (
  state: StreamState,
  { isNew, keepAliveMs }: StreamEvent & { type: "connected" },
  now: number,
): StreamState => ({
  ...withTimes(state, { started: now, heard: now, ticked: now }),
  phase: "listening",
  keepAliveMs,
  hasSnapshot: state.hasSnapshot && !isNew,
});

/** Once the WebChannel session has sent a consistent state, any further bytes prove that changes arrive. */
const confirmCurrent = (state: StreamState): StreamState =>
  state.hasSnapshot ? { ...state, isCurrent: true, trouble: undefined } : state;

function afterSnapshot(state: StreamState, event: StreamEvent & { type: "snapshot" }, now: number): Step {
  const { answer, canResume } = event;
  // Keep one failure, because a server that breaks after each response would be called without a pause.
  const failures = Math.min(state.failures, 1);
  const heard = {
    ...withTimes(state, { heard: now }),
    failures,
    canResume,
    hasSnapshot: true,
    hasMessages: true,
  };
  return stepTo(acceptResponse(confirmCurrent(heard), answer), { type: "show", answer });
}

/** Notes a response, which includes every commit up to its time. */
function acceptResponse(state: StreamState, { readTime }: ServerState): StreamState {
  const shown = includesCommit(state.shownAt, readTime) ? state : { ...state, shownAt: readTime };
  return includesCommit(shown.shownAt, state.awaited)
    ? { ...withTimes(shown, { confirm: undefined }), awaited: undefined }
    : shown;
}

/** A current stream gets time to report the commit. Otherwise the client reads. */
function awaitCommit(state: StreamState, commitTime: string, now: number): Step {
  // A paused stream catches up by itself.
  if (!isActive(state)) return stepTo(state);
  if (includesCommit(state.shownAt, commitTime)) return stepTo(state);
  const awaited = includesCommit(state.awaited, commitTime) ? state.awaited : commitTime;
  return isStreaming(state) && state.isCurrent
    ? stepTo({ ...withTimes(state, { confirm: now + CONFIRM_MS }), awaited })
    : readAgain({ ...state, awaited });
}

function afterRequest(
  state: StreamState,
  { error, jitter }: { error?: UserDocumentError; jitter: number },
  now: number,
) {
  const isExpected = !error && (state.hasMessages || hasRequestLived(state, now));
  if (!isExpected) return afterFailure(state, error ?? new UserDocumentError("network-failed"), jitter, now);
  return startAttempt(hasRequestLived(state, now) ? { ...state, failures: 0 } : state, now);
}

/** The pause before the next attempt: none after one failure, then growing as in Google's clients, ±50 %. */
export const delayAfter = (failures: number, random: number): number =>
  failures < 2
    ? 0
    : // Whole milliseconds, like timers: timers ignore fractions, so the stream would wait for the remainder repeatedly.
      Math.round(delayOf(failures - 1, BACK_OFF) * (0.5 + random));

function afterFailure(state: StreamState, error: UserDocumentError, jitter: number, now: number): Step {
  if (error.isPermanent && !state.canResume) return refuseStream(state, error);
  const effects: Effect[] = [];
  if (error.code === "unauthenticated") effects.push({ type: "reject-token" });
  // A WebChannel session outlives a cut connection, and no other failure.
  if (error.code !== "network-failed") effects.push({ type: "end-session" });
  // The server may have refused the resume token, so try once without it.
  if (error.isPermanent) effects.push({ type: "forget-resume-point" });
  const before = hasRequestLived(state, now) ? 0 : state.failures;
  const failures = error.code === "resource-exhausted" ? EXHAUSTED : before + 1;
  const delayMs = delayAfter(failures, jitter);
  const { started = now } = state.times;
  // Stay `live` if a quick failure is retried immediately, because users do not notice the gap.
  const isHiccup = !delayMs && (hasRequestLived(state, now) || now - started < FIRST_BYTE_MS);
  const next = {
    ...state,
    failures,
    canResume: state.canResume && !error.isPermanent,
    ...(delayMs && { trouble: error }),
    isCurrent: state.isCurrent && isHiccup,
  };
  const retry = started + delayMs;
  if (retry <= now) return startAttempt(next, now, ...effects);
  return stepTo({ ...withTimes(next, { retry }), phase: "waiting" }, ...effects);
}

function afterRead(state: StreamState, answer: ServerState): Step {
  const isAgain = state.reading === "again";
  const done: StreamState = { ...state, reading: "no" };
  if (!isRunning(state)) return stepTo(done);
  // A following tab receives every change from the other tabs, so one read makes it current.
  const following =
    state.phase === "following"
      ? { ...withTimes(done, { retry: undefined }), isCurrent: true, failures: 0 }
      : done;
  const trouble = following.failures ? state.trouble : undefined;
  const shown = acceptResponse({ ...following, trouble }, answer);
  const next = stepTo(shown, { type: "show", answer });
  return isAgain && shown.awaited ? startRead(next) : next;
}

function afterFailedRead(state: StreamState, error: UserDocumentError, jitter: number, now: number): Step {
  const done: StreamState = { ...state, reading: "no" };
  if (!isRunning(state)) return stepTo(done);
  if (error.isPermanent) return refuseStream(done, error);
  if (state.phase === "following") {
    // Retry the read instead of opening a stream, because a new stream would fail in the same way.
    const failures = state.failures + 1;
    const retry = now + delayAfter(failures + 1, jitter);
    return stepTo({ ...withTimes(done, { retry }), isCurrent: false, failures, trouble: error });
  }
  const trouble = state.shownAt === undefined ? error : state.trouble;
  const next = stepTo({ ...done, trouble });
  return state.reading === "again" ? startRead(next) : next;
}

function afterTick(state: StreamState, jitter: number, now: number): Step {
  const { times } = state;
  const isDue = (time: number | undefined) => time !== undefined && time <= now;
  if (isDue(times.end)) return endStream(state, "idle");
  if (state.phase === "paused") return stepTo(state);
  if (isDue(times.pause)) return endStream(state, "paused");
  const isAsleep = now - (dueAtOf(state) ?? now) > SLEPT_MS;
  // Every due time must change here, or the timer would fire again at once, without end.
  const { state: next, effects } = isDue(times.confirm)
    ? readAgain(withTimes(state, { ticked: now, confirm: undefined }))
    : stepTo(withTimes(state, { ticked: now }));
  const checkRequest = (): Step => {
    if (isAsleep && isStreaming(next)) return wakeStream(next, now);
    if (isDue(times.retry)) return afterPause(next, now);
    return next.phase === "listening" ? endSilentRequest(next, jitter, now) : stepTo(next);
  };
  return prependEffects(checkRequest(), ...effects);
}

/** The pause after a failure is over. A following tab only reads. */
const afterPause = (state: StreamState, now: number): Step =>
  isStreaming(state) ? startAttempt(state, now) : startRead(stepTo(withTimes(state, { retry: undefined })));

/** Ends a hanging request that has been silent for too long. */
function endSilentRequest(state: StreamState, jitter: number, now: number): Step {
  const silentMs = now - (state.times.heard ?? now);
  if (silentMs > state.keepAliveMs * 1.5) {
    const trouble = new UserDocumentError("deadline-exceeded");
    const { state: failed, effects } = afterFailure({ ...state, isLongPolling: false }, trouble, jitter, now);
    return startRead(stepTo({ ...failed, isCurrent: false, trouble }, { type: "abort" }, ...effects));
  }
  if (state.isLongPolling || state.hasBytes || silentMs < FIRST_BYTE_MS) return stepTo(state);
  return startRead(startAttempt({ ...state, isCurrent: false, isLongPolling: true }, now, { type: "abort" }));
}

export function dueAtOf(state: StreamState): number | undefined {
  const { times } = state;
  const next = state.phase === "listening" ? (times.ticked ?? 0) + TICK_MS : undefined;
  const due = [next, times.retry, times.pause, times.end, times.confirm].filter((time) => time !== undefined);
  return due.length ? Math.min(...due) : undefined;
}

/** Whether the document at the server time `asOf` includes the commit. */
const includesCommit = (asOf: string | undefined, commitTime = ""): boolean =>
  sortableTime(asOf ?? "") >= sortableTime(commitTime);

const hasRequest = ({ phase }: StreamState) => phase === "connecting" || phase === "listening";
const isStreaming = (state: StreamState) => hasRequest(state) || state.phase === "waiting";
const isActive = (state: StreamState) => isStreaming(state) || state.phase === "following";
const isRunning = (state: StreamState) => isActive(state) || state.phase === "paused";
const hasRequestLived = ({ hasBytes, times }: StreamState, now: number) =>
  hasBytes && now - (times.started ?? now) >= LIVED_MS;
/** Whether the stream waits after a failure that no new token can fix. */
const isWaitingForOther = ({ phase, trouble }: StreamState) =>
  phase === "waiting" && trouble?.code !== "unauthenticated" && trouble?.code !== "token-unavailable";

/** The same state with some of its times changed. */
const withTimes = (state: StreamState, times: Partial<Times>): StreamState => ({
  ...state,
  times: { ...state.times, ...times },
});

const startRead = ({ state, effects }: Step): Step =>
  state.reading === "no"
    ? stepTo({ ...state, reading: "yes" }, ...effects, { type: "read" })
    : { state, effects };

/** The server may have answered a running read before the change, so another read follows it. */
const readAgain = (state: StreamState): Step =>
  state.reading === "no" ? startRead(stepTo(state)) : stepTo({ ...state, reading: "again" });

const prependEffects = ({ state, effects }: Step, ...more: Effect[]): Step =>
  stepTo(state, ...more, ...effects);
const stepTo = (state: StreamState, ...effects: Effect[]): Step => ({ state, effects });

/** Reads by REST immediately, and requests a slot of the browser's few streams. */
function beginStream(state: StreamState): Step {
  const begun = { isCurrent: false, failures: 0, trouble: undefined, refusal: undefined };
  return startRead(stepTo({ ...state, ...begun, phase: "following" }, { type: "join" }));
}

/** Ends the stream. Only the timers of watchers and of the page outlive it. */
function endStream(state: StreamState, phase: "idle" | "paused" | "failed" | "disposed"): Step {
  if (state.phase === phase) return stepTo(state);
  const isOver = phase !== "paused";
  const { started, heard, ticked, end } = state.times;
  return stepTo(
    {
      ...state,
      times: { started, heard, ticked, end: isOver ? undefined : end },
      phase,
      isCurrent: false,
      shownAt: isOver ? undefined : state.shownAt,
      trouble: undefined,
      awaited: undefined,
      failures: 0,
      isLongPolling: false,
    },
    { type: "leave" },
  );
}

/** Refused permanently: only a new watcher, a new token or "Try again" restarts it. */
const refuseStream = (state: StreamState, refusal: UserDocumentError): Step => {
  // Without a watcher, the next token must not restart it.
  if (state.times.end !== undefined) return endStream(state, "idle");
  const { state: resting, effects } = endStream(state, "failed");
  return stepTo({ ...resting, refusal }, ...effects);
};
