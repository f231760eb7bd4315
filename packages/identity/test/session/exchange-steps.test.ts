import { describe, expect, test } from "vitest";
import {
  asStoredNow,
  exchangeOutcome,
  isExpectedRecord,
  mayStoreTokens,
  withCurrentParts,
} from "../../src/session/exchange-steps.ts";
import { nextRetry, type Retry } from "../../src/session/retry.ts";
import type { SignedIn } from "../../src/session/state.ts";
import { idToken, session } from "../support/tokens.ts";

const mine = session();
const held: SignedIn = {
  status: "signed-in",
  phase: "fresh",
  dueAt: 0,
  durability: "durable",
  session: mine,
};
const other = { session: session({ generation: "bob-1", sub: "bob" }) };
const unknownFormat = { setAside: { version: 2 } };

describe("late storage changes", () => {
  test.each([
    ["if storage holds the session that the change is meant for", { session: mine }, ["alice-1"], true],
    ["if storage is empty, as it was when the change began", {}, [""], true],
    ["unless storage holds another session", other, ["alice-1", ""], false],
    ["unless storage holds an unknown format", unknownFormat, [""], false],
    ["always, if nothing was read before", unknownFormat, undefined, true],
  ])("a late storage change is carried out %s", (_, current, base, expected) => {
    expect(isExpectedRecord(current, true, { record: {}, base })).toBe(expected);
  });

  test("a late sign-in of a tab that has not read storage replaces an earlier sign-in, and no later one", () => {
    const began = (time: number) => ({ session: session({ idToken: idToken({ auth_time: time }) }) });
    const write = { record: began(2), base: undefined };
    expect(isExpectedRecord(began(1), true, write)).toBe(true);
    expect(isExpectedRecord(began(3), true, write)).toBe(false);
    expect(isExpectedRecord(began(3), false, write)).toBe(true);
  });

  test("a storage change that is not late is always carried out", () => {
    expect(isExpectedRecord(other, false, { record: {}, base: ["alice-1"] })).toBe(true);
    expect(isExpectedRecord(unknownFormat, false, { record: {}, base: [""] })).toBe(true);
  });
});

describe("an exchange writes its result", () => {
  const refused = (...base: string[]): SignedIn => ({ ...held, durability: "memory", base });
  const unreadable: SignedIn = { ...held, durability: "unreadable", base: [""] };
  test.each([
    ["if storage holds the token that the exchange spent", { session: mine }, held, true],
    ["if storage is empty, as it was when it refused the session", {}, refused("", "alice-1"), true],
    ["if storage holds the session that it refused to replace", other, refused("bob-1"), true],
    ["if the session has replaced an unknown format", { session: mine }, unreadable, true],
    ["unless another tab has stored a session", other, held, false],
    ["unless another tab has signed out", {}, held, false],
    ["unless storage has taken the session, and another tab has signed out", {}, refused("alice-1"), false],
    ["unless an unknown format has appeared", unknownFormat, refused(""), false],
    ["unless an unknown format has disappeared", {}, unreadable, false],
  ])("an exchange writes its result %s", (_, current, known, expected) => {
    expect(mayStoreTokens(current, known)).toBe(expected);
  });
});

test("a session that its tab has ended is not newer than storage, whatever the tab has still to remove", () => {
  const ended = { status: "signed-out", durability: "removal-pending", base: ["alice-1", ""] } as const;
  expect(mayStoreTokens({}, asStoredNow(held, ended))).toBe(false);
  const replaced: SignedIn = { ...held, session: other.session, durability: "memory", base: ["", "bob-1"] };
  expect(mayStoreTokens({}, asStoredNow(held, replaced))).toBe(false);
});

describe("the result of an exchange", () => {
  const next = { session: { ...mine, ...session({ generation: mine.generation }) } };

  test("the result of an exchange keeps a profile that was stored during the exchange", () => {
    const user = { ...mine.user, displayName: "Ada" };
    expect(withCurrentParts({ session: { ...mine, user } }, next, 0)).toEqual({
      session: { ...next.session, user },
    });
  });

  test("the result of an exchange does not take over the profile of another session", () => {
    expect(withCurrentParts(other, next, 0)).toEqual(next);
  });

  const failure = (failedAt: number, before?: Retry) => nextRetry(before, failedAt, { code: "timeout" });
  test.each([
    [
      "a failed exchange replaces the failure that it began with",
      failure(1000),
      failure(40_000, failure(1000)),
      failure(40_000, failure(1000)),
    ],
    ["a failure that another tab has stored meanwhile stays", failure(3000), failure(2000), failure(3000)],
    [
      "a later step of the back-off stays, although this tab has failed since",
      failure(40_000, failure(1000)),
      failure(50_000),
      failure(40_000, failure(1000)),
    ],
    ["tokens remove any failure", failure(3000), undefined, undefined],
    [
      "a failure counts although the clock was set back since the last one",
      failure(100_000),
      failure(10, failure(100_000)),
      failure(10, failure(100_000)),
    ],
  ])("%s", (_, stored, retry, expected) => {
    const written = withCurrentParts({ session: mine, retry: stored }, { ...next, retry }, mine.receivedAt);
    expect(written).toEqual({ ...next, retry: expected });
  });

  test("a failure of another tab stays if the tokens have expired before their page received them", () => {
    const late = next.session.expiresAt;
    const retry = failure(mine.receivedAt + 3000);
    expect(withCurrentParts({ session: mine, retry }, next, late)).toEqual({ ...next, retry });
    expect(withCurrentParts({ session: mine }, next, late)).toEqual(next);
  });

  test("a failure before the tokens were requested no longer counts, also if they have expired since", () => {
    const current = { session: mine, retry: failure(mine.receivedAt - 3000) };
    expect(withCurrentParts(current, next, next.session.expiresAt)).toEqual(next);
  });

  test("a refused exchange replaces the stored session with the session's end", () => {
    const ended = { signedOut: "user-disabled" as const };
    expect(withCurrentParts({ session: mine }, ended, 0)).toEqual(ended);
  });

  test.each([
    [
      "is shown as stored if its write succeeded",
      next,
      true,
      { type: "exchanged", record: next, isStored: true },
    ],
    [
      "stays in memory if the write failed",
      undefined,
      true,
      { type: "exchanged", record: next, isStored: false },
    ],
    [
      "stays in memory if storage holds an unknown format",
      unknownFormat,
      false,
      { type: "exchanged", record: next, isStored: false },
    ],
    ["gives way to another tab's session", other, false, { type: "exchange-overtaken", record: other }],
    ["gives way to another tab's sign-out", {}, false, { type: "exchange-overtaken", record: {} }],
  ])("the result of an exchange %s", (_, written, isStored, event) => {
    expect(exchangeOutcome(held, next, written, isStored)).toEqual({
      ...event,
      idToken: mine.idToken,
    });
  });
});
