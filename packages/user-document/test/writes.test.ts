import { describe, expect, test } from "vitest";
import { createWatch, createWorld } from "./support/world.ts";

describe("writes", () => {
  test("set() with merge creates the document and keeps its other fields", async () => {
    const { document } = createWorld().createClient();
    await document.set({ email: "ada@example.com" }, { merge: true });
    await document.set({ name: "Ada" }, { merge: true });
    expect(await document.get()).toMatchObject({
      exists: true,
      data: { email: "ada@example.com", name: "Ada" },
    });
  });

  test("reads, writes and streams carry an App Check token if the application supplies one", async () => {
    const world = createWorld();
    const { document } = world.createClient(undefined, { getAppCheckToken: async () => "app-check-1" });
    const isLive = new Promise<void>((resolve) => {
      document.watch(({ connection }) => connection === "live" && resolve());
    });
    await document.set({ name: "Ada" }, { merge: true });
    await document.get();
    await isLive;
    const tokenOf = (endpoint: string) =>
      world.network.requests.find((request) => request.endpoint === endpoint)?.appCheckToken;
    expect(["documents:commit", "documents:batchGet", "documents:listen"].map(tokenOf)).toEqual(
      Array(3).fill("app-check-1"),
    );
    document.dispose();
  });

  test("update() needs an existing document", async () => {
    const { document } = createWorld().createClient();
    await expect(document.update({ name: "Ada" })).rejects.toMatchObject({ code: "not-found" });
    await document.set({ name: "Ada" }, { merge: true });
    await document.update({ picture: "https://pictures.test/ada" });
    await document.deleteField("name");
    expect(await document.get()).toMatchObject({ data: { picture: "https://pictures.test/ada" } });
  });

  test("if two devices edit different fields at the same time, both edits are kept", async () => {
    const world = createWorld();
    const phone = world.createClient();
    const desk = world.createClient();
    await Promise.all([
      phone.document.set({ name: "Ada" }, { merge: true }),
      desk.document.set({ picture: "p" }, { merge: true }),
    ]);
    expect(await phone.document.get()).toMatchObject({ data: { name: "Ada", picture: "p" } });
  });

  test("a write that is based on an outdated version is refused", async () => {
    const world = createWorld();
    const phone = world.createClient();
    const desk = world.createClient();
    await phone.document.set({ name: "Ada" }, { merge: true });
    const seen = await phone.document.get();
    await desk.document.update({ name: "Grace" });
    const ifUpdateTime = seen.exists ? seen.updateTime : "";
    for (const late of [
      phone.document.update({ name: "Ada L." }, { ifUpdateTime }),
      phone.document.set({ name: "Ada L." }, { merge: true, ifUpdateTime }),
      phone.document.deleteField("name", { ifUpdateTime }),
      phone.document.delete({ ifUpdateTime }),
    ])
      await expect(late).rejects.toMatchObject({ code: "failed-precondition", isPermanent: true });
    expect(await desk.document.get()).toMatchObject({ data: { name: "Grace" } });
  });

  test("a write with `ifMissing` creates a document, and changes none", async () => {
    const world = createWorld();
    const phone = world.createClient();
    const desk = world.createClient();
    await phone.document.set({ name: "Ada" }, { merge: true, ifMissing: true });
    await expect(
      desk.document.set({ name: "Grace" }, { merge: true, ifMissing: true }),
    ).rejects.toMatchObject({ code: "already-exists", isPermanent: true });
    expect(await desk.document.get()).toMatchObject({ data: { name: "Ada" } });
  });

  test("no user can write the payment provider's fields", async () => {
    const { document } = createWorld().createClient();
    await expect(document.set({ stripePriceId: "price_pro" }, { merge: true })).rejects.toMatchObject({
      code: "permission-denied",
    });
  });

  test("deleting a document twice succeeds", async () => {
    const { document } = createWorld().createClient();
    await document.set({ name: "Ada" }, { merge: true });
    await document.delete();
    await document.delete();
    expect(await document.get()).toEqual({ exists: false });
  });

  test("offline, a write fails immediately and is never sent later", async () => {
    const { alice, ...world } = await createWatch();
    world.network.goOffline();
    await expect(alice.document.set({ name: "Ada" }, { merge: true })).rejects.toMatchObject({
      code: "network-failed",
      isPermanent: false,
    });
    world.network.heal();
    await world.time.advance(600_000);
    expect(alice.shown()).toBeNull();
  });

  test("a call that gets no response fails after fifteen seconds", async () => {
    const world = createWorld();
    const { document } = world.createClient();
    world.network.fate(() => ({ type: "hangs" }));
    const writing = document.set({ name: "Ada" }, { merge: true });
    const outcome = expect(writing).rejects.toMatchObject({ code: "deadline-exceeded" });
    await world.time.advance(15_000);
    await outcome;
  });

  test("a rejected token causes one forced refresh, and a second rejection is reported", async () => {
    const world = createWorld();
    const alice = world.createClient();
    world.refusedTokens.add(alice.session.idToken);
    await alice.document.set({ name: "Ada" }, { merge: true });
    expect(alice.session.refreshes).toBe(1);
    world.network.fate(() => ({
      type: "status",
      status: 401,
      body: '[{"error":{"code":401,"status":"UNAUTHENTICATED"}}]',
    }));
    const rejected = { code: "unauthenticated", isPermanent: false };
    await expect(alice.document.get()).rejects.toMatchObject(rejected);
    expect(alice.session.refreshes).toBe(2);
  });

  test("no request follows a redirect, which would take the ID token to another server", async () => {
    const { alice, ...world } = await createWatch({ forMs: 1000 });
    await alice.document.set({ name: "Alice" }, { merge: true });
    alice.document.dispose();
    await world.time.advance(120_000);
    const { requests } = world.network;
    expect(new Set(requests.map(({ endpoint }) => endpoint)).size).toBeGreaterThan(2);
    expect(requests.filter(({ redirect }) => redirect !== "error")).toEqual([]);
  });

  test("no request goes to any server but the configured one", async () => {
    const world = createWorld();
    const alice = world.createClient();
    alice.watch();
    for (const type of ["hangs", "refused", "answer-lost"] as const) {
      world.network.fate(() => ({ type }));
      await world.time.advance(120_000);
    }
    expect(new Set(world.network.requests.map(({ url }) => url.origin))).toEqual(
      new Set(["https://documents.test"]),
    );
  });
});
