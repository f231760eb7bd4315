import { describe, expect, test } from "vitest";
import { BACK_OFF, isRetryDue, nextForcedRefresh, type Retry } from "../../src/http/back-off.ts";
import { decodeClaims } from "../../src/id-token.ts";
import { createSession } from "../../src/session/tokens.ts";
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

  test("createSession takes the lifetime from the response, or else from the ID token", () => {
    const { expiresAt } = createSession({ ...tokens, expiresIn: 60 }, NOW, {
      stamp: NOW,
      generation: "bob-1",
    });
    expect(expiresAt).toBe(NOW + 60_000);
    expect(createSession(tokens, NOW, { stamp: NOW, generation: "bob-1" }).expiresAt).toBe(NOW + 3_600_000);
  });

  test.each([0, -1])("createSession refuses tokens with a lifetime of %i s", (expiresIn) => {
    expect(() =>
      createSession({ ...tokens, expiresIn }, NOW, { stamp: NOW, generation: "bob-1" }),
    ).toThrowError(expect.objectContaining({ code: "internal-error", detail: "lifetime" }));
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
    expect(
      createSession({ ...tokens, idToken: full }, NOW, { stamp: NOW, generation: "bob-1" }).user,
    ).toEqual({
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
    expect(
      createSession({ ...tokens, idToken: bare }, NOW, { stamp: NOW, generation: "bob-1" }).user,
    ).toMatchObject({
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
    const token = idToken({ sub: "bob", firebase: { sign_in_provider: provider } });
    expect(
      createSession({ ...tokens, idToken: token }, NOW, { stamp: NOW, generation: "bob-1" }).user,
    ).toMatchObject(user);
  });
});
