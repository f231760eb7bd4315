import fc from "fast-check";
import type { WakeCause } from "../../src/events.ts";
import { transition } from "../../src/session/lifecycle.ts";
import { endOf } from "../../src/session/order.ts";
import { type Retry, type SessionRecord, signOutAt } from "../../src/session/record.ts";
import type { SessionEvent, SessionState } from "../../src/session/state.ts";
import { START } from "./clock.ts";
import { session } from "./tokens.ts";

/** The minimum number of sequences per rule. A failure prints its seed, and FC_SEED replays it. */
const RUNS = Number(process.env["FC_RUNS"] ?? 10_000);
const seed = process.env["FC_SEED"];
export const parameters = { numRuns: RUNS, ...(seed ? { seed: Number(seed) } : {}) };

/** A few sessions are enough for every combination of two. */
const SESSIONS = [
  session(),
  session(),
  session({ lifetimeMs: 240_000 }),
  session({ sub: "bob" }),
  session({ lifetimeMs: 1000 }),
  session({ generation: "alice-2" }),
  session({ turn: 1, refusedTurn: 0 }),
  session({ turn: 2 }),
  session({ change: 1 }),
] as const;

const anySession = fc.constantFrom(...SESSIONS);
const idToken = anySession.map(({ idToken }) => idToken);
const generation = anySession.map(({ generation }) => generation);
const reason = fc.constantFrom("user-disabled", "user-token-expired", "invalid-refresh-token");
const anyTime = fc.integer({ min: -1_000_000, max: 10_000_000 }).map((offset) => START + offset);
const retry: fc.Arbitrary<Retry> = fc.record({
  attempt: fc.integer({ min: 1, max: 8 }),
  failedAt: anyTime,
  retryAt: anyTime,
  cause: fc.constantFrom(
    "network-request-failed",
    "timeout",
    "too-many-requests",
    "unknown",
    "internal-error",
  ),
});
const record: fc.Arbitrary<SessionRecord> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      session: anySession,
      retry: fc.option(retry, { nil: undefined }),
      forced: fc.option(retry, { nil: undefined }),
    }),
  },
  {
    weight: 1,
    arbitrary: anySession.chain((session) => reason.map((signedOut) => endOf(session, signedOut))),
  },
  { weight: 1, arbitrary: anyTime.map((stamp) => signOutAt(stamp)) },
  { weight: 1, arbitrary: fc.constant(signOutAt(0)) },
);
const note = fc.oneof(
  { weight: 4, arbitrary: fc.constant(signOutAt(0)) },
  { weight: 1, arbitrary: anyTime.map((stamp) => signOutAt(stamp)) },
);
const cause = fc.constantFrom<WakeCause>(
  "visible",
  "online",
  "page-shown",
  "timer-late",
  "clock-moved",
  "try-again",
);

const just = <Type extends string>(type: Type) => fc.constant(type);
const anyEvent: fc.Arbitrary<SessionEvent> = fc.oneof(
  fc.record({ type: just("storage-read"), record, note }),
  fc.record({ type: just("storage-read"), record: fc.constant(undefined), note }),
  fc.record({ type: just("storage-failed"), isWrite: fc.boolean(), note }),
  fc.record({ type: just("sign-in-started"), generation }),
  fc.record({ type: just("signed-in"), session: anySession }),
  fc.record({ type: just("account-changed"), session: anySession }),
  fc.record({ type: just("exchanged"), idToken, record, isOwn: fc.boolean(), isUnsaved: fc.boolean() }),
  fc.record({ type: just("exchanged"), idToken, pause: retry }),
  fc.record({ type: just("woke-up"), cause }),
  fc.record({ type: just("token-requested"), why: fc.constantFrom("timer", "call", "forced-call") }),
  fc.record({ type: just("token-refused"), idToken, reason, isFinal: fc.boolean() }),
  fc.record({ type: just("sign-out"), stamp: anyTime, reason: fc.option(reason, { nil: undefined }) }),
) as fc.Arbitrary<SessionEvent>;

/** Time advances, jumps (sleep) or is set back (a corrected clock). */
const jump = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 60_000 }) },
  { weight: 2, arbitrary: fc.integer({ min: 60_000, max: 7_200_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: -86_400_000, max: 0 }) },
);

export type Sequence = { event: SessionEvent; jump: number }[];
const anySteps: fc.Arbitrary<Sequence> = fc.array(fc.record({ event: anyEvent, jump }), {
  minLength: 1,
  maxLength: 25,
});

/** Storage is empty, and refuses the sign-in that follows. Random events seldom meet in this order. */
const REFUSED_SIGN_IN: Sequence = (
  [
    { type: "storage-read", record: signOutAt(0), note: signOutAt(0) },
    { type: "sign-in-started", generation: SESSIONS[0].generation },
    { type: "signed-in", session: SESSIONS[0] },
    { type: "storage-failed", isWrite: true, note: signOutAt(0) },
  ] as const
).map((event) => ({ event, jump: 0 }));

export const anySequence: fc.Arbitrary<Sequence> = fc
  .tuple(fc.constantFrom([], REFUSED_SIGN_IN), anySteps)
  .map(([first, steps]) => [...first, ...steps]);

export type Moment = {
  before: SessionState;
  event: SessionEvent;
  now: number;
} & ReturnType<typeof transition>;

/** Runs a sequence from the start of a page and passes every step to the rule. */
export function play(sequence: Sequence, rule: (moment: Moment) => void): SessionState {
  let state: SessionState = {};
  let now = START;
  for (const { event, jump } of sequence) {
    now += jump;
    const step = transition(state, event, now);
    rule({ before: state, event, now, ...step });
    state = step.state;
  }
  return state;
}
