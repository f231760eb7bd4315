import { UserDocumentError } from "../../src/errors.ts";
import { transition } from "../../src/stream.ts";
import { type Effect, IDLE, type StreamEvent, type StreamState, type Times } from "../../src/stream-state.ts";

const NOW = Date.UTC(2026, 0, 1);
const BEFORE = "2025-12-31T23:59:00Z";
const LATER = "2026-01-01T00:00:01Z";
const shown: StreamState = { ...IDLE, shownAt: BEFORE, times: { started: NOW } };
const open: StreamState = {
  ...shown,
  phase: "listening",
  keepAliveMs: 30_000,
  times: { started: NOW, heard: NOW, ticked: NOW },
};

/** One example of each state. A document was shown before. */
const STATES: readonly StreamState[] = [
  { ...shown, phase: "idle" },
  { ...shown, phase: "paused" },
  { ...shown, phase: "following", isCurrent: true },
  { ...shown, phase: "connecting" },
  open,
  { ...open, isCurrent: true, hasSnapshot: true },
  {
    ...shown,
    phase: "waiting",
    failures: 3,
    trouble: new UserDocumentError("unavailable"),
    times: { started: NOW - 1_000, retry: NOW + 2_000 },
  },
  { ...shown, phase: "failed", refusal: new UserDocumentError("permission-denied") },
  { ...shown, phase: "disposed" },
];

const answer = { readTime: LATER };
const ended = (
  code: UserDocumentError["code"],
  failures = 0,
): [StreamEvent, (state: StreamState) => StreamState] => [
  { type: "ended", error: new UserDocumentError(code), jitter: 0.5 },
  (state) => ({ ...state, failures }),
];
const tick: StreamEvent = { type: "tick", jitter: 0.5 };
/** The same state with times moved by these milliseconds from now. */
const timed =
  (moved: { [name in keyof Times]?: number }) =>
  (state: StreamState): StreamState => ({
    ...state,
    times: {
      ...state.times,
      ...Object.fromEntries(Object.entries(moved).map(([name, ms]) => [name, NOW + ms])),
    },
  });

/** Every event with its distinct cases, and their conditions on the state. */
const EVENTS: readonly [name: string, event: StreamEvent, prepare?: (state: StreamState) => StreamState][] = [
  ["watched", { type: "watched" }],
  ["unwatched", { type: "unwatched" }],
  ["disposed", { type: "disposed" }],
  ["hidden", { type: "hidden" }],
  ["visible", { type: "visible" }],
  ["suspended", { type: "suspended" }],
  ["network-changed", { type: "network-changed" }],
  ["try-again", { type: "try-again" }],
  ["token-changed", { type: "token-changed" }],
  ["written", { type: "written", commitTime: LATER }],
  ["changed", { type: "changed", commitTime: LATER }],
  ["slot-granted", { type: "slot-granted" }],
  ["connected", { type: "connected", isNew: true, keepAliveMs: 30_000 }],
  ["heard", { type: "heard", isMessage: false }],
  ["snapshot", { type: "snapshot", answer, canResume: true }],
  ["ended: as expected", { type: "ended", jitter: 0.5 }, (state) => ({ ...state, hasMessages: true })],
  ["ended: first failure in a row", ...ended("unavailable")],
  ["ended: second failure in a row", ...ended("unavailable", 1)],
  ["ended: `network-failed`", ...ended("network-failed", 1)],
  ["ended: `unauthenticated`", ...ended("unauthenticated", 1)],
  [
    "ended: refused, with a token to resume from",
    ended("permission-denied")[0],
    (state) => ({ ...state, canResume: true }),
  ],
  ["ended: refused", ...ended("permission-denied")],
  ["read", { type: "read", answer }],
  ["read-failed: for now", { type: "read-failed", error: new UserDocumentError("unavailable"), jitter: 0.5 }],
  [
    "read-failed: refused",
    { type: "read-failed", error: new UserDocumentError("permission-denied"), jitter: 0.5 },
  ],
  ["tick: retry is due", tick, timed({ retry: 0 })],
  ["tick: no byte for 5 s", tick, timed({ heard: -5_000, ticked: -5_000 })],
  ["tick: silent for 45 s", tick, timed({ heard: -45_001, ticked: -5_000 })],
  ["tick: a commit is not told of", tick, timed({ confirm: 0 })],
  ["tick: late, after a sleep", tick, timed({ ticked: -60_000, retry: -60_000 })],
  ["tick: hidden for a minute", tick, timed({ pause: 0 })],
  ["tick: unwatched for 5 s", tick, timed({ end: 0 })],
];

const shownEffect = ({ type }: Effect): string => type.replaceAll("-", " ");

const cell = (state: StreamState, event: StreamEvent): string => {
  const step = transition(state, event, NOW);
  const effects = step.effects.map(shownEffect);
  const next = step.state.phase === state.phase ? "·" : `**${step.state.phase}**`;
  return [next, effects.join(", ")].filter(Boolean).join(" ");
};

/** The stream as Markdown. `·` keeps the state; the timer is omitted, because every state implies it. */
export const streamTable = (): string =>
  [
    `| event | ${STATES.map(({ phase, hasSnapshot }) => (hasSnapshot ? `${phase}, current` : phase)).join(" | ")} |`,
    `| --- | ${STATES.map(() => "---").join(" | ")} |`,
    ...EVENTS.map(
      ([name, event, prepare = (state) => state]) =>
        `| ${name} | ${STATES.map((state) => cell(prepare(state), event)).join(" | ")} |`,
    ),
  ].join("\n");

/** The events in the tables, to compare with all events. */
export const shownEvents = (): Set<string> => new Set(EVENTS.map(([, { type }]) => type));
