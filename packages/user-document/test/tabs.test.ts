import { describe, expect, test } from "vitest";
import { createChannels } from "../../identity/test/support/channels.ts";
import { createLocks } from "../../identity/test/support/locks.ts";
import type { Channel, Locks } from "../../platform/src/browser.ts";
import { createWorld } from "./support/world.ts";

/** The shared parts of one browser's tabs: Web Locks, first come, first served, and channels by name. */
const createBrowser = () => {
  const locks = createLocks();
  const channels = createChannels();
  return {
    heldCount: locks.heldCount,
    openChannels: () => channels.listening(),
    posted: channels.posted,
    openTab: () => {
      const { manager, crash } = locks.forTab();
      return {
        locks: manager as unknown as Locks,
        channel: (name: string): Channel => channels.open(name),
        /** The tab's process crashes: the browser frees its locks. */
        crash,
      };
    },
  };
};

const MINUTE_MS = 60_000;

/** One browser with this many visible tabs of the same user, all open for a while. */
const openTabs = async (count: number) => {
  const world = createWorld();
  await world.setName("Ada");
  const browser = createBrowser();
  const tabs = Array.from({ length: count }, () => {
    const tab = browser.openTab();
    const client = world.createClient("alice", { locks: tab.locks, channel: tab.channel });
    return { ...client, crash: tab.crash, stop: client.watch() };
  });
  await world.time.advance(15_000);
  return { ...world, browser, tabs };
};
const names = (tabs: Awaited<ReturnType<typeof openTabs>>["tabs"]) => tabs.map(({ shown }) => shown()?.name);

describe("ten tabs of one browser", () => {
  test("ten tabs of one browser hold three streams together, and all tabs are live", async () => {
    const world = await openTabs(10);
    expect(world.network.openAnswers()).toBe(3);
    expect(world.firestore.channels.count()).toBe(3);
    expect(world.tabs.map(({ connection }) => connection())).toEqual(Array(10).fill("live"));
    expect(names(world.tabs)).toEqual(Array(10).fill("Ada"));
  });

  test("ten tabs of one browser show another client's change at once, and send each other no document content", async () => {
    const world = await openTabs(10);
    for (const name of ["Grace", "Barbara"]) {
      await world.setName(name);
      await world.time.advance(100);
      expect(names(world.tabs)).toEqual(Array(10).fill(name));
    }
    expect(JSON.stringify(world.browser.posted)).not.toMatch(/Grace|Barbara/);
  });

  test("a save in any of ten tabs appears in all tabs", async () => {
    const world = await openTabs(10);
    for (const [index, tab] of world.tabs.entries()) {
      await tab.document.set({ name: `Name ${index}` }, { merge: true });
      await world.time.advance(100);
      expect(names(world.tabs)).toEqual(Array(10).fill(`Name ${index}`));
    }
  });

  test("a change causes one read in each tab without a stream, and no further requests", async () => {
    const world = await openTabs(10);
    world.network.requests.length = 0;
    await world.setName("Grace");
    await world.time.advance(MINUTE_MS);
    const reads = world.network.count("documents:batchGet");
    expect(reads).toBeGreaterThanOrEqual(7);
    // A read that runs while a second streaming tab reports the same change may be repeated.
    expect(reads).toBeLessThanOrEqual(14);
  });

  test.each([
    ["closes", (tab: { document: { dispose(): void } }) => tab.document.dispose()],
    ["is hidden for a minute", (tab: { page: { emit(event: "hidden"): void } }) => tab.page.emit("hidden")],
  ])("a tab that %s passes its stream on to another tab", async (_, leave) => {
    const world = await openTabs(5);
    for (const tab of world.tabs.slice(0, 3)) leave(tab);
    await world.time.advance(2 * MINUTE_MS);
    expect(world.browser.heldCount()).toBe(2);
    expect(world.firestore.channels.count()).toBe(2);
    await world.setName("Grace");
    await world.time.advance(100);
    expect(names(world.tabs.slice(3))).toEqual(["Grace", "Grace"]);
  });

  test("another tab takes over the stream of a tab that crashes", async () => {
    const world = await openTabs(4);
    for (const tab of world.tabs.slice(0, 3)) {
      tab.crash();
      tab.document.dispose();
    }
    await world.time.advance(1_000);
    await world.setName("Grace");
    await world.time.advance(100);
    expect(world.firestore.channels.count()).toBe(1);
    expect(world.tabs[3]?.shown()).toEqual({ name: "Grace" });
  });
});

describe("a tab without a stream", () => {
  test.each(["visible", "focused"] as const)(
    "a tab without a stream reads the document when the tab becomes %s",
    async (happening) => {
      const world = await openTabs(4);
      const [, , , last] = world.tabs;
      world.network.mute();
      await world.setName("Grace");
      last?.page.emit(happening);
      await world.time.advance(100);
      expect(last?.shown()).toEqual({ name: "Grace" });
    },
  );

  test("a tab without a stream gets changes even if a proxy swallows the streams of all other tabs", async () => {
    const world = await openTabs(5);
    world.network.fate(({ url }) => ({ type: url.searchParams.get("RID") === "rpc" ? "hangs" : "through" }));
    world.network.cutAll();
    await world.time.advance(10_000);
    await world.tabs[4]?.document.set({ name: "Grace" }, { merge: true });
    await world.time.advance(3_000);
    expect(names(world.tabs)).toEqual(Array(5).fill("Grace"));
    await world.setName("Barbara");
    await world.time.advance(MINUTE_MS);
    expect(names(world.tabs)).toEqual(Array(5).fill("Barbara"));
  });

  test("a tab without a stream retries by itself if its first read of the document fails", async () => {
    const world = createWorld();
    await world.setName("Ada");
    const browser = createBrowser();
    const open = () => {
      const tab = browser.openTab();
      const client = world.createClient("alice", { locks: tab.locks, channel: tab.channel });
      client.watch();
      return client;
    };
    for (let tab = 0; tab < 3; tab += 1) open();
    await world.time.advance(1_000);
    world.network.fate(() => ({ type: "refused" }));
    const last = open();
    await world.time.advance(10_000);
    expect(last.last()).toMatchObject({ status: "loading", error: { code: "network-failed" } });
    world.network.heal();
    await world.time.advance(MINUTE_MS);
    expect(last.shown()).toEqual({ name: "Ada" });
    expect(last.connection()).toBe("live");
    expect(last.last()).not.toHaveProperty("error");
  });

  test("a tab without a stream ignores unknown messages from other tabs", async () => {
    const world = await openTabs(4);
    const before = world.network.requests.length;
    const stranger = world.browser.openTab().channel("user-document:demo-project:alice");
    for (const data of [null, "changed", { changedAt: 7 }, { changedAt: "" }]) stranger.postMessage(data);
    await world.time.advance(1_000);
    expect(world.network.requests.length).toBe(before);
  });
});

describe("tabs that cannot share streams", () => {
  test.each([
    ["locks", { locks: undefined }],
    ["channels", { channel: undefined }],
    ["a channel that the browser grants", { channel: () => undefined }],
  ])("without %s, each tab holds its own stream", async (_, missing) => {
    const world = createWorld();
    const browser = createBrowser();
    for (let tab = 0; tab < 5; tab += 1) {
      const { locks, channel } = browser.openTab();
      world.createClient("alice", { locks, channel, ...missing }).watch();
    }
    await world.time.advance(15_000);
    expect(world.firestore.channels.count()).toBe(5);
  });

  test("a tab shows its document even if the browser refuses locks", async () => {
    const world = createWorld();
    const { channel } = createBrowser().openTab();
    const locks = { request: () => Promise.reject(new DOMException("no", "SecurityError")) };
    const client = world.createClient("alice", { locks, channel });
    client.watch();
    await world.time.advance(1_000);
    expect(client.connection()).toBe("live");
  });
});

test("a page in the back/forward cache holds no stream slot and no channel", async () => {
  const world = await openTabs(2);
  for (const { page } of world.tabs) page.emit("suspended");
  await world.time.advance(100);
  expect([world.browser.heldCount(), world.browser.openChannels()]).toEqual([0, 0]);
  for (const { page } of world.tabs) page.emit("resumed");
  await world.time.advance(1_000);
  expect(world.tabs.map(({ connection }) => connection())).toEqual(["live", "live"]);
});
