import { expect, test } from "vitest";
import { UserDocumentError } from "../../src/errors.ts";
import { transition } from "../../src/stream.ts";
import { dueTimeOf } from "../../src/stream-facts.ts";
import { IDLE, type StreamEvent, type StreamState } from "../../src/stream-state.ts";

const START = Date.UTC(2026, 0, 1);
const MOST_WORLDS = 200_000;

/** The stream with its surroundings: the running request and read, and whether it has joined the other tabs. */
type World = {
  state: StreamState;
  now: number;
  request: string | undefined;
  isReading: boolean;
  isMember: boolean;
};

const jitter = 0.5;
const EARLIER = { readTime: "2026-01-01T00:00:01Z" };
const LATER = { readTime: "2026-01-01T00:00:02Z" };
const UNAVAILABLE = new UserDocumentError("unavailable");
const DENIED = new UserDocumentError("permission-denied");
const FAILURES = [new UserDocumentError("network-failed"), new UserDocumentError("unauthenticated"), DENIED];

/** All possible events in a world; a request's responses only while it runs. */
const eventsIn = ({ request, isReading, isMember, state }: World): StreamEvent[] => [
  { type: "watched", isVisible: true },
  { type: "unwatched" },
  { type: "visible" },
  { type: "suspended" },
  { type: "network-changed" },
  { type: "token-changed" },
  { type: "written", commitTime: LATER.readTime },
  { type: "disposed" },
  ...(isMember ? [{ type: "slot-granted" } as const] : []),
  ...(dueTimeOf(state) === undefined ? [] : [{ type: "tick", jitter } as const]),
  ...(request === "authorize"
    ? [{ type: "authorized", idToken: state.session?.idToken ?? "one" } as const]
    : []),
  ...(request === "open" ? [{ type: "opened", keepAliveMs: 30_000 } as const] : []),
  ...(request === "receive"
    ? [
        { type: "heard", isMessage: false } as const,
        { type: "snapshot", answer: EARLIER, canResume: true } as const,
        { type: "ended", jitter } as const,
      ]
    : []),
  ...(request ? FAILURES.map((error) => ({ type: "ended" as const, error, jitter })) : []),
  ...(isReading
    ? [
        { type: "read", answer: LATER } as const,
        { type: "read-failed", error: UNAVAILABLE, jitter } as const,
        { type: "read-failed", error: DENIED, jitter } as const,
      ]
    : []),
];

/** The stream's time limits: for the first byte, for the lifetime and for silence. */
const LIMITS_MS = [5_000, 10_000, 45_001];
const passed = (ms: number) => LIMITS_MS.filter((limit) => ms >= limit).length;

/**
 * Equal keys count as the same world. Of a future time, the key holds only whether it is set; of a past time, only
 * which limits it has exceeded.
 */
const keyOf = ({ state, now, request, isReading, isMember }: World): string => {
  const { times, trouble, refusal, failures, sent: _, ...rest } = state;
  const { started = now, heard = now, retry, pause, end, confirm } = times;
  const ahead = [retry, pause, end, confirm].map((time) => time !== undefined);
  const back = [passed(now - started), passed(now - heard)];
  const codes = [trouble?.code, refusal?.code];
  return JSON.stringify([rest, ahead, back, codes, Math.min(failures, 2), request, isReading, isMember]);
};

const MOST_TICKS = 4;
/** A due time that a tick leaves in place would fire the timer again at once, without end. */
const checkTimer = (after: StreamState, now: number): void => {
  let state = after;
  for (let ticks = 0; (dueTimeOf(state) ?? now + 1) <= now; ticks += 1) {
    if (ticks === MOST_TICKS) throw new Error("the timer fires without end");
    state = transition(state, { type: "tick", jitter }, now).state;
  }
};

/** One event, carried out like in the runner; every broken rule is an error. */
const advance = (world: World, event: StreamEvent, now: number): World => {
  const { state, effects } = transition(world.state, event, now);
  checkTimer(state, now);
  let { request, isReading, isMember } = world;
  if (event.type === "authorized" || event.type === "opened" || event.type === "ended") request = undefined;
  if (event.type === "read" || event.type === "read-failed") isReading = false;
  for (const { type: name } of effects) {
    if (name === "abort") request = undefined;
    if (name === "authorize" || name === "open" || name === "receive") {
      if (request) throw new Error(`${name} while ${request} is under way`);
      request = name;
    }
    if (name === "read" && isReading) throw new Error("two reads at once");
    if (name === "read") isReading = true;
    if (name === "join" && isMember) throw new Error("joins twice");
    if (name === "join" || name === "leave") isMember = name === "join";
  }
  const { phase } = state;
  const isStreaming = ["authorizing", "opening", "listening", "live"].includes(phase);
  if (isStreaming !== (request !== undefined)) throw new Error(`${phase} with request ${request}`);
  if ((state.reading !== "no") !== isReading && phase !== "disposed") throw new Error("lost count of reads");
  if (phase === "waiting" && dueTimeOf(state) === undefined) throw new Error("waits without a timer");
  if (["idle", "paused", "failed", "disposed"].includes(phase) && (isMember || state.session))
    throw new Error(`${phase} holds a slot or a session`);
  return { state, now, request, isReading, isMember };
};

test("an exhaustive search finds no reachable state of the stream that breaks a rule", () => {
  const first: World = { state: IDLE, now: START, request: undefined, isReading: false, isMember: false };
  const seen = new Set([keyOf(first)]);
  const frontier = [first];
  for (let world = frontier.pop(); world && seen.size < MOST_WORLDS; world = frontier.pop())
    for (const event of eventsIn(world)) {
      // Time passes only before a timer's event. All other events happen immediately.
      const due = event.type === "tick" ? (dueTimeOf(world.state) ?? world.now) : world.now;
      for (const late of event.type === "tick" ? [0, 60_000] : [0]) {
        const next = advance(world, event, Math.max(due, world.now) + late);
        const key = keyOf(next);
        if (seen.has(key)) continue;
        seen.add(key);
        frontier.push(next);
      }
    }
  console.log(`stream: ${seen.size} worlds searched`);
  expect(frontier).toEqual([]);
});
