import { describe, expect, test } from "vitest";
import type { LifecycleEvent } from "../../src/events.ts";
import { BACK_OFF, retryAfter } from "../../src/http/back-off.ts";
import type { Retry } from "../../src/http/retry.ts";
import { transition } from "../../src/session/lifecycle.ts";
import { endOf } from "../../src/session/order.ts";
import { type SessionRecord, signOutAt } from "../../src/session/record.ts";
import { type Effect, type SessionEvent, type Step, viewOf } from "../../src/session/state.ts";
import { START } from "../support/clock.ts";
import { session } from "../support/tokens.ts";

const MINUTE = 60_000;
const mine = session();
const renewed = session({ turn: 1 });
const changed = session({ change: 1 });
const NOTHING = signOutAt(0);
const read = (record: SessionRecord | undefined, note = NOTHING): SessionEvent => ({
  type: "storage-read",
  record,
  note,
});
const failedTo = (what: "read" | "write"): SessionEvent => ({
  type: "storage-failed",
  isWrite: what === "write",
  note: NOTHING,
});
const SIGN_IN: SessionEvent[] = [
  { type: "sign-in-started", generation: mine.generation },
  { type: "signed-in", session: mine },
];
const due: SessionEvent = { type: "token-requested", why: "timer" };
const exchanged = (record: SessionRecord, part: object = { isOwn: true }): SessionEvent => ({
  type: "exchanged",
  idToken: mine.idToken,
  record,
  ...part,
});

/** The last step of a sequence that starts with a new page. */
const after = (events: readonly SessionEvent[], now = START): Step =>
  events.reduce<Step>((step, event) => transition(step.state, event, now), { state: {}, effects: [] });
const emitted = ({ effects }: Step): LifecycleEvent[] =>
  effects.flatMap((effect) => (effect.type === "emit" ? [effect.event] : []));
const has = ({ effects }: Step, type: Effect["type"]): boolean => effects.some((each) => each.type === type);
const retry: Retry = {
  attempt: 1,
  failedAt: START,
  retryAt: START + MINUTE,
  cause: "internal-error",
};
const failed = exchanged({ session: mine, retry });

describe("events", () => {
  test.each<[name: string, events: SessionEvent[], emitted: object[]]>([
    ["storage that cannot be read", [failedTo("read")], [{ type: "storage-unavailable" }]],
    ["storage that cannot be read, once", [failedTo("read"), failedTo("read")], []],
    ["a sign-in", SIGN_IN, [{ type: "signed-in" }]],
    ["a stored session", [read({ session: mine })], [{ type: "restored" }]],
    ["another tab's tokens", [read({ session: mine }), read({ session: renewed })], [{ type: "adopted" }]],
    [
      "replaced tokens",
      [...SIGN_IN, { type: "account-changed", session: changed }],
      [{ type: "tokens-replaced" }],
    ],
    ["an unknown format", [read(undefined)], [{ type: "stored-value-set-aside" }]],
    ["an unknown format once", [read(undefined), read(undefined)], []],
    ["a refused write", [...SIGN_IN, failedTo("write")], [{ type: "persistence-degraded" }]],
    ["a refused write once", [...SIGN_IN, failedTo("write"), failedTo("write")], []],
    ["a refused write of what storage holds", [...SIGN_IN, read({ session: mine }), failedTo("write")], []],
    [
      "a refused write of what storage does not hold yet",
      [...SIGN_IN, read({ session: mine }), { type: "account-changed", session: changed }, failedTo("write")],
      [{ type: "persistence-degraded" }],
    ],
    ["a wake", [{ type: "woke-up", cause: "visible" }], [{ type: "woke-up", cause: "visible" }]],
    ["a refresh", [...SIGN_IN, due], [{ type: "refresh-started" }]],
    [
      "a failed refresh",
      [...SIGN_IN, due, failed],
      [{ type: "refresh-failed", code: "internal-error", retryAt: retry.retryAt }],
    ],
    [
      "a refresh that succeeds",
      [...SIGN_IN, due, exchanged({ session: renewed })],
      [{ type: "refreshed", expiresAt: renewed.expiresAt }],
    ],
    [
      "a refresh that another tab has made",
      [...SIGN_IN, due, exchanged({ session: renewed }, {})],
      [{ type: "adopted" }],
    ],
    [
      "a refresh whose write storage refuses",
      [...SIGN_IN, due, exchanged({ session: renewed }, { isOwn: true, isUnsaved: true })],
      [{ type: "refreshed", expiresAt: renewed.expiresAt }, { type: "persistence-degraded" }],
    ],
  ])("the lifecycle emits the events of %s", (_, events, expected) => {
    expect(emitted(after(events))).toEqual(expected);
  });
});

test("a sign-in is written in its own step, and its profile is looked up without an exchange", () => {
  const { effects, state } = after(SIGN_IN);
  expect(effects[0]).toEqual({ type: "write", isAction: true });
  expect(effects.map(({ type }) => type)).toContain("look-up");
  expect(viewOf(state).phase).toBe("fresh");
});

test("a tab starts no exchange while one is running", () => {
  expect(has(after([...SIGN_IN, due]), "exchange")).toBe(true);
  expect(has(after([...SIGN_IN, due, due]), "exchange")).toBe(false);
});

test("an exchange that succeeds after an outage looks the profile up again", () => {
  const step = after([...SIGN_IN, due, failed, due, exchanged({ session: renewed })]);
  expect(has(step, "look-up")).toBe(true);
});

test("new tokens of a changed account continue a session that another tab's exchange has ended", () => {
  const end = read(endOf(mine, "user-token-expired"));
  const step = after([...SIGN_IN, end, { type: "account-changed", session: changed }]);
  expect(viewOf(step.state)).toMatchObject({ status: "signed-in", session: changed });
  expect(has(step, "write")).toBe(true);
});

test("new tokens of a changed account do not continue a session that the user has signed out", () => {
  const signedOut: SessionEvent = { type: "sign-out", stamp: START + 1 };
  const step = after([...SIGN_IN, signedOut, { type: "account-changed", session: changed }]);
  expect(viewOf(step.state).status).toBe("signed-out");
});

test("new tokens of a changed account no longer count as refused", () => {
  const refused: SessionEvent = {
    type: "token-refused",
    idToken: mine.idToken,
    isFinal: false,
    reason: "invalid-user-token",
  };
  const { state } = after([...SIGN_IN, refused, { type: "account-changed", session: changed }]);
  expect(state.record?.session).toEqual(changed);
});

test('an exchange that fails without an error code is recorded with the cause "unknown"', () => {
  expect(retryAfter(new TypeError(), undefined, START, BACK_OFF).cause).toBe("unknown");
});

test('an exchange whose page loses the lock is recorded with the cause "timeout"', () => {
  const stolen = new DOMException("The lock was stolen.", "AbortError");
  expect(retryAfter(stolen, undefined, START, BACK_OFF).cause).toBe("timeout");
});

test("a tab whose exchange was overtaken by another tab no longer counts as refreshing", () => {
  const overtaken = exchanged({ session: mine }, {});
  expect(viewOf(after([...SIGN_IN, due, overtaken]).state)).toMatchObject({ phase: "fresh" });
});

test("a token that another tab has got before a refusal is exchanged once before its refusal ends the session", () => {
  const refusedOf = ({ idToken }: typeof mine): SessionEvent => ({
    type: "token-refused",
    idToken,
    isFinal: false,
    reason: "invalid-user-token",
  });
  const overtaken = exchanged({ session: renewed }, {});
  const { state } = after([read({ session: mine }), refusedOf(mine), overtaken, refusedOf(renewed)]);
  expect(viewOf(state)).toMatchObject({ phase: "refreshing", session: { idToken: renewed.idToken } });
});

test("an exchange that was cut makes only its own tab wait", () => {
  const cut: SessionEvent = { type: "exchanged", idToken: mine.idToken, pause: retry };
  const { state } = after([...SIGN_IN, due, cut]);
  expect(viewOf(state)).toMatchObject({ phase: "waiting", retry });
  expect(state.record?.retry).toBeUndefined();
});

test("what storage has refused is written again at the next read, with its sign-out reason", () => {
  const refused: SessionEvent = {
    type: "token-refused",
    idToken: mine.idToken,
    isFinal: true,
    reason: "user-disabled",
  };
  const events: SessionEvent[] = [read({ session: mine }), refused, failedTo("write")];
  expect(after(events).state.isUnsaved).toBe(true);
  const again = after([...events, read({ session: mine })]);
  expect(has(again, "write")).toBe(true);
  expect(again.state.record?.signedOut).toBe("user-disabled");
  expect(after([...events, read(again.state.record)]).state.isUnsaved).toBe(false);
});

test("in an outage, the later step of the back-off counts, whichever tab has recorded it", () => {
  const fifth: Retry = { ...retry, attempt: 5, failedAt: START - MINUTE, retryAt: START + MINUTE };
  const { state } = after([...SIGN_IN, due, failed, read({ session: mine, retry: fifth })]);
  expect(viewOf(state)).toMatchObject({ phase: "waiting", retry: fifth });
});

test("a noted sign-out ends the stored session, and does not cancel a sign-in under way", () => {
  const { state, effects } = transition(
    { latestSignIn: "next" },
    read({ session: mine }, signOutAt(mine.stamp)),
    START,
  );
  expect(viewOf(state).status).toBe("signed-out");
  expect(state.latestSignIn).toBe("next");
  expect(effects).toEqual([{ type: "write", isAction: false }]);
});

test("a noted sign-out ends the session that a tab shows although storage cannot be read", () => {
  const { state } = after([
    ...SIGN_IN,
    { type: "storage-failed", isWrite: false, note: signOutAt(mine.stamp) },
  ]);
  expect(viewOf(state).status).toBe("signed-out");
});

test("an unknown format ends no session, and no page shows its user", () => {
  expect(viewOf(after([...SIGN_IN, read(undefined)]).state).status).toBe("signed-in");
  expect(viewOf(after([read(undefined)]).state).status).toBe("signed-out");
});
