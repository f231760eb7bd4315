import { createTokenVerifier } from "@tallybin/identity-server";
import { MAX_TOKEN_BYTES, requireRecentSignIn } from "@tallybin/identity-server/tokens/id-token";
import { describe, expect, test, vi } from "vitest";
import {
  FUTURE_CLAIMS,
  forgeries,
  tokensOfUnknownKeys,
  WRONG_CLAIMS,
} from "./support/attacks/forged-tokens.ts";
import { INVALID, NOW, tokenWorld, UNKNOWN_KEY } from "./support/token-world.ts";
import { KEYS_URL, TOKEN_PROJECT } from "./support/tokens.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const WRONG_CLOCK = { name: "UnavailableError", dependency: "clock" };

const world = await tokenWorld();
const { open, skews } = world;
const seconds = () => Math.floor(Date.now() / 1000);
/** Answers with the good keys and other headers. */
const answerWithHeaders = (headers: Record<string, string>) =>
  world.tokens.answerWith(async () => new Response((await world.tokens.list()).body, { headers }));

describe("the check of an ID token", () => {
  test("the check of ID tokens returns the uid of a valid ID token", async () => {
    expect(await open().verify(await world.tokens.sign())).toBe("uid-of-alice");
  });

  test("the check of ID tokens refuses each wrong claim", async () => {
    const { verify } = open();
    for (const [name, changes] of WRONG_CLAIMS)
      await expect(verify(await world.tokens.sign(changes)), name).rejects.toMatchObject(INVALID);
  });

  test("the check of ID tokens refuses each forged ID token", async () => {
    const { verify } = open();
    for (const [name, token] of Object.entries(await forgeries(world.tokens)))
      await expect(verify(token), name).rejects.toMatchObject(INVALID);
  });

  test("an ID token of a key that the list does not have gets no verdict", async () => {
    const { verify } = open();
    for (const [name, token] of Object.entries(await tokensOfUnknownKeys(world.tokens)))
      await expect(verify(token), name).rejects.toMatchObject(UNKNOWN_KEY);
  });

  test("the check of ID tokens accepts a uid of up to 128 letters, and refuses control characters", async () => {
    const { verify } = open();
    for (const sub of ["u".repeat(128), "u", "𝒖𝒊𝒅"])
      expect(await verify(await world.tokens.sign({ sub }))).toBe(sub);
    for (const sub of [`${"u".repeat(128)}\n`, "\nuid", "a\u0000"])
      await expect(verify(await world.tokens.sign({ sub })), sub).rejects.toMatchObject(INVALID);
  });

  /** A signed token of exactly this length. Base64url has no length of 4n + 1, so the header fills the gap. */
  const tokenOfLength = async (length: number): Promise<string> => {
    const least = Math.floor((length - (await world.tokens.sign()).length) * 0.75) - 30;
    for (const typ of ["JWT", "JW"])
      for (let size = least; size < least + 60; size++) {
        const token = await world.tokens.sign({ padding: "x".repeat(size) }, { typ });
        if (token.length === length) return token;
      }
    throw new Error("no padding fits");
  };

  test("the check of ID tokens names the limit for a larger ID token, before it fetches keys", async () => {
    const { verify } = open();
    const before = world.tokens.fetched;
    const tooLarge = {
      name: "ApiError",
      status: 413,
      message: `The ID token is larger than ${MAX_TOKEN_BYTES} bytes.`,
    };
    for (const token of [await tokenOfLength(MAX_TOKEN_BYTES + 1), "é".repeat(MAX_TOKEN_BYTES / 2 + 1)])
      await expect(verify(token)).rejects.toMatchObject(tooLarge);
    expect(world.tokens.fetched).toBe(before);
    expect(await verify(await tokenOfLength(MAX_TOKEN_BYTES))).toBe("uid-of-alice");
  });

  test("the check of ID tokens accepts large claims", async () => {
    const { verify } = open();
    for (const claims of [
      { groups: Array.from({ length: 400 }, (_, n) => `recycling-region-${n}-drivers`) },
      { groups: Array.from({ length: 300 }, (_, n) => `Müllabfuhr 廃棄物 ${n}`) },
      { firebase: { sign_in_attributes: { memberOf: "cn=bins,".repeat(2_000) } } },
      { picture: `data:image/png;base64,${"A".repeat(12_000)}` },
    ]) {
      const token = await world.tokens.sign(claims);
      expect(token.length).toBeGreaterThan(8_192);
      expect(await verify(token)).toBe("uid-of-alice");
    }
  });
});

describe("the check of an ID token by a clock", () => {
  test("the check of ID tokens accepts an ID token until five seconds after its expiry", async () => {
    const { verify } = open();
    const token = await world.tokens.sign({ exp: seconds() + 10 });
    vi.setSystemTime(NOW + 14_000);
    expect(await verify(token)).toBe("uid-of-alice");
    vi.setSystemTime(NOW + 15_000);
    await expect(verify(token)).rejects.toMatchObject(INVALID);
  });

  test("a sign-in counts as recent for exactly five minutes", () => {
    const check = (age: number) =>
      requireRecentSignIn({ uid: "uid-of-alice", claims: { auth_time: NOW / 1000 - age } }, NOW);
    expect(() => check(300)).not.toThrow();
    expect(() => check(301)).toThrow(expect.objectContaining({ code: "requires-recent-login" }));
  });

  test.each(["iat", "auth_time"])(
    "the check of ID tokens accepts a token whose %s is five minutes ahead, and gives no verdict about a later one",
    async (claim) => {
      const { verify } = open();
      expect(await verify(await world.tokens.sign({ [claim]: seconds() + 300 }))).toBe("uid-of-alice");
      const later = await world.tokens.sign({ [claim]: seconds() + 301 });
      await expect(verify(later)).rejects.toMatchObject(WRONG_CLOCK);
    },
  );

  test("an ID token that is not good yet shows a clock that is behind, because Google has signed the token", async () => {
    const { verify } = open();
    for (const [name, changes] of FUTURE_CLAIMS)
      await expect(verify(await world.tokens.sign(changes)), name).rejects.toMatchObject(WRONG_CLOCK);
  });

  const PAST = { exp: NOW / 1000 - 60 };
  test.each([
    { clock: "5 s ahead", date: NOW - 5_000, past: INVALID, reports: [] },
    { clock: "5 s behind", date: NOW + 5_000, past: INVALID, reports: [] },
    { clock: "6 s ahead", date: NOW - 6_000, past: WRONG_CLOCK, reports: [6] },
    { clock: "2 min behind", date: NOW + 2 * MINUTE, past: INVALID, reports: [-120] },
    { clock: "unknown", date: Number.NaN, past: INVALID, reports: [] },
  ])(
    "an expired ID token counts as a clock fault only if the server's clock is ahead (clock: $clock)",
    async ({ date, past, reports }) => {
      answerWithHeaders({ date: Number.isNaN(date) ? "" : new Date(date).toUTCString() });
      await expect(open().verify(await world.tokens.sign(PAST))).rejects.toMatchObject(past);
      expect(skews).toEqual(reports);
    },
  );

  test("a clock that is set back two minutes after the keys were fetched refuses no valid ID token", async () => {
    const { verify } = open();
    await verify(await world.tokens.sign());
    const at = seconds();
    const token = await world.tokens.sign({ iat: at, auth_time: at });
    vi.setSystemTime(NOW - 2 * MINUTE);
    expect(await verify(token)).toBe("uid-of-alice");
    vi.setSystemTime(NOW - HOUR);
    await expect(verify(token)).rejects.toMatchObject(WRONG_CLOCK);
  });

  test("a clock that is set ahead after the keys were fetched refuses no valid ID token", async () => {
    const { verify } = open();
    const token = await world.tokens.sign();
    await verify(token);
    vi.setSystemTime(NOW + 10 * MINUTE);
    expect(await verify(token)).toBe("uid-of-alice");
    vi.setSystemTime(NOW + 2 * HOUR);
    await expect(verify(token)).rejects.toMatchObject(WRONG_CLOCK);
    vi.setSystemTime(NOW);
    vi.advanceTimersByTime(2 * HOUR);
    await expect(verify(token), "two hours have passed").rejects.toMatchObject(INVALID);
  });

  test.each([
    ["another audience", { aud: "other-project" }],
    ["a start that is text", { nbf: "later" }],
    ["no subject", { sub: undefined }],
  ])("an ID token with %s is refused even if the server's clock is wrong", async (_, changes) => {
    answerWithHeaders({ date: new Date(NOW - HOUR).toUTCString() });
    await expect(open().verify(await world.tokens.sign(changes))).rejects.toMatchObject(INVALID);
  });

  test("the check of ID tokens does not compare the server's clock with the date of a cached response", async () => {
    const date = new Date(NOW - HOUR).toUTCString();
    answerWithHeaders({ date, age: "3600" });
    await expect(open().verify(await world.tokens.sign(PAST))).rejects.toMatchObject(INVALID);
    expect(skews).toEqual([]);
    answerWithHeaders({ date, age: "0" });
    await open().reach();
    expect(skews).toEqual([3_600]);
  });

  test("the check of ID tokens uses the clock that the option now gives", async () => {
    const { verify } = open({ now: () => NOW + 24 * HOUR });
    answerWithHeaders({ date: "" });
    await expect(verify(await world.tokens.sign())).rejects.toMatchObject(INVALID);
    const at = seconds() + 24 * 3_600;
    expect(await verify(await world.tokens.sign({ iat: at, auth_time: at, exp: at + 60 }))).toBe(
      "uid-of-alice",
    );
  });

  test("the check of ID tokens works without a listener for clock skew", async () => {
    answerWithHeaders({ date: new Date(NOW - HOUR).toUTCString() });
    const { verifyIdToken } = createTokenVerifier({
      projectId: TOKEN_PROJECT,
      keysUrl: KEYS_URL,
      fetchKeys: world.tokens.fetchKeys,
    });
    expect((await verifyIdToken(await world.tokens.sign())).uid).toBe("uid-of-alice");
  });
});
