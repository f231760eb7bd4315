import { expect, test } from "vitest";
import { createWorld } from "./support/world.ts";

const MINUTE_MS = 60_000;

/** A live watch whose session announces each new token before the refresh resolves, like the identity client. */
const live = async () => {
  const world = createWorld();
  await world.setName("Ada");
  const alice = world.createClient();
  alice.session.onRefresh = alice.document.tokenChanged;
  alice.watch();
  await world.time.advance(15_000);
  expect(alice.connection()).toBe("live");
  return { ...world, alice };
};

test("a rejected token causes one forced refresh even though the refresh announces a new token", async () => {
  const world = await live();
  world.refusedTokens.add(world.alice.session.idToken);
  world.firestore.channels.endAll();
  await world.time.advance(8_000);
  expect(world.alice.session.refreshes).toBe(1);
  expect(world.alice.connection()).toBe("live");
});

test("if the server rejects every token, the pauses between forced refreshes grow", async () => {
  const world = await live();
  world.rejectAllTokens();
  world.firestore.channels.endAll();
  await world.time.advance(10 * MINUTE_MS);
  // 1, 1.5, 2.25 … s up to 60 s: about 18 in ten minutes, 30 at most.
  expect(world.alice.session.refreshes).toBeGreaterThan(8);
  expect(world.alice.session.refreshes).toBeLessThan(30);
});

test("while the callback returns the rejected token again, the stream tries it with pauses that grow", async () => {
  const world = createWorld();
  await world.setName("Ada");
  const idToken = world.idTokenFor("alice");
  const alice = world.createClient("alice", { getIdToken: async () => idToken });
  alice.watch();
  await world.time.advance(15_000);
  world.refusedTokens.add(idToken);
  world.firestore.channels.endAll();
  const before = world.network.requests.length;
  await world.time.advance(10 * MINUTE_MS);
  expect(alice.connection()).toBe("reconnecting");
  expect(world.network.requests.length - before).toBeLessThan(60);
  world.refusedTokens.clear();
  await world.time.advance(2 * MINUTE_MS);
  expect(alice.connection()).toBe("live");
});

test("a read and the stream with the same rejected token share one forced refresh", async () => {
  const world = await live();
  world.refusedTokens.add(world.alice.session.idToken);
  world.firestore.channels.endAll();
  await Promise.all([world.alice.document.get(), world.alice.document.get(), world.time.advance(5_000)]);
  await world.alice.document.get();
  expect(world.alice.session.refreshes).toBe(1);
});

test("a token that another tab has already renewed is used without a refresh", async () => {
  const world = await live();
  world.refusedTokens.add(world.alice.session.idToken);
  world.firestore.channels.endAll();
  world.alice.session.idToken = world.idTokenFor("alice");
  await world.time.advance(5_000);
  expect(world.alice.session.refreshes).toBe(0);
  expect(world.alice.connection()).toBe("live");
});
