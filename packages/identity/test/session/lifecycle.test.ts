import { describe, expect, test } from "vitest";
import type { LifecycleEvent } from "../../src/events.ts";
import { recordAfterFailure } from "../../src/session/exchange-steps.ts";
import { transition } from "../../src/session/lifecycle.ts";
import type { Retry } from "../../src/session/retry.ts";
import type { Effect, SessionEvent, SessionState, Step } from "../../src/session/state.ts";
import { START } from "../support/clock.ts";
import { session } from "../support/tokens.ts";

const MINUTE = 60_000;
const held = session();
const renewed = session();
const UNKNOWN: SessionState = { status: "unknown", durability: "durable" };
const read = (record: object): SessionEvent => ({ type: "storage-read", record });
const SIGN_IN: SessionEvent[] = [
  { type: "sign-in-started", generation: held.generation },
  { type: "signed-in", session: held },
];

/** The last step of a sequence that starts with a new page. */
const after = (events: readonly SessionEvent[], now = START): Step =>
  events.reduce<Step>((step, event) => transition(step.state, event, now), { state: UNKNOWN, effects: [] });
const told = ({ effects }: Step): LifecycleEvent[] =>
  effects.flatMap((effect) => (effect.type === "emit" ? [effect.event] : []));
const effect = ({ effects }: Step, type: Effect["type"]): Effect | undefined =>
  effects.find((each) => each.type === type);
const retry: Retry = {
  attempt: 1,
  failedAt: START,
  startAt: START + MINUTE,
  retryAt: START + MINUTE,
  cause: "internal-error",
};
const failed: SessionEvent = { type: "exchanged", idToken: held.idToken, record: { session: held, retry } };

describe("events", () => {
  test.each<[name: string, events: SessionEvent[], told: object[]]>([
    ["storage that cannot be read", [{ type: "storage-read-failed" }], [{ type: "storage-unavailable" }]],
    ["a sign-in", SIGN_IN, [{ type: "signed-in" }]],
    ["a stored session", [read({ session: held })], [{ type: "restored" }]],
    [
      "a session that is stored with a failed attempt",
      [read({ session: held, retry: { ...retry, startAt: START } })],
      [{ type: "restored" }, { type: "refresh-started", attempt: 2 }],
    ],
    ["another tab's tokens", [read({ session: held }), read({ session: renewed })], [{ type: "adopted" }]],
    [
      "replaced tokens",
      [...SIGN_IN, { type: "tokens-replaced", session: renewed }],
      [{ type: "tokens-replaced" }],
    ],
    ["an unknown format", [read({ setAside: {} })], [{ type: "stored-value-set-aside" }]],
    ["an unknown format once", [read({ setAside: {} }), read({ setAside: {} })], []],
    ["a wake", [{ type: "woke-up", cause: "visible" }], [{ type: "woke-up", cause: "visible" }]],
    ["a refresh", [...SIGN_IN, { type: "refresh-due" }], [{ type: "refresh-started", attempt: 1 }]],
    [
      "a failed refresh",
      [...SIGN_IN, { type: "refresh-due" }, failed],
      [{ type: "refresh-failed", code: "internal-error", retryAt: retry.retryAt }],
    ],
    [
      "a second attempt",
      [...SIGN_IN, { type: "refresh-due" }, failed, { type: "refresh-due" }],
      [{ type: "refresh-started", attempt: 2 }],
    ],
  ])("the lifecycle emits the events of %s", (_, events, expected) => {
    expect(told(after(events))).toEqual(expected);
  });
});

test("new tokens are stored only over the same session, and no longer count as refused", () => {
  const step = after([
    ...SIGN_IN,
    { type: "token-refused", idToken: held.idToken, reason: "invalid-user-token" },
    { type: "tokens-replaced", session: renewed },
  ]);
  expect(effect(step, "store")).toMatchObject({ expected: [renewed.generation] });
  expect(step.state).toMatchObject({ phase: "fresh", isRefused: false });
});

test('an exchange that fails without an error code is recorded with the cause "unknown"', () => {
  expect(recordAfterFailure({ session: held }, new TypeError(), START).retry?.cause).toBe("unknown");
});

test('an exchange whose page loses the lock is recorded with the cause "timeout"', () => {
  const stolen = new DOMException("The lock was stolen.", "AbortError");
  expect(recordAfterFailure({ session: held }, stolen, START).retry?.cause).toBe("timeout");
});

test("a tab whose exchange was overtaken by another tab no longer counts as refreshing", () => {
  const overtaken = { type: "exchange-overtaken", idToken: held.idToken, record: { session: held } } as const;
  expect(after([...SIGN_IN, { type: "refresh-due" }, overtaken]).state).toMatchObject({ phase: "fresh" });
});

test("a failed removal is retried with its sign-out reason, but only if storage holds a session", () => {
  const refused = { type: "sign-out", idToken: held.idToken, reason: "user-disabled" } as const;
  const events: SessionEvent[] = [read({ session: held }), refused, { type: "storage-write-failed" }];
  expect(after(events).state.durability).toBe("removal-pending");
  const again = effect(after([...events, read({ session: held })]), "clear");
  expect(again).toMatchObject({ record: { signedOut: "user-disabled" } });
  const empty: SessionEvent[] = [read({}), { type: "sign-out" }, { type: "storage-write-failed" }];
  expect(after(empty).state.durability).toBe("durable");
});

test.each([
  [true, "durable"],
  [undefined, "durable"],
  [false, "memory"],
] as const)('a refreshed session with isStored %s has the durability "%s"', (isStored, durability) => {
  const exchanged = { type: "exchanged", idToken: held.idToken, record: { session: renewed } } as const;
  const events: SessionEvent[] = [...SIGN_IN, { type: "refresh-due" }];
  const step = after([...events, isStored === undefined ? exchanged : { ...exchanged, isStored }]);
  expect(step.state.durability).toBe(durability);
});

describe("in an outage, the back-off of another tab goes on", () => {
  const LATE = held.expiresAt + MINUTE;
  const fifth: Retry = { ...retry, attempt: 5, failedAt: LATE - MINUTE, retryAt: LATE + MINUTE };
  /** Storage refuses the outcome of an exchange, and holds another tab's failure. */
  const wake = (record: object): Step =>
    after(
      [
        ...SIGN_IN,
        { type: "refresh-due" },
        { type: "exchanged", idToken: held.idToken, record, isStored: false },
        read({ session: held, retry: fifth }),
      ],
      LATE,
    );

  test("although this tab stores tokens that expired while it was frozen", () => {
    const stored = effect(wake({ session: renewed }), "store");
    expect(stored).toMatchObject({ record: { session: renewed, retry: fifth } });
  });

  test("although this tab has a failure that came later, but is an earlier step", () => {
    const step = wake({ session: held, retry: { ...retry, failedAt: LATE } });
    expect(effect(step, "store")).toBeUndefined();
    expect(step.state).toMatchObject({ phase: "waiting", retry: fifth });
  });
});

test.each([
  ["stays, if storage held nothing else meanwhile", [], "signed-in"],
  ["gives way to another tab's sign-out once it was stored", [read({ session: held })], "signed-out"],
] as const)(
  "a sign-in during an exchange that is refused, and then refused by storage, %s",
  (_, stored, status) => {
    const left = session({ generation: "left", lifetimeMs: 2 * MINUTE });
    const record = { signedOut: "user-disabled" } as const;
    const refused = { type: "exchanged", idToken: left.idToken, record, isStored: false } as const;
    const events = [read({ session: left }), ...SIGN_IN, ...stored, refused];
    const step = after([...events, { type: "storage-write-failed" }, read({})]);
    expect(step.state.status).toBe(status);
  },
);

test("a noted sign-out removes only the noted session and does not cancel a sign-in under way", () => {
  const noted = session();
  const { state, effects } = transition(
    { status: "unknown", durability: "durable", latestSignIn: "next" },
    { type: "storage-read", record: { session: noted, isSignOutNoted: true } },
    START,
  );
  expect(state).toMatchObject({
    status: "signed-out",
    latestSignIn: "next",
    base: [noted.generation, ""],
  });
  const [base, expected] = [[noted.generation], [noted.generation]];
  expect(effects).toEqual([{ type: "clear", record: {}, base, expected }]);
});
