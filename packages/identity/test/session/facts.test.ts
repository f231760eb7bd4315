import { describe, expect, test } from "vitest";
import { BACK_OFF, isRetryDue, nextForcedRefresh } from "../../src/http/back-off.ts";
import type { Retry } from "../../src/http/retry.ts";
import { decodeClaims } from "../../src/id-token.ts";
import { createSession, isTokenUsable, refreshTimeOf } from "../../src/session/tokens.ts";
import { idToken, refreshToken } from "../support/tokens.ts";

const NOW = 10_000_000;
const retry: Retry = {
  attempt: 3,
  failedAt: NOW,
  retryAt: NOW + 120_000,
  cause: "timeout",
};
describe("the wait after a failure", () => {
  test("the wait after a failure continues if the clock is set back by up to 30 s, and ends if set back further", () => {
    expect(isRetryDue(retry, NOW - 30_000)).toBe(false);
    expect(isRetryDue(retry, NOW - 30_001)).toBe(true);
  });

  test("the back-off of forced refreshes resets to its first step after its longest pause passes without a forced refresh", () => {
    const longest = retry.retryAt + BACK_OFF.longestMs;
    expect(nextForcedRefresh(retry, longest - 1, BACK_OFF).attempt).toBe(4);
    expect(nextForcedRefresh(retry, longest, BACK_OFF).attempt).toBe(1);
  });
});

describe("an ID token", () => {
  const part = (claims: object) => `.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.`;

  test.each([
    ["without parts", "token"],
    ["with text that is not base64", "a.*.b"],
    ["with text that is not JSON", `a.${Buffer.from("{").toString("base64url")}.b`],
    ["without a user", part({ iat: 1, exp: 2 })],
    ["with an empty user", part({ sub: "", iat: 1, exp: 2 })],
    ["without an expiry", part({ sub: "alice", iat: 1 })],
    ["without a time of issue", part({ sub: "alice", exp: 2 })],
    ["whose expiry is text", part({ sub: "alice", iat: 1, exp: "tomorrow" })],
  ])("an ID token %s is refused, and the error does not quote the token", (_, token) => {
    const refusal = { code: "internal-error", detail: "ID token", cause: undefined };
    expect(() => decodeClaims(token)).toThrowError(expect.objectContaining(refusal));
  });
});

describe("createSession", () => {
  const tokens = { idToken: idToken({ sub: "bob" }), refreshToken: refreshToken("bob") };
  const known = { stamp: NOW, generation: "bob-1" };
  const userOf = (token: string) => createSession({ ...tokens, idToken: token }, NOW, known).user;

  test("createSession takes the lifetime from the response, or else from the ID token", () => {
    expect(createSession({ ...tokens, expiresIn: 60 }, NOW, known).expiresAt).toBe(NOW + 60_000);
    expect(createSession(tokens, NOW, known).expiresAt).toBe(NOW + 3_600_000);
  });

  test.each([0, -1])("createSession refuses tokens with a lifetime of %i s", (expiresIn) => {
    expect(() => createSession({ ...tokens, expiresIn }, NOW, known)).toThrowError(
      expect.objectContaining({ code: "internal-error", detail: "lifetime" }),
    );
  });

  test("createSession reads the user from the claims of the ID token", () => {
    const full = idToken({
      sub: "bob",
      provider: "google.com",
      email_verified: true,
      name: "Bob",
      picture: "https://example.com/bob.png",
      phone_number: "+15550001111",
      firebase: {
        sign_in_provider: "google.com",
        identities: { email: ["bob@example.com"], "google.com": ["g-1"] },
        tenant: "tenant-1",
      },
    });
    expect(userOf(full)).toEqual({
      uid: "bob",
      email: "bob@example.com",
      emailVerified: true,
      displayName: "Bob",
      photoURL: "https://example.com/bob.png",
      phoneNumber: "+15550001111",
      isAnonymous: false,
      tenantId: "tenant-1",
      providerData: [{ providerId: "google.com", uid: "g-1" }],
      enrolledFactors: [],
      passkeys: [],
    });
  });

  test("createSession sets only the user's ID if the ID token has no other valid claim", () => {
    const bare = idToken({ sub: "bob", email: 1, email_verified: "yes", name: null, firebase: "text" });
    expect(userOf(bare)).toMatchObject({
      uid: "bob",
      email: undefined,
      emailVerified: false,
      displayName: undefined,
      isAnonymous: false,
      tenantId: undefined,
      providerData: [],
    });
  });

  test.each([
    ["anonymous", { isAnonymous: true, providerData: [] }],
    ["password", { isAnonymous: false, providerData: [{ providerId: "password" }] }],
  ])("createSession describes a user whose sign-in provider is %s", (provider, user) => {
    expect(userOf(idToken({ sub: "bob", firebase: { sign_in_provider: provider } }))).toMatchObject(user);
  });
});

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const token = (lifetimeMs: number, receivedAt = 0) => ({ receivedAt, expiresAt: receivedAt + lifetimeMs });

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

test("a token received more than 30 s in the future is not usable, because the clock was set back since", () => {
  expect(isTokenUsable(token(60 * MINUTE, 10 * MINUTE), 10 * MINUTE - 30 * SECOND)).toBe(true);
  expect(isTokenUsable(token(60 * MINUTE, 10 * MINUTE), 10 * MINUTE - 30 * SECOND - 1)).toBe(false);
});
