import { expect, test } from "vitest";
import { isTokenUnchanged } from "../../src/session/exchange-steps.ts";
import { transition } from "../../src/session/lifecycle.ts";
import { endedGenerations, type SessionEvent, type SessionState } from "../../src/session/state.ts";
import { createStore } from "../../src/session/store.ts";
import { createClock, START, settle } from "../support/clock.ts";
import { session } from "../support/tokens.ts";
import { createWorld } from "../support/world.ts";

const HOUR = 3_600_000;

/** A tab whose sign-in was refused by storage, which still holds the previous session. */
async function signedInWithoutStorage() {
  const world = createWorld();
  world.store(session());
  const tab = await world.open();
  world.setStorage("fails");
  tab.signIn(session({ generation: "alice-2" }));
  await world.settle();
  world.setStorage("ok");
  return { world, tab };
}

test("a session whose delayed write succeeds during its refresh gets the refreshed token", async () => {
  const { world, tab } = await signedInWithoutStorage();
  world.clock.sleep(HOUR);
  world.hold();
  // One wake reads storage and starts the exchange; the read retries the write between the second read and the
  // response.
  tab.wake("visible");
  await world.settle();
  await world.release();
  await world.clock.advance(1000);
  expect(world.exchanges).toHaveLength(1);
  const { idToken, generation } = await tab.runner.usableSession();
  expect(generation).toBe("alice-2");
  expect(world.stored()?.session?.idToken).toBe(idToken);
});

test("a session that storage refused keeps its own new token if another tab refreshes the stored session", async () => {
  const { world, tab } = await signedInWithoutStorage();
  world.clock.sleep(HOUR);
  world.hold();
  tab.wake("online");
  await world.stepOnce();
  await world.stepOnce();
  world.store({ ...session(), receivedAt: world.clock.now(), expiresAt: world.clock.now() + HOUR });
  await world.release();
  const waiting = tab.runner.usableSession();
  await world.clock.advance(1000);
  expect((await waiting).generation).toBe("alice-2");
});

test("new tokens are stored even if storage cannot be read just before the exchange", async () => {
  const world = createWorld();
  world.store(session());
  const tab = await world.open();
  world.clock.sleep(HOUR);
  world.hold();
  const waiting = tab.runner.usableSession(true);
  // The steps are the lock and the second read.
  world.setStorage("fails");
  await world.stepOnce();
  await world.stepOnce();
  world.setStorage("ok");
  await world.release();
  await world.clock.advance(1000);
  expect(world.exchanges).toHaveLength(1);
  expect(world.stored()?.session?.idToken).toBe((await waiting).idToken);
});

test("a tab that was frozen during a token refresh refreshes the token again instead of returning an expired one", async () => {
  const world = createWorld();
  world.store(session());
  const tab = await world.open();
  world.hold();
  const waiting = tab.runner.usableSession(true);
  // The three steps are the lock, the second read and the response. The tab learns of its write an hour later.
  for (let step = 0; step < 3; step += 1) await world.stepOnce();
  world.clock.sleep(HOUR);
  await world.release();
  await world.clock.advance(1000);
  const { receivedAt } = await waiting;
  expect(world.clock.now() - receivedAt).toBeLessThan(2000);
});

test("a storage read is repeated if a late removal by the same tab has outdated the read's result", async () => {
  const clock = createClock();
  let value: unknown = { version: 1, session: session() };
  const gates: (() => void)[] = [];
  const gate = () => new Promise<void>((open) => gates.push(open));
  const store = createStore({
    scope: "key",
    tabs: undefined,
    setTimeout: clock.setTimeout,
    persistence: {
      kind: "local",
      read: async () => {
        const found = value;
        if (gates.length < 2) await gate();
        return found;
      },
      update: async (_, change) => {
        await gate();
        value = change(value);
      },
      remove: async () => {},
    },
  });
  const removal = store.update(() => ({}), true);
  await Promise.all([expect(removal).rejects.toThrow(), clock.advance(3001)]);
  const reading = store.read();
  await settle();
  for (const open of gates) {
    open();
    await settle();
  }
  expect((await reading).session).toBeUndefined();
});

test("a new sign-in is kept although its write is slow and storage still holds the earlier sign-out", () => {
  const [first, next] = [session(), session({ sub: "bob" })];
  const events: SessionEvent[] = [
    { type: "storage-read", record: { session: first } },
    { type: "sign-in-started", generation: next.generation },
    { type: "sign-out", reason: "invalid-user-token", idToken: first.idToken },
    { type: "signed-in", session: next },
    { type: "storage-write-failed" },
    { type: "storage-read", record: { signedOut: "invalid-user-token" } },
  ];
  let state: SessionState = { status: "unknown", durability: "durable" };
  for (const event of events) state = transition(state, event, START).state;
  expect(state.session?.generation).toBe(next.generation);
});

test("another tab's refresh does not undo a sign-out that replaced a record in an unknown format", () => {
  const held = session();
  const state = {
    status: "signed-in",
    durability: "unreadable",
    session: held,
    phase: "refreshing",
    retry: undefined,
  } as const;
  const before = { setAside: { version: 2 } };
  expect(isTokenUnchanged({}, before, state), "signed out meanwhile").toBe(false);
  expect(isTokenUnchanged(before, before, state), "still unknown").toBe(false);
  expect(isTokenUnchanged({ session: held }, before, state), "back to the spent token").toBe(true);
});

test("a sign-out during the repeated write of an overtaken exchange is noted, because that write may still store the session", () => {
  const own = session({ generation: "alice-2" });
  const refreshing: SessionState = {
    status: "signed-in",
    phase: "refreshing",
    session: own,
    durability: "memory",
    retry: undefined,
  };
  const overtaken: SessionEvent = { type: "exchange-overtaken", idToken: own.idToken, record: {} };
  const { state, effects } = transition(refreshing, overtaken, START);
  expect(effects).toContainEqual(expect.objectContaining({ type: "store", expected: [""] }));
  const ended = transition(state, { type: "sign-out" }, START);
  expect(endedGenerations(ended.state, undefined)).toContain("alice-2");
});
