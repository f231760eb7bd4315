import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { createRandom } from "../../../mocks/core/random.ts";
import { TEMPLATE } from "../../server/test/support/built.ts";
import { randomCases } from "../../server/test/support/whole.ts";
import { memoryStore } from "../src/stores/memory-store.ts";
import { POSTGRES_SCHEMA, postgresStore, type Query } from "../src/stores/postgres-store.ts";
import type { FoundSession, SessionStore } from "../src/stores/session-store.ts";

const SEEDS = randomCases(500);
const LIMITS = { idleSeconds: 1_000, lifetimeSeconds: 5_000 };
const idOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const CLAIMS = [idOf(8_000), idOf(9_000)];
const UIDS = ["alice", "bob"];
const KEYS = [null, "key-1", "key-2"];
const MARKS = ["mark-1", "mark-2"];

const folder = mkdtempSync(join(tmpdir(), "tallybin-stores-"));
if (existsSync(TEMPLATE)) cpSync(TEMPLATE, folder, { recursive: true });
const database = new PGlite(folder);
const query: Query = async <Row>(text: string, values: readonly unknown[]) =>
  (await database.query<Row>(text, [...values])).rows;
let offsetSeconds = 0;
const clock = { offsetSeconds: () => offsetSeconds, now: () => Date.now() + offsetSeconds * 1_000 };

beforeEach(async () => {
  offsetSeconds = 0;
  await database.exec("drop table if exists sessions");
  for (const step of POSTGRES_SCHEMA) await database.exec(step);
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

type Step = { name: string; run: (store: SessionStore) => Promise<unknown> };

const compareText = (one: string, other: string): number => (one < other ? -1 : 1);

/** What a store says of a session. The machine's time goes on between the two stores. */
const pick = (found: FoundSession) => ({
  id: found.id,
  uid: found.uid,
  secretHash: found.secretHash,
  idToken: found.idToken,
  place: [found.stamp, found.generation, found.change, found.turn],
  proof: [found.key, found.proofHash, found.proofEndsMs],
  expiresInSeconds: found.idToken === null || Math.round((found.expiresInSeconds ?? 0) / 1_000),
  nowMs: Math.round(found.nowMs / 100_000),
});

/** Choices that one seed determines. */
const choicesOf = (seed: number) => {
  const { next } = createRandom(seed);
  const below = (limit: number): number => Math.floor(next() * limit);
  return { below, one: <Value>(values: readonly Value[]): Value => values[below(values.length)] as Value };
};

/** Random calls with few accounts and sessions, so that they meet. IDs and secrets of new sessions are new. */
function createSteps(random: ReturnType<typeof choicesOf>) {
  let made = 0;
  let current = { id: idOf(0), secretHash: "hash-0" };
  const recent = (): number => Math.max(0, made - random.below(4));
  const nextStep = (): Step => {
    const [id, other, secretHash] = [idOf(recent()), idOf(recent()), `hash-${recent()}`];
    const [uid, mark, claim] = [random.one(UIDS), random.one(MARKS), random.one(CLAIMS)];
    const signedInAt = random.one([undefined, Date.now() / 1000 - 4_500]);
    const place = { stamp: made, generation: "g", change: random.below(3), turn: random.below(3) };
    const proof = {
      key: random.one(KEYS.slice(1)) ?? "",
      challengedMs: 1_764_080_000_000 + random.below(20),
      proofHash: `proof-${made}`,
      proofEndsMs: 1_764_080_600_001,
    };
    const own = random.below(3) > 0 ? current : { id, secretHash };
    const fresh = { id: idOf(made + 1), secretHash: `hash-${made + 1}` };
    const device = { browser: "Firefox", system: null };
    const sealed = { refreshToken: `sealed-${made}`, emailHash: null };
    const exchange = {
      ...sealed,
      idToken: `sealed-id-${made}`,
      mark,
      expiresInSeconds: 3_650,
      sharedSeconds: 500,
    };
    const renewal = { ...sealed, secretHash: fresh.secretHash, signedInAt, place };
    const [before, replaced] = [
      random.one(KEYS),
      random.one([[], [other].filter((each) => each !== own.id)]),
    ];
    const outcome = random.one([exchange, exchange, "refused" as const, "unanswered" as const]);
    const [next, ended] = [random.one([proof, proof, null]), random.one([[own.id], [id, other]])];
    const calls: Record<string, Step["run"]> = {
      insert: (store) => store.insert({ ...sealed, ...place, ...fresh, uid, device, signedInAt }),
      renew: (store) => store.renew(own, renewal),
      find: async (store) =>
        (await store.find([secretHash, own.secretHash])).map(pick).sort((a, b) => compareText(a.id, b.id)),
      claim: (store) => store.claim(own, claim, mark, 12),
      settle: (store) => store.settle(own.id, claim, outcome),
      accept: (store) => store.accept(own.id, replaced),
      prove: (store) => store.prove(own.id, before, next),
      release: (store) => store.release(own.id),
      list: async (store) => (await store.list(uid)).map((row) => `${row.id} ${row.bound}`).sort(compareText),
      end: async (store) => (await store.end(ended)).length,
      purge: (store) => store.purge(),
    };
    // Sessions must begin more often than they end.
    const often = ["insert", "insert", "insert", "claim", "settle", "prove", "renew"];
    const name = random.one([...Object.keys(calls), ...often]);
    if (name === "insert" || name === "renew") {
      made++;
      current = { ...(name === "renew" ? own : fresh), secretHash: fresh.secretHash };
    }
    return { name, run: calls[name] ?? (async () => undefined) };
  };
  /** Which of the last secrets opens which session. */
  const opened = async (store: SessionStore): Promise<string[]> => {
    const hashes = [0, 1, 2, 3].map((back) => `hash-${made - back}`);
    return (await store.find(hashes)).map((found) => `${found.secretHash} ${found.id}`).sort(compareText);
  };
  return { nextStep, opened };
}

describe("the stores of sessions", () => {
  const sealed = { refreshToken: "sealed", emailHash: null };
  const place = { stamp: 1, generation: "g", change: 0, turn: 0 };
  const begin = async (store: SessionStore) => {
    const own = { id: idOf(1), secretHash: "hash-1" };
    const unnamed = { device: { browser: null, system: null } };
    await store.insert({ ...own, ...sealed, ...place, ...unnamed, uid: "alice", signedInAt: undefined });
    return own;
  };
  const renewal = { ...sealed, secretHash: "hash-2", signedInAt: undefined, place };

  describe.each([
    { name: "memory", open: () => memoryStore({ ...LIMITS, now: clock.now }) },
    {
      name: "PostgreSQL",
      open: () => postgresStore({ ...LIMITS, query, offsetSeconds: clock.offsetSeconds }),
    },
  ])("the store in $name", ({ open }) => {
    test("a session that expires before a statement arrives is not used", async () => {
      const store = open();
      const own = await begin(store);
      offsetSeconds += LIMITS.idleSeconds;
      expect(await store.release(own.id)).toBeUndefined();
      expect(await store.claim(own, idOf(8_000), "", 12)).toBeUndefined();
      expect(await store.renew(own, renewal)).toBe(false);
    });

    test("after new tokens were handed over, no ID token of the earlier tokens is shared", async () => {
      const store = open();
      const own = await begin(store);
      await store.claim(own, idOf(8_000), "", 12);
      const idToken = { idToken: "sealed-id", mark: "mark", expiresInSeconds: 3_600, sharedSeconds: 500 };
      await store.settle(own.id, idOf(8_000), { ...sealed, ...idToken });
      expect(await store.find(["hash-1"])).toMatchObject([{ idToken: "sealed-id" }]);
      await store.renew(own, renewal);
      expect(await store.find(["hash-2"])).toMatchObject([{ idToken: null }]);
    });

    test("the secret before a renewal opens the session until a claim with the secret after it", async () => {
      const store = open();
      const own = await begin(store);
      await store.renew(own, renewal);
      await store.claim(own, idOf(8_000), "", 12);
      await store.settle(own.id, idOf(8_000), "unanswered");
      expect(await store.find(["hash-1"])).toHaveLength(1);
      await store.claim({ ...own, secretHash: "hash-2" }, idOf(8_000), "", 12);
      expect(await store.find(["hash-1"])).toEqual([]);
    });

    test("of several proofs of a challenge and of those before it, one is accepted", async () => {
      const store = open();
      const { id } = await begin(store);
      const proofOf = (challengedMs: number) => ({
        key: "key",
        challengedMs,
        proofHash: "proof",
        proofEndsMs: 1,
      });
      const prove = (challengedMs: number) => store.prove(id, "key", proofOf(challengedMs));
      expect(await store.prove(id, null, proofOf(5))).toBe(true);
      expect(await Promise.all([prove(7), prove(7), prove(6)])).toEqual([true, false, false]);
    });
  });

  test("the memory store and the PostgreSQL store return the same results for random sequences of calls", async () => {
    const seen = new Set<string>();
    for (let seed = 1; seed <= SEEDS; seed++) {
      const random = choicesOf(seed);
      const { nextStep, opened } = createSteps(random);
      await database.exec("delete from sessions");
      offsetSeconds = 0;
      const memory = memoryStore({ ...LIMITS, now: clock.now });
      const postgres = postgresStore({ ...LIMITS, query, offsetSeconds: clock.offsetSeconds });
      const history: string[] = [];
      for (let count = 0; count < 25; count++) {
        if (random.below(5) === 0) offsetSeconds += random.one([6, 70, 600, 1_100]);
        const { name, run } = nextStep();
        history.push(name);
        const expected = (await run(postgres)) ?? null;
        expect((await run(memory)) ?? null, `seed ${seed}: ${history.join(", ")}`).toEqual(expected);
        if (!["null", "false", "0", "[]"].includes(JSON.stringify(expected))) seen.add(name);
      }
      expect(await opened(memory), `seed ${seed}: ${history.join(", ")}`).toEqual(await opened(postgres));
    }
    expect([...seen]).toEqual(
      expect.arrayContaining(["renew", "find", "claim", "settle", "prove", "release", "list", "end"]),
    );
  }, 300_000);
});
