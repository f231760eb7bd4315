import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { collectUncaught } from "../../identity/test/support/uncaught.ts";
import { createWatch, createWorld } from "./support/world.ts";

const MINUTE_MS = 60_000;

describe("a watcher's states", () => {
  test("a watcher reports the result of the REST read first, then every change, in order", async () => {
    const world = createWorld();
    await world.setName("Ada");
    const alice = world.createClient();
    alice.watch();
    expect(alice.states).toEqual([{ status: "loading", connection: "connecting" }]);
    await world.time.advance(100);
    expect(alice.shown()).toEqual({ name: "Ada" });
    expect(alice.connection()).toBe("live");
    for (const count of [1, 2, 3]) await world.setCount(count);
    await world.time.advance(100);
    const counts = alice.states.flatMap((state) =>
      state.status === "ready" && state.snapshot.exists ? [state.snapshot.data.count] : [],
    );
    expect(counts.filter((count) => count !== undefined)).toEqual([1, 2, 3]);
  });

  test("the result of the REST read is shown even if no stream can be opened", async () => {
    const world = createWorld();
    await world.setName("Ada");
    world.network.fate(({ endpoint }) => ({
      type: endpoint === "documents:batchGet" ? "through" : "refused",
    }));
    const alice = world.createClient();
    alice.watch();
    await world.time.advance(5_000);
    expect(alice.shown()).toEqual({ name: "Ada" });
    expect(alice.connection()).toBe("reconnecting");
  });

  test("a missing document and a deleted document are shown as the same state", async () => {
    const { alice, ...world } = await createWatch();
    expect(alice.shown()).toBeNull();
    await world.setName("Ada");
    await world.time.advance(100);
    expect(alice.shown()).toEqual({ name: "Ada" });
    await world.remove();
    await world.time.advance(100);
    expect(alice.shown()).toBeNull();
  });

  test("a write that changes nothing is not reported", async () => {
    const { alice, ...world } = await createWatch({ name: "Ada" });
    const told = alice.states.length;
    await world.setName("Ada");
    await world.time.advance(100);
    expect(alice.states.length).toBe(told);
  });

  test("a document that the schema refuses is reported as a failure until the document is repaired", async () => {
    const world = createWorld();
    await world.write({ name: { integerValue: "7" } });
    const alice = world.createClient();
    alice.watch();
    await world.time.advance(100);
    expect(alice.last()).toMatchObject({ status: "failed", error: { code: "malformed-document" } });
    await world.setName("Ada");
    await world.time.advance(100);
    expect(alice.shown()).toEqual({ name: "Ada" });
  });

  test("the error of a document that the schema refuses names the wrong field and holds no value", async () => {
    const world = createWorld();
    await world.write({ name: { integerValue: "7" }, email: { stringValue: "alice@home.test" } });
    const alice = world.createClient();
    const error: unknown = await alice.document.get().catch((cause: unknown) => cause);
    expect(error).toMatchObject({ code: "malformed-document", cause: ["name"] });
    expect(inspect(error, { depth: 10 })).not.toContain("alice@home.test");
  });

  test.each([
    [
      "JSON of another shape",
      '[{"found":{"fields":{"email":"alice@home.test"}},"readTime":"now"}]',
      ["0.found.createTime", "0.found.updateTime"],
    ],
    ["no JSON", "alice@home.test", "SyntaxError"],
  ])("the error of a response that is %s holds nothing of the response", async (_, body, cause) => {
    const world = createWorld();
    const alice = world.createClient();
    world.network.fate(() => ({ type: "status", status: 200, body }));
    const error: unknown = await alice.document.get().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "unavailable", cause });
    expect(inspect(error, { depth: 10 })).not.toContain("alice");
  });

  test("a watcher that throws does not affect other watchers, and its error is not swallowed", async () => {
    const world = createWorld();
    const alice = world.createClient();
    const fault = new Error("a watcher's own fault");
    alice.document.watch((state) => {
      if (state.status === "ready") throw fault;
    });
    alice.watch();
    const uncaught = await collectUncaught(() => world.time.advance(0));
    expect(new Set(uncaught)).toEqual(new Set([fault]));
    expect(alice.shown()).toBeNull();
  });
});

describe("refusals", () => {
  test("a permanent refusal is reported once, and only the caller can retry", async () => {
    const world = createWorld();
    const mallory = world.createClient("alice");
    mallory.session.idToken = world.idTokenFor("mallory");
    mallory.watch();
    await world.time.advance(100);
    const refused = { status: "failed", error: { code: "permission-denied" } };
    expect(mallory.states.filter(({ status }) => status === "failed")).toHaveLength(1);
    expect(mallory.last()).toMatchObject(refused);
    const asked = world.network.requests.length;
    await world.time.advance(10 * MINUTE_MS);
    expect(world.network.requests.length).toBe(asked);

    mallory.session.idToken = world.idTokenFor("alice");
    mallory.document.retryNow();
    await world.time.advance(100);
    expect(mallory.shown()).toBeNull();
    expect(mallory.connection()).toBe("live");
  });

  test("no error contains a token or the server's error text", async () => {
    const world = createWorld();
    const alice = world.createClient();
    const secret = alice.session.idToken;
    world.network.fate(() => ({
      type: "status",
      status: 403,
      body: JSON.stringify({ error: { code: 403, status: "PERMISSION_DENIED", message: `no: ${secret}` } }),
    }));
    await expect(alice.document.get()).rejects.toSatisfy(
      (error: Error) => !`${error.message}${error.stack}${JSON.stringify(error)}`.includes(secret),
    );
  });
});

describe("one stream", () => {
  test("one stream serves React's double mount and any number of watchers", async () => {
    const world = createWorld();
    const alice = world.createClient();
    alice.watch()();
    alice.watch();
    const second = alice.watch();
    await world.time.advance(100);
    second();
    await world.time.advance(MINUTE_MS);
    expect(world.network.count("documents:listen")).toBe(1);
    expect(alice.connection()).toBe("live");
  });

  test("a watcher that comes after the stream has ended is shown the unchanged document", async () => {
    const { alice, stop, ...world } = await createWatch({ name: "Ada" });
    stop();
    await world.time.advance(10_000);
    alice.watch();
    await world.time.advance(100);
    expect(alice.shown()).toEqual({ name: "Ada" });
  });

  test("the stream ends soon after the last watcher stops, and leaves no timer, request or lock", async () => {
    const world = createWorld();
    const alice = world.createClient();
    const stop = alice.watch();
    await world.time.advance(100);
    stop();
    await world.time.advance(10_000);
    expect(world.network.count("terminate")).toBe(1);
    expect(world.firestore.channels.count()).toBe(0);
    expect(world.network.openAnswers()).toBe(0);
    expect(world.time.pending()).toBe(0);
    expect(alice.page.listenerCount()).toBe(0);
  });

  test("dispose() immediately ends the stream and everything that is pending", async () => {
    const { alice, ...world } = await createWatch();
    world.network.fate(() => ({ type: "hangs" }));
    const pending = alice.document.get();
    alice.document.dispose();
    await expect(pending).rejects.toMatchObject({ code: "cancelled" });
    world.network.heal();
    await world.time.advance(MINUTE_MS);
    expect(world.time.pending()).toBe(0);
  });
});
