import { describe, expect, test } from "vitest";
import { createGate } from "../../identity/test/support/gate.ts";
import { createWatch, createWorld } from "./support/world.ts";

const MINUTE_MS = 60_000;
const isHangingGet = ({ url }: { url: URL }) => url.searchParams.get("RID") === "rpc";

/** A proxy that swallows hanging requests: handshakes and REST calls work, but no byte of the stream arrives. */
const swallowed = async () => {
  const { alice, ...world } = await createWatch({ name: "Ada", forMs: 15_000 });
  expect(alice.connection()).toBe("live");
  world.network.fate((request) => ({ type: isHangingGet(request) ? "hangs" : "through" }));
  world.network.cutAll();
  return { ...world, alice };
};

describe("a stream whose bytes a proxy swallows", () => {
  test("a stream whose bytes a proxy swallows does not count as live, however many handshakes succeed", async () => {
    const world = await swallowed();
    await world.time.advance(10_000);
    for (let second = 0; second < 15 * 60; second += 10) {
      await world.time.advance(10_000);
      expect(world.alice.connection()).not.toBe("live");
    }
    expect(world.network.count("documents:listen")).toBeLessThan(40);
  });

  test("a successful save is shown although a proxy swallows the stream's bytes", async () => {
    const world = await swallowed();
    for (const [index, name] of ["Grace", "Barbara", "Edith"].entries()) {
      await world.alice.document.set({ name }, { merge: true });
      await world.time.advance(3_000);
      expect(world.alice.shown()).toEqual({ name });
      await world.time.advance(index * 47_000);
    }
  });

  test("while a proxy swallows the stream's bytes, a page that becomes visible reads the document", async () => {
    const world = await swallowed();
    await world.time.advance(10_000);
    world.alice.page.emit("hidden");
    await world.setName("Grace");
    world.alice.page.emit("visible");
    await world.time.advance(100);
    expect(world.alice.shown()).toEqual({ name: "Grace" });
  });

  test("while a proxy swallows the stream's bytes, the shown document is at most a minute old", async () => {
    const world = await swallowed();
    for (const name of ["Grace", "Barbara", "Edith"]) {
      await world.setName(name);
      await world.time.advance(MINUTE_MS);
      expect(world.alice.shown()).toEqual({ name });
    }
  });

  test("the stream is live again once the proxy lets the stream's bytes through", async () => {
    const world = await swallowed();
    await world.time.advance(5 * MINUTE_MS);
    world.network.heal();
    await world.time.advance(2 * MINUTE_MS);
    expect(world.alice.connection()).toBe("live");
    expect(world.alice.last()).not.toHaveProperty("error");
  });
});

describe("reads", () => {
  test("a write that succeeds while an older read runs is shown", async () => {
    const world = createWorld();
    await world.setName("Ada");
    const firstRead = createGate();
    let reads = 0;
    world.network.fate(({ endpoint }) => {
      if (endpoint.startsWith("documents:listen")) return { type: "refused" };
      reads += Number(endpoint === "documents:batchGet");
      return endpoint === "documents:batchGet" && reads === 1
        ? { type: "held", until: firstRead.opened }
        : { type: "through" };
    });
    const alice = world.createClient();
    alice.watch();
    await world.time.settle();
    await alice.document.set({ name: "Grace" }, { merge: true });
    firstRead.open();
    await world.time.settle();
    expect(alice.shown()).toEqual({ name: "Grace" });
  });

  test("a write is shown within seconds although the live stream has just died", async () => {
    const { alice, ...world } = await createWatch({ name: "Ada", forMs: 15_000 });
    world.network.mute();
    await alice.document.set({ name: "Grace" }, { merge: true });
    await world.time.advance(3_000);
    expect(alice.shown()).toEqual({ name: "Grace" });
  });

  test("if a machine sleeps right after a write, the client reconnects once when the machine wakes", async () => {
    const { alice, ...world } = await createWatch({ forMs: 15_000 });
    world.network.mute();
    await alice.document.set({ name: "Grace" }, { merge: true });
    // The network needs a moment after the wake.
    const until = new Promise<void>((resolve) => {
      world.time.setTimeout(resolve, 7_200_000 + 500);
    });
    const before = world.network.requests.length;
    world.network.fate(({ endpoint }) =>
      endpoint.startsWith("documents:") ? { type: "held", until } : { type: "through" },
    );
    world.time.sleep(7_200_000);
    await world.time.advance(10_000);
    expect(alice.shown()).toEqual({ name: "Grace" });
    expect(world.network.requests.length - before).toBeLessThan(8);
  });

  test("a write during a live stream causes no extra read", async () => {
    const { alice, ...world } = await createWatch({ forMs: 15_000 });
    const before = world.network.count("documents:batchGet");
    await alice.document.set({ name: "Grace" }, { merge: true });
    await world.time.advance(10_000);
    expect(alice.shown()).toEqual({ name: "Grace" });
    expect(world.network.count("documents:batchGet")).toBe(before);
  });
});

describe("after the end", () => {
  test("a new valid token restarts a watch that was refused", async () => {
    const world = createWorld();
    const alice = world.createClient("alice");
    alice.session.idToken = world.idTokenFor("mallory");
    alice.watch();
    await world.time.advance(100);
    expect(alice.last()).toMatchObject({ status: "failed", error: { code: "permission-denied" } });
    alice.session.idToken = world.idTokenFor("alice");
    alice.document.tokenChanged();
    await world.time.advance(1_000);
    expect(alice.shown()).toBeNull();
    expect(alice.connection()).toBe("live");
  });

  test("a new token that is also refused causes only one attempt", async () => {
    const world = createWorld();
    const alice = world.createClient("alice");
    alice.session.idToken = world.idTokenFor("mallory");
    alice.watch();
    await world.time.advance(100);
    const before = world.network.requests.length;
    alice.document.tokenChanged();
    await world.time.advance(10 * MINUTE_MS);
    expect(world.network.requests.length - before).toBeLessThan(8);
    expect(alice.last()).toMatchObject({ status: "failed" });
  });

  test("a disposed document sends no request, whichever method is called", async () => {
    const world = createWorld();
    const alice = world.createClient();
    alice.document.dispose();
    let asked = 0;
    Object.defineProperty(alice.session, "idToken", {
      get: () => {
        asked += 1;
        return "never";
      },
    });
    const stop = alice.watch();
    alice.document.retryNow();
    alice.document.tokenChanged();
    await expect(alice.document.get()).rejects.toMatchObject({ code: "cancelled" });
    await world.time.advance(MINUTE_MS);
    stop();
    expect([asked, world.network.requests.length, world.time.pending()]).toEqual([0, 0, 0]);
    expect(alice.page.listenerCount()).toBe(0);
  });
});
