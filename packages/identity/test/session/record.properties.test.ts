import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { randomCases } from "../../../server/test/support/whole.ts";
import { BACK_OFF, nextRetry } from "../../src/http/back-off.ts";
import { endOf, hasSameTokens, isLess, join } from "../../src/session/order.ts";
import { parseRecord, placeOf, type SessionRecord, signOutAt } from "../../src/session/record.ts";
import { storedValueOf } from "../../src/session/store.ts";
import { START } from "../support/clock.ts";
import { session } from "../support/tokens.ts";

/** The number of cases per property. */
const RUNS = randomCases(10_000);
/** Replays the cases of a failure, which prints its seed. */
const seed = process.env["FC_SEED"];
fc.configureGlobal({ numRuns: RUNS, ...(seed ? { seed: Number(seed) } : {}) });

/** Two tokens of one place, as two tabs without a lock would get them. */
const TOKENS = [session(), session()] as const;

const place = fc.record({
  stamp: fc.integer({ min: 1, max: 3 }),
  generation: fc.constantFrom("one", "two"),
  change: fc.integer({ min: 0, max: 1 }),
  turn: fc.integer({ min: 0, max: 2 }),
});
const failure = fc
  .tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 2 }))
  .map(([attempts, at]) => {
    let retry: ReturnType<typeof nextRetry> | undefined;
    for (let attempt = 0; attempt < attempts; attempt += 1)
      retry = nextRetry(retry, (retry?.retryAt ?? 0) + at, { code: "timeout" }, BACK_OFF);
    return retry;
  });
const live: fc.Arbitrary<SessionRecord> = fc
  .record({
    place,
    token: fc.constantFrom(...TOKENS),
    profileAt: fc.integer({ min: 0, max: 2 }),
    refusal: fc.integer({ min: -1, max: 1 }),
    custody: fc.constantFrom({}, { refreshToken: undefined, handle: "on the server" }),
    retry: failure,
  })
  .map(({ place, token, profileAt, refusal, custody, retry }) => ({
    session: {
      ...token,
      ...custody,
      ...place,
      profileAt,
      refusedTurn: refusal < 0 ? undefined : Math.max(place.turn - refusal, 0),
      user: { ...token.user, displayName: `profile ${profileAt}` },
    },
    retry,
  }));
const ended: fc.Arbitrary<SessionRecord> = fc.oneof(
  place.map((each) => endOf(each, "user-disabled")),
  fc.integer({ min: 0, max: 3 }).map((stamp) => signOutAt(stamp)),
);
/** What the order decides: the place, and which tokens. */
const shown = (record: SessionRecord) => {
  const { stamp, generation, change, turn } = placeOf(record);
  const { idToken, handle } = record.session ?? {};
  return [stamp, generation, change, turn, idToken, handle, record.signedOut];
};

const records = fc.oneof(live, ended);

describe("the join of two records", () => {
  test("the join of two records is commutative", () => {
    fc.assert(
      fc.property(records, records, (one, other) => {
        expect(join(one, other)).toEqual(join(other, one));
      }),
    );
  });

  test("the join of two records is associative in what the order decides", () => {
    fc.assert(
      fc.property(records, records, records, (one, two, three) => {
        expect(shown(join(join(one, two), three))).toEqual(shown(join(one, join(two, three))));
      }),
    );
  });

  test("the join of two records is associative in all parts of sessions that have not ended", () => {
    fc.assert(
      fc.property(live, live, live, (one, two, three) => {
        expect(join(join(one, two), three)).toEqual(join(one, join(two, three)));
      }),
    );
  });

  test("the join of two records is idempotent, and returns the first record itself if the other one adds nothing", () => {
    fc.assert(
      fc.property(records, records, (one, other) => {
        const joined = join(one, other);
        expect(join(one, structuredClone(one))).toBe(one);
        expect(join(joined, other)).toBe(joined);
        expect(join(joined, one)).toBe(joined);
      }),
    );
  });

  test("the join of two records is never less than one of its records", () => {
    fc.assert(
      fc.property(records, records, (one, other) => {
        const joined = join(one, other);
        expect(isLess(joined, one)).toBe(false);
        expect(isLess(joined, other)).toBe(false);
      }),
    );
  });

  test("a record survives storage", () => {
    fc.assert(
      fc.property(records, (record) => {
        const stored = structuredClone(storedValueOf(record));
        expect(join(parseRecord(stored) as SessionRecord, record)).toEqual(parseRecord(stored));
      }),
    );
  });
});

describe("the order of records", () => {
  const mine = { session: session() };
  const at = (part: object): SessionRecord => ({ session: { ...mine.session, ...part } });

  test.each<[name: string, greater: SessionRecord, lesser: SessionRecord]>([
    [
      "a later sign-in is greater than a session with more exchanges",
      at({ stamp: START + 1 }),
      at({ turn: 9 }),
    ],
    ["a change of the account is greater than another tab's exchange", at({ change: 1 }), at({ turn: 9 })],
    ["an exchange is greater than the tokens that it has spent", at({ turn: 1 }), mine],
    ["the end of a token is greater than the token", endOf(mine.session), mine],
    ["a faster exchange is greater than the end of the token before", at({ turn: 1 }), endOf(mine.session)],
    [
      "new tokens of a changed password are greater than the end of the earlier ones",
      at({ change: 1 }),
      endOf({ ...mine.session, turn: 9 }),
    ],
    [
      "a session that its custody has returned is greater than its handle",
      mine,
      at({ refreshToken: undefined, handle: "on the server" }),
    ],
    ["a sign-out is greater than every session of its stamp", signOutAt(START), at({ change: 9 })],
    ["a sign-out is less than a later sign-in", at({ stamp: START + 1 }), signOutAt(START)],
  ])("%s", (_, greater, lesser) => {
    expect(isLess(lesser, greater)).toBe(true);
    expect(join(lesser, greater)).toMatchObject(greater);
  });

  test("two sign-ins of the same stamp have the same winner in every tab", () => {
    const one = at({ generation: "one" });
    const two = at({ generation: "two" });
    expect(join(one, two)).toEqual(join(two, one));
  });

  test("tokens of the same text at another place are other tokens", () => {
    expect(hasSameTokens(mine, { session: { ...mine.session } })).toBe(true);
    expect(hasSameTokens(mine, at({ turn: 1 }))).toBe(false);
  });
});

describe("stored values", () => {
  test("a value without a session ends what the tab has seen in storage, and keeps the reason", () => {
    const record = parseRecord({ version: 1, signedOut: "user-disabled" }, START);
    expect(record).toEqual(signOutAt(START, "user-disabled"));
    expect(join({ session: session() }, record as SessionRecord).session).toBeUndefined();
  });

  test("a new page finds no session in empty storage, and no end", () => {
    expect(parseRecord(undefined)).toEqual(signOutAt(0));
  });
});
