import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createRestClient } from "../../../mocks/rest-client.ts";
import {
  ALICE,
  addTarget,
  createCaller,
  createChannelClient,
  DATABASE,
  merge,
  nameOf,
  text,
} from "./support.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A summary of each array. */
const told = (arrays: [number, unknown[]][]) =>
  arrays.map(([, [first]]) => {
    if (typeof first === "string") return first;
    const message = first as Record<string, { targetChangeType?: string; targetIds?: number[] }>;
    const [kind = "", content = {}] = Object.entries(message)[0] ?? [];
    return kind === "targetChange" ? (content.targetChangeType ?? "consistent") : kind;
  });

const listening = async (more: object = {}) => {
  const caller = createCaller();
  const channel = createChannelClient(caller.fetch);
  const { opened } = await channel.open("alice", [addTarget(ALICE, more)]);
  return { ...caller, channel, opened };
};

describe("a WebChannel session", () => {
  test("a WebChannel session begins with its ID and keep-alive interval", async () => {
    const { opened } = await listening();
    expect(opened).toEqual([[0, ["c", expect.any(String), "", 8, 12, 30_000]]]);
  });

  test("a WebChannel session sends every message after the last acknowledged one, and then new messages", async () => {
    const { channel, commit } = await listening();
    const first = await channel.receive(0);
    expect(told(await first.read())).toEqual(["ADD", "documentDelete", "CURRENT", "consistent"]);
    await commit([merge({ name: text("Ada") })]);
    expect(told(await first.read())).toEqual(["documentChange", "consistent"]);
    const second = await channel.receive(4);
    expect(first.isOver()).toBe(true);
    expect((await second.read()).map(([id]) => id)).toEqual([5, 6]);
  });

  test("a WebChannel session loses no message when its connection breaks", async () => {
    const { channel, commit } = await listening();
    const first = await channel.receive(0);
    await first.read();
    first.abort();
    await commit([merge({ name: text("Ada") })]);
    const second = await channel.receive(4);
    expect(told(await second.read())).toEqual(["documentChange", "consistent"]);
  });

  test("a WebChannel session sends a keep-alive every thirty seconds", async () => {
    const { channel } = await listening();
    const answer = await channel.receive(0);
    await answer.read();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(told(await answer.read())).toEqual(["noop", "noop"]);
  });

  test("a WebChannel session answers at once, so that the client can detect a buffering proxy", async () => {
    const { channel } = await listening();
    (await channel.receive(0)).abort();
    const answer = await channel.receive(4);
    expect(told(await answer.read())).toEqual(["noop"]);
  });

  test("a long-polling session completes its response at the first change or at the timeout", async () => {
    const { channel, commit } = await listening();
    const first = await channel.receive(0, { CI: "1" });
    await first.read();
    expect(first.isOver()).toBe(true);
    const second = await channel.receive(4, { CI: "1", TO: "5000" });
    await second.read();
    expect(second.isOver()).toBe(false);
    await commit([merge({ name: text("Ada") })]);
    expect(told(await second.read())).toEqual(["documentChange", "consistent"]);
    expect(second.isOver()).toBe(true);
    const third = await channel.receive(99, { CI: "1", TO: "5000" });
    await vi.advanceTimersByTimeAsync(5_000);
    await third.read();
    expect(third.isOver()).toBe(true);
  });

  test.each(["terminated", "abandoned for a minute", "dropped by a reset"])(
    "a request for a WebChannel session that was %s is refused",
    async (how) => {
      const { channel, services } = await listening();
      if (how === "terminated") expect(await (await channel.terminate()).text()).toBe("");
      else if (how === "abandoned for a minute") await vi.advanceTimersByTimeAsync(60_000);
      else services.reset();
      expect((await channel.receive(0)).response.status).toBe(400);
      expect((await channel.send([], 1)).status).toBe(400);
    },
  );

  test("a WebChannel session reports that no response is open after the client canceled the response", async () => {
    const { channel } = await listening();
    const answer = await channel.receive(0);
    await answer.cancel();
    const status = await channel.send([], 1);
    expect(await status.text()).toMatch(/^\d+\n\[0,/);
  });

  test("a WebChannel session takes each message once and in order, even if messages arrive twice or out of order", async () => {
    const { channel } = await listening();
    const answer = await channel.receive(0);
    await answer.read();
    const later = addTarget(ALICE, { targetId: 6 });
    await channel.send([later], 2);
    expect(await answer.read()).toEqual([]);
    const sooner = addTarget(ALICE, { targetId: 4 });
    await channel.send([sooner], 1);
    await channel.send([sooner, later], 1);
    const added = (await answer.read()).flatMap(([, [message]]) => {
      const { targetChange } = message as {
        targetChange?: { targetChangeType?: string; targetIds?: number[] };
      };
      return targetChange?.targetChangeType === "ADD" ? targetChange.targetIds : [];
    });
    expect(added).toEqual([4, 6]);
  });

  test.each([
    ["a body that is not JSON", "req0___data__=%7B&count=1&ofs=0"],
    ["a count that is not a number", "count=many&ofs=0"],
  ])("a WebChannel handshake with %s is refused with INVALID_ARGUMENT", async (_, body) => {
    const { fetch } = createCaller();
    const response = await fetch("/google.firestore.v1.Firestore/Listen/channel?VER=8&RID=1", {
      method: "POST",
      body,
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { status: "INVALID_ARGUMENT" } });
  });
});

describe("a listen stream", () => {
  test("a listener that resumes with a token receives only the changes since the token", async () => {
    const first = await listening();
    await first.commit([merge({ name: text("Ada") })]);
    const messages = await (await first.channel.receive(0)).read();
    const [, [last] = []] = messages.at(-1) ?? [];
    const { targetChange } = last as { targetChange: { resumeToken: string } };
    const resume = async () => {
      const channel = createChannelClient(first.fetch);
      await channel.open("alice", [
        addTarget(ALICE, { resumeToken: targetChange.resumeToken, expectedCount: 1 }),
      ]);
      return told(await (await channel.receive(0)).read());
    };
    expect(await resume()).toEqual(["ADD", "filter", "CURRENT", "consistent"]);
    await first.commit([merge({ name: text("Grace") })]);
    expect(await resume()).toEqual(["ADD", "documentChange", "filter", "CURRENT", "consistent"]);
    first.services.restore(structuredClone(first.services.snapshot()));
    expect(await resume()).toEqual(["ADD", "RESET", "documentChange", "CURRENT", "consistent"]);
  });

  test.each([
    ["another user's document", "alice", addTarget(nameOf("bob")), 7],
    ["a document without credentials", undefined, addTarget(), 7],
    ["an invalid document name", "alice", addTarget("nonsense"), 3],
    ["a whole collection", "alice", { database: DATABASE, addTarget: { targetId: 2, query: {} } }, 7],
  ])("a listen target for %s is refused, and the stream stays open", async (_, as, message, code) => {
    const { fetch } = createCaller();
    const channel = createChannelClient(fetch);
    await channel.open(as, [message]);
    const answer = await channel.receive(0);
    const refused = (await answer.read()).map(([, [content]]) => content);
    expect(refused).toMatchObject([
      { targetChange: { targetChangeType: "ADD" } },
      { targetChange: { targetChangeType: "REMOVE", cause: { code } } },
    ]);
    expect(answer.isOver()).toBe(false);
  });

  test("a write that changes nothing sends no message to listeners", async () => {
    const { channel, commit } = await listening();
    await commit([merge({ name: text("Ada") })]);
    const first = await channel.receive(0);
    await first.read();
    await commit([merge({ name: text("Ada") })]);
    expect(await first.read()).toEqual([]);
  });

  test('a listen target with "once" ends when it is current, and a target ID that is in use is refused', async () => {
    const { channel } = await listening({ once: true });
    const first = await channel.receive(0);
    expect(told(await first.read())).toEqual(["ADD", "documentDelete", "CURRENT", "consistent", "REMOVE"]);
    await channel.send([addTarget(), addTarget()], 1);
    expect(await first.read()).toContainEqual([
      expect.any(Number),
      [{ error: expect.objectContaining({ status: "INVALID_ARGUMENT" }) }],
    ]);
  });

  test("a removed listen target receives no further messages", async () => {
    const { channel, commit } = await listening();
    const answer = await channel.receive(0);
    await answer.read();
    await channel.send([{ database: DATABASE, removeTarget: 2 }], 1);
    expect(told(await answer.read())).toEqual(["REMOVE"]);
    await commit([merge({ name: text("Ada") })]);
    expect(await answer.read()).toEqual([]);
  });

  test("a listen stream ends with UNAUTHENTICATED when the ID token expires on the local clock", async () => {
    const { services, fetch } = createCaller();
    const { idToken, localId } = await createRestClient(services).signUp("ada@example.com", "correct horse");
    const channel = createChannelClient(fetch);
    await channel.open(undefined, [addTarget(nameOf(localId))], idToken);
    const answer = await channel.receive(0);
    await answer.read();
    services.clock.advance(3_601_000);
    expect(await answer.read()).toMatchObject([
      [5, [{ error: { status: "UNAUTHENTICATED" } }]],
      [6, ["close"]],
    ]);
    expect(answer.isOver()).toBe(true);
  });

  test("an error that occurs before the client reads the stream is kept until the client reads it", async () => {
    const { fetch } = createCaller();
    const channel = createChannelClient(fetch);
    await channel.open(undefined, [addTarget()], "no-jwt");
    expect(await (await channel.receive(0)).read()).toMatchObject([
      [1, [{ error: { status: "INVALID_ARGUMENT" } }]],
      [2, ["close"]],
    ]);
  });
});

test("a write stream answers each commit in turn, and ends with the first refused commit", async () => {
  const { fetch, get } = createCaller();
  const channel = createChannelClient(fetch, "Write");
  await channel.open("alice", [{ database: DATABASE }]);
  const answer = await channel.receive(0);
  expect(await answer.read()).toMatchObject([
    [1, [{ streamId: expect.any(String), streamToken: expect.any(String) }]],
  ]);
  await channel.send([{ streamToken: "", writes: [merge({ name: text("Ada") })] }], 1);
  expect(await answer.read()).toMatchObject([[2, [{ writeResults: [{}], commitTime: expect.any(String) }]]]);
  expect((await get()).status).toBe(200);
  await channel.send([{ streamToken: "", writes: [merge({ stripePriceId: text("x") })] }], 2);
  expect(await answer.read()).toMatchObject([
    [3, [{ error: { status: "PERMISSION_DENIED" } }]],
    [4, ["close"]],
  ]);
});
