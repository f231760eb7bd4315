import { PGlite } from "@electric-sql/pglite";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { memoryStore } from "../src/stores/memory-store.ts";
import { POSTGRES_SCHEMA } from "../src/stores/postgres-schema.ts";
import { postgresStore, type Query } from "../src/stores/postgres-store.ts";
import type { SessionStore } from "../src/stores/session-store.ts";
import { createRandom, type Random } from "./support/random.ts";

const LIMITS = { idleSeconds: 1_000, lifetimeSeconds: 5_000 };
const idOf = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const CLAIMS = [idOf(8_000), idOf(9_000)];
const UIDS = ["alice", "bob"];
const KEYS = ["key-1", "key-1", "key-2"];
const MARKS = ["mark-1", "mark-2"];

const database = new PGlite();
const query: Query = async <Row>(text: string, values: readonly unknown[]) =>
  (await database.query<Row>(text, [...values])).rows;
let offsetSeconds = 0;
const clock = { offsetSeconds: () => offsetSeconds, now: () => Date.now() + offsetSeconds * 1_000 };

beforeEach(async () => {
  offsetSeconds = 0;
  await database.exec("drop table if exists sessions");
  for (const step of POSTGRES_SCHEMA) await database.exec(step);
});
afterAll(() => database.close());

type Step = { name: string; run: (store: SessionStore) => Promise<unknown> };

/** Random calls with few accounts and sessions, so that they meet. IDs and secrets of new sessions are new. */
function createSteps(random: Random) {
  let made = 0;
  let current = { id: idOf(0), secretHash: "hash-0" };
  const recent = (): number => Math.max(0, made - random.below(4));
  const nextStep = (): Step => {
    const [id, secretHash, replacedHash] = [idOf(recent()), `hash-${recent()}`, `hash-${recent()}`];
    const [uid, mark, claim] = [random.one(UIDS), random.one(MARKS), random.one(CLAIMS)];
    const [keptId, signedInAt] = [random.one([id, null]), random.one([undefined, Date.now() / 1000 - 4_500])];
    const challengedMs = 1_764_080_000_000 + random.below(20);
    const proof = {
      key: random.one(KEYS),
      challengedMs,
      proofHash: `proof-${made}`,
      proofEndsMs: 1_764_080_600_001,
    };
    const own = random.below(3) > 0 ? current : { id, secretHash };
    const fresh = { id: idOf(made + 1), secretHash: `hash-${made + 1}` };
    const device = { browser: "Firefox", system: undefined };
    const next = { uid, emailHash: null, refreshToken: `sealed-${made}`, signedInAt };
    const kept = { refreshToken: "next", emailHash: "email", idToken: "sealed-id", mark };
    const calls: Record<string, Step["run"]> = {
      insert: (store) => store.insert({ ...next, ...fresh, device, replacedHash }),
      "first insert": (store) => store.insert({ ...next, ...fresh, device, replacedHash: null }),
      renew: (store) => store.renew(own, { ...next, secretHash: fresh.secretHash }),
      claim: (store) => store.claim(own, claim, mark, 12),
      async find(store) {
        const found = await store.find(own);
        // The machine's time goes on between the two stores.
        return found && { ...found, expiresInSeconds: Math.round((found.expiresInSeconds ?? 0) / 100) };
      },
      async binding(store) {
        const found = await store.binding(own);
        // The machine's time goes on between the two stores.
        return found && { ...found, nowMs: Math.round(found.nowMs / 100_000) };
      },
      bind: (store) => store.bind(own, proof),
      prove: (store) => store.prove(own, proof),
      unbind: (store) => store.unbind(own),
      findByCookie: (store) => store.findByCookie(secretHash),
      finish: (store) =>
        store.finish(own.id, claim, { ...kept, expiresInSeconds: 3_650, sharedSeconds: 500 }),
      unclaim: (store) => store.unclaim(id, claim),
      endClaimed: (store) => store.endClaimed(id, claim),
      release: (store) => store.release(own),
      list: async (store) => (await store.list(uid, id)).map((row) => `${row.id} ${row.bound}`).sort(),
      end: async (store) => (await store.end(uid, id)).length,
      endOwn: (store) => store.endOwn(own),
      giveUp: (store) => store.giveUp(own),
      isOpening: (store) => store.isOpening(secretHash),
      endOthers: async (store) => (await store.endOthers(uid, keptId)).length,
      purge: (store) => store.purge(),
    };
    // Sessions must begin more often than they end.
    const name = random.one([
      ...Object.keys(calls),
      "insert",
      "insert",
      "first insert",
      "claim",
      "finish",
      "bind",
      "prove",
    ]);
    if (/insert|renew/.test(name)) {
      made++;
      current = { ...(name === "renew" ? own : fresh), secretHash: fresh.secretHash };
    }
    return { name, run: calls[name] ?? (async () => undefined) };
  };
  /** Which of the last secrets opens which of the last sessions. */
  const opened = async (store: SessionStore): Promise<string[]> => {
    const last = [0, 1, 2, 3].map((back) => Math.max(0, made - back));
    const pairs = last.flatMap((n) => last.map((m) => ({ id: idOf(n), secretHash: `hash-${m}` })));
    const found = [];
    for (const pair of pairs) if (await store.find(pair)) found.push(`${pair.secretHash} ${pair.id}`);
    return found;
  };
  return { nextStep, opened };
}

describe("the stores of sessions", () => {
  test("the memory store and the PostgreSQL store return the same results for random sequences of calls", async () => {
    const seen = new Set<string>();
    for (let seed = 1; seed <= 50; seed++) {
      const random = createRandom(seed);
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
        if (expected !== null && expected !== false && expected !== 0) seen.add(name);
      }
      expect(await opened(memory), `seed ${seed}: ${history.join(", ")}`).toEqual(await opened(postgres));
    }
    const having = [
      "renew",
      "claim",
      "find",
      "binding",
      "bind",
      "prove",
      "findByCookie",
      "finish",
      "release",
      "end",
      "isOpening",
      "endOthers",
    ];
    expect([...seen]).toEqual(expect.arrayContaining(having));
  });

  test("a cookie opens the session that stays when a later one is given up, also after a late exchange with the cookie before", async () => {
    const stores = {
      memory: memoryStore({ ...LIMITS, now: clock.now }),
      PostgreSQL: postgresStore({ ...LIMITS, query, offsetSeconds: clock.offsetSeconds }),
    };
    const next = { uid: "alice", emailHash: null, refreshToken: "sealed", signedInAt: undefined };
    const device = { browser: "Firefox", system: undefined };
    const [first, second] = [
      { id: idOf(1), secretHash: "hash-1" },
      { id: idOf(2), secretHash: "hash-2" },
    ];
    for (const [name, store] of Object.entries(stores)) {
      await store.insert({ ...next, ...first, device, replacedHash: null });
      await store.insert({ ...next, ...second, device, replacedHash: first.secretHash });
      await store.giveUp(second);
      expect(await store.claim(first, idOf(8_000), "", 12), name).toMatchObject({ uid: "alice" });
      expect(await store.isOpening(second.secretHash), name).toBe(true);
      await store.unclaim(first.id, idOf(8_000));
      expect(
        await store.claim({ ...first, secretHash: second.secretHash }, idOf(9_000), "", 12),
        name,
      ).toBeDefined();
      expect(await store.isOpening(first.secretHash), `${name}: the browser has the next cookie`).toBe(false);
    }
  });
});
