import { describe, expect, test } from "vitest";
import { createWatch, createWorld } from "./support/world.ts";

const MINUTE_MS = 60_000;

/** A world with a live watch, and the number of requests until then. */
const live = async () => {
  const world = await createWatch({ name: "Ada", forMs: 15_000 });
  expect(world.alice.connection()).toBe("live");
  world.network.requests.length = 0;
  return world;
};
type World = Awaited<ReturnType<typeof live>>;

const isResumed = ({ network }: World) =>
  network.count("documents:listen") === 1 && network.count("documents:batchGet") === 0;

describe("when the connection breaks", () => {
  test("a dropped connection causes one request and no new session", async () => {
    const world = await live();
    world.network.cutAll();
    await world.setName("Grace");
    await world.time.advance(1_000);
    expect(world.alice.shown()).toEqual({ name: "Grace" });
    expect(world.network.requests.map(({ endpoint }) => endpoint)).toEqual(["documents:listen-receive"]);
  });

  test("a document is read again when the server has lost its history", async () => {
    const world = await live();
    world.firestore.store.restore({ lastTime: 0, documents: [] });
    world.firestore.channels.endAll();
    await world.time.advance(2_000);
    expect(world.alice.shown()).toBeNull();
  });

  test("a server that ends each session right after its first snapshot gets pauses between the sessions", async () => {
    const world = await live();
    for (let elapsedMs = 0; elapsedMs < 60_000; elapsedMs += 100) {
      world.firestore.channels.endAll();
      await world.time.advance(100);
    }
    const sessions = world.network.count("documents:listen");
    expect(sessions).toBeGreaterThan(10);
    expect(sessions).toBeLessThan(120);
  });

  test("during an outage, the watcher keeps the last snapshot and gets the error", async () => {
    const world = await live();
    world.network.goOffline();
    world.network.cutAll();
    await world.time.advance(10_000);
    expect(world.alice.shown()).toEqual({ name: "Ada" });
    expect(world.alice.last()).toMatchObject({
      connection: "reconnecting",
      error: { code: "network-failed", isPermanent: false },
    });
    world.network.heal();
    await world.time.advance(2 * MINUTE_MS);
    expect(world.alice.connection()).toBe("live");
    expect(world.alice.last()).not.toHaveProperty("error");
  });

  test("the client gives up a handshake that gets no answer within ten seconds", async () => {
    const world = createWorld();
    world.network.fate(({ endpoint }) => ({
      type: endpoint === "documents:listen" ? "hangs" : "through",
    }));
    const alice = world.createClient();
    alice.watch();
    await world.time.advance(9_000);
    expect(world.network.count("documents:listen")).toBe(1);
    await world.time.advance(3_000);
    expect(world.network.count("documents:listen")).toBe(2);
  });
});

describe("proxies", () => {
  test("behind a buffering proxy the client uses long polling, and every change arrives", async () => {
    const world = createWorld();
    world.network.fate(({ url }) => ({
      type: url.searchParams.get("RID") === "rpc" ? "buffered" : "through",
    }));
    const alice = world.createClient();
    alice.watch();
    await world.time.advance(15_000);
    expect(alice.connection()).toBe("live");
    for (const name of ["Ada", "Grace", "Barbara"]) {
      await world.setName(name);
      await world.time.advance(1_000);
      expect(alice.shown()).toEqual({ name });
    }
    await world.time.advance(10 * MINUTE_MS);
    expect(alice.connection()).toBe("live");
    expect(world.network.count("documents:listen")).toBe(1);
  });

  test("an HTML page instead of a response counts as a transient failure", async () => {
    const world = createWorld();
    world.network.fate(() => ({
      type: "status",
      status: 403,
      body: "<!doctype html><h1>Sign in to Wi-Fi</h1>",
    }));
    const alice = world.createClient();
    alice.watch();
    await world.time.advance(5_000);
    expect(alice.last()).toMatchObject({ status: "loading", error: { code: "unavailable" } });
    world.network.heal();
    await world.time.advance(2 * MINUTE_MS);
    expect(alice.connection()).toBe("live");
  });
});

describe("the page", () => {
  test("a page hidden for a minute stops listening, and reads the changes when it becomes visible", async () => {
    const world = await live();
    world.alice.page.emit("hidden");
    await world.time.advance(59_000);
    expect(world.firestore.channels.count()).toBe(1);
    await world.time.advance(2_000);
    expect(world.firestore.channels.count()).toBe(0);
    expect(world.alice.connection()).toBe("paused");
    const quiet = world.network.requests.length;
    await world.setName("Grace");
    await world.time.advance(60 * MINUTE_MS);
    expect(world.network.requests.length).toBe(quiet);
    world.alice.page.emit("visible");
    await world.time.advance(1_000);
    expect(world.alice.shown()).toEqual({ name: "Grace" });
    expect(world.alice.connection()).toBe("live");
  });

  test("the client retries immediately when the page is online again", async () => {
    const world = await live();
    world.network.goOffline();
    world.network.cutAll();
    world.alice.page.emit("offline");
    await world.time.advance(10 * MINUTE_MS);
    await world.setName("Grace");
    world.network.heal();
    world.alice.page.emit("online");
    await world.time.advance(100);
    expect(world.alice.shown()).toEqual({ name: "Grace" });
  });
});

describe("tokens", () => {
  test("a new token opens a new session that resumes from the last state", async () => {
    const world = await live();
    const renewed = world.idTokenFor("alice");
    world.alice.session.idToken = renewed;
    world.alice.document.tokenChanged();
    await world.time.advance(100);
    const [handshake] = world.network.requests.filter(({ endpoint }) => endpoint === "documents:listen");
    expect(handshake?.idToken === renewed).toBe(true);
    expect(isResumed(world)).toBe(true);
  });

  test("while no token is available, no request is sent", async () => {
    const world = createWorld();
    const alice = world.createClient();
    const wallet = new Map<string, string>();
    const { idToken } = alice.session;
    Object.defineProperty(alice.session, "idToken", {
      get: () => {
        if (!wallet.has("idToken")) throw new Error("offline");
        return wallet.get("idToken");
      },
    });
    alice.watch();
    await world.time.advance(5_000);
    expect(world.network.requests).toEqual([]);
    expect(alice.last()).toMatchObject({ status: "loading", error: { code: "token-unavailable" } });
    wallet.set("idToken", idToken);
    await world.time.advance(MINUTE_MS);
    expect(alice.connection()).toBe("live");
  });
});

describe("limits", () => {
  test("an outage of an hour costs no more requests than the back-off allows", async () => {
    const world = await live();
    world.network.goOffline();
    world.network.cutAll();
    await world.time.advance(60 * MINUTE_MS);
    // The pauses are 1, 1.5, 2.25 … s up to 60 s, each times a random factor from 0.5 to 1.5: about 72 attempts, 144
    // at most.
    const attempts = world.network.requests.filter(({ endpoint }) => endpoint !== "terminate").length;
    expect(attempts).toBeGreaterThan(40);
    expect(attempts).toBeLessThan(150);
  });

  test("a server that reports an exceeded quota gets no request for at least half a minute", async () => {
    const world = createWorld();
    const body = JSON.stringify({ error: { code: 429, status: "RESOURCE_EXHAUSTED", message: "quota" } });
    world.network.fate(({ endpoint }) =>
      endpoint.startsWith("documents:listen") ? { type: "status", status: 429, body } : { type: "through" },
    );
    const alice = world.createClient();
    alice.watch();
    await world.time.advance(29_000);
    expect(world.network.count("documents:listen")).toBe(1);
  });
});
