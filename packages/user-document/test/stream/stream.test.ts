import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { randomCases } from "../../../server/test/support/whole.ts";
import { UserDocumentError } from "../../src/errors.ts";
import { dueAtOf, transition } from "../../src/stream.ts";
import { IDLE, type StreamEvent, type StreamState } from "../../src/stream-state.ts";
import { shownEvents } from "./table.ts";

const RUNS = randomCases(5_000);
const START = Date.UTC(2026, 0, 1);
const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

test("the stream's transition table shows every event", () => {
  const union =
    read("src/stream-state.ts").split("export type StreamEvent =")[1]?.split("export type")[0] ?? "";
  const types = [...union.matchAll(/\{ type: "([a-z-]+)"/g)].map(([, type]) => type);
  expect(shownEvents()).toEqual(new Set(types));
});

const jitter = fc.double({ min: 0, max: 1, noNaN: true });
const time = fc.integer({ min: 0, max: 9 }).map((second) => `2026-01-01T00:00:0${second}Z`);
const error = fc
  .constantFrom("network-failed", "unavailable", "unauthenticated", "permission-denied", "resource-exhausted")
  .map((code) => new UserDocumentError(code as UserDocumentError["code"]));
const of = <const T extends StreamEvent["type"]>(type: T) => fc.constant({ type });
const anyEvent: fc.Arbitrary<StreamEvent> = fc.oneof(
  of("watched"),
  of("unwatched"),
  of("hidden"),
  of("visible"),
  of("suspended"),
  of("network-changed"),
  of("try-again"),
  of("token-changed"),
  fc.record({ type: fc.constantFrom("written" as const, "changed" as const), commitTime: time }),
  of("slot-granted"),
  fc.record({
    type: fc.constant("connected" as const),
    isNew: fc.boolean(),
    keepAliveMs: fc.constant(30_000),
  }),
  fc.record({ type: fc.constant("heard" as const), isMessage: fc.boolean() }),
  fc.record({
    type: fc.constant("snapshot" as const),
    answer: fc.record({ readTime: time }),
    canResume: fc.boolean(),
  }),
  fc.record({ type: fc.constant("ended" as const), error, jitter }, { requiredKeys: ["type", "jitter"] }),
  fc.record({ type: fc.constant("read" as const), answer: fc.record({ readTime: time }) }),
  fc.record({ type: fc.constant("read-failed" as const), error, jitter }),
  fc.record({ type: fc.constant("tick" as const), jitter }),
  { arbitrary: of("disposed"), weight: 1 },
);
const jump = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 10_000 }) },
  { weight: 2, arbitrary: fc.integer({ min: 10_000, max: 7_200_000 }) },
);
const sequence = fc.array(fc.record({ event: anyEvent, jump }), { minLength: 1, maxLength: 40 });

/** The events of a stream's request. Without a request, they cannot happen. */
const ANSWERS: readonly StreamEvent["type"][] = ["connected", "heard", "snapshot", "ended"];

/** Runs a sequence like the runner, and passes every step to the rule. */
const play = (
  steps: readonly { event: StreamEvent; jump: number }[],
  rule: (moment: {
    before: StreamState;
    event: StreamEvent;
    now: number;
    step: ReturnType<typeof transition>;
    hasRequest: boolean;
    isReading: boolean;
  }) => void,
) => {
  let state = IDLE;
  let now = START;
  let hasRequest = false;
  let isReading = false;
  for (const { event, jump } of steps) {
    now += jump;
    if (ANSWERS.includes(event.type) && !hasRequest) continue;
    if ((event.type === "read" || event.type === "read-failed") && !isReading) continue;
    if (event.type === "read" || event.type === "read-failed") isReading = false;
    if (event.type === "ended") hasRequest = false;
    const step = transition(state, event, now);
    rule({ before: state, event, now, step, hasRequest, isReading });
    for (const { type: name } of step.effects) {
      if (name === "abort" || name === "leave") hasRequest = false;
      if (name === "connect") hasRequest = true;
      if (name === "read") isReading = true;
    }
    state = step.state;
  }
};
const always = (rule: Parameters<typeof play>[1]) =>
  fc.assert(
    fc.property(sequence, (steps) => play(steps, rule)),
    { numRuns: RUNS },
  );

test("the stream never has two of its requests pending, and never two reads", () =>
  always(({ step, hasRequest, isReading }) => {
    let isPending = hasRequest;
    for (const { type: name } of step.effects) {
      if (name === "abort" || name === "leave") isPending = false;
      if (name !== "connect") continue;
      expect(isPending).toBe(false);
      isPending = true;
    }
    expect(step.effects.filter(({ type }) => type === "read").length + Number(isReading)).toBeLessThan(2);
  }));

test("a stream that is idle, paused, failed or disposed has left, has no retry, and is not current", () =>
  always(({ before, step }) => {
    const isAtRest = ({ phase }: StreamState) => ["idle", "paused", "failed", "disposed"].includes(phase);
    if (!isAtRest(step.state)) return;
    expect(step.state).toMatchObject({ isCurrent: false });
    expect([step.state.times.retry, step.state.times.confirm]).toEqual([undefined, undefined]);
    if (!isAtRest(before)) expect(step.effects).toContainEqual({ type: "leave" });
    if (step.state.phase !== "paused") expect(dueAtOf(step.state)).toBeUndefined();
  }));

test("a disposed stream never acts again", () =>
  always(({ before, step }) => {
    if (before.phase === "disposed") expect(step).toEqual({ state: step.state, effects: [] });
    if (before.phase === "disposed") expect(step.state.phase).toBe("disposed");
  }));

test("a stream that gets bytes after a consistent state is current and has no failure", () =>
  always(({ event, step }) => {
    if (event.type !== "heard" || step.state.phase !== "listening" || !step.state.hasSnapshot) return;
    expect(step.state).toMatchObject({ isCurrent: true, trouble: undefined });
  }));

test("a waiting stream always has a timer, and no timer is more than 90 s ahead", () =>
  always(({ step, now }) => {
    const due = dueAtOf(step.state);
    if (step.state.phase === "waiting") expect(due).toBeDefined();
    if (due !== undefined) expect(due - now).toBeLessThanOrEqual(90_000);
  }));

test("a stream leaves the state failed only by a watcher, a retry, a new token or its disposal", () =>
  always(({ before, event, step }) => {
    if (before.phase !== "failed" || step.state.phase === "failed") return;
    expect(["watched", "unwatched", "disposed", "try-again", "token-changed"]).toContain(event.type);
  }));
