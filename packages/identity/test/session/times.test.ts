import { describe, expect, test } from "vitest";
import { isTokenUsable, refreshTimeOf } from "../../src/session/tokens.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const token = (lifetimeMs: number, receivedAt = 0) => ({ receivedAt, expiresAt: receivedAt + lifetimeMs });

describe("a token is refreshed", () => {
  test.each([
    { what: "an hour", lifetimeMs: 60 * MINUTE, at: 55 * MINUTE },
    { what: "a little more than five minutes", lifetimeMs: 5 * MINUTE + 2, at: 30 * SECOND },
    { what: "five minutes", lifetimeMs: 5 * MINUTE, at: 150 * SECOND },
    { what: "one minute", lifetimeMs: MINUTE, at: 30 * SECOND },
  ])(
    "a token is refreshed 5 min before it expires, after 30 s at the earliest, or at half of a short lifetime: $what",
    ({ lifetimeMs, at }) => {
      expect(refreshTimeOf(token(lifetimeMs, 1000))).toBe(1000 + at);
    },
  );
});

describe("a token is usable", () => {
  test.each([
    { what: "an hour", lifetimeMs: 60 * MINUTE, until: 60 * MINUTE - 30 * SECOND },
    { what: "twenty seconds", lifetimeMs: 20 * SECOND, until: 10 * SECOND },
  ])(
    "a token is usable until 30 s before it expires, or for half of a short lifetime: $what",
    ({ lifetimeMs, until }) => {
      expect(isTokenUsable(token(lifetimeMs), until - 1)).toBe(true);
      expect(isTokenUsable(token(lifetimeMs), until)).toBe(false);
      expect(isTokenUsable(token(lifetimeMs, MINUTE), MINUTE + until - 1)).toBe(true);
      expect(isTokenUsable(token(lifetimeMs, MINUTE), MINUTE + until)).toBe(false);
    },
  );
});

test("a token received more than 30 s in the future is not usable, because the clock was set back since", () => {
  expect(isTokenUsable(token(60 * MINUTE, 10 * MINUTE), 10 * MINUTE - 30 * SECOND)).toBe(true);
  expect(isTokenUsable(token(60 * MINUTE, 10 * MINUTE), 10 * MINUTE - 30 * SECOND - 1)).toBe(false);
});
