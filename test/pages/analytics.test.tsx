import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createAnalytics } from "../../src/analytics/analytics.ts";
import { createHttpSink } from "../../src/analytics/http-sink.ts";
import type { Message, Sink } from "../../src/analytics/queue.ts";

const AT = Date.UTC(2026, 0, 5, 6, 30);
const page = (path: string) => ({ path, title: path, url: `https://tallybin.example${path}` });

/** A sink that keeps what it receives. */
function recorder() {
  const delivered: Message[][] = [];
  let refusals = 0;
  const sink: Sink = async (messages) => {
    if (refusals > 0) {
      refusals -= 1;
      throw new Error("503");
    }
    delivered.push([...messages]);
  };
  return {
    sink,
    refuse: (times: number) => {
      refusals = times;
    },
    batches: () => delivered.map((batch) => batch.map(({ type }) => type)),
    messages: () => delivered.flat(),
  };
}
const start = ({ sink }: ReturnType<typeof recorder>) => createAnalytics({ sink, now: () => AT });
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe("the queue", () => {
  test("the analytics queue is sent every three seconds while it has messages, and sets no timer when empty", async () => {
    const one = recorder();
    const analytics = start(one);
    await pass(0);
    analytics.page(page("/"));
    await pass(2_900);
    expect(one.batches()).toEqual([]);
    analytics.page(page("/about"));
    await pass(100);
    expect(one.batches()).toEqual([["page", "page"]]);
    expect(vi.getTimerCount()).toBe(0);
    analytics.identify("uid-1");
    await pass(3_000);
    expect(one.batches()).toEqual([["page", "page"], ["identify"]]);
  });

  test("the analytics queue keeps refused messages in order, and retries them after growing pauses", async () => {
    const one = recorder();
    one.refuse(2);
    const analytics = start(one);
    await pass(0);
    analytics.page(page("/"));
    await pass(3_000);
    analytics.page(page("/about"));
    await pass(5_900);
    expect(one.messages()).toEqual([]);
    await pass(100 + 12_000);
    expect(one.messages().map(({ context }) => context.page.path)).toEqual(["/", "/about"]);
  });

  test("after a withdrawal of consent, queued messages are not sent and the stored visitor ID is deleted", async () => {
    const one = recorder();
    const analytics = start(one);
    await pass(0);
    analytics.page(page("/"));
    expect(localStorage.length).toBe(1);
    analytics.stop();
    analytics.page(page("/about"));
    await pass(60_000);
    expect(one.messages()).toEqual([]);
    expect(localStorage.length).toBe(0);
  });
});

describe("identification", () => {
  test("analytics messages carry a visitor ID, after an identification also the user ID, and after a reset a new visitor ID", async () => {
    const one = recorder();
    const analytics = start(one);
    analytics.page(page("/"));
    analytics.identify("u1");
    analytics.identify("u1"); // a repeated identification is ignored
    analytics.page(page("/dashboard"));
    analytics.reset();
    analytics.reset();
    analytics.page(page("/about"));
    await pass(20_000);
    const sent = one.messages();
    expect(sent.map(({ type, userId }) => [type, userId])).toEqual([
      ["page", undefined],
      ["identify", "u1"],
      ["page", "u1"],
      ["page", undefined],
    ]);
    const names = sent.map(({ anonymousId }) => anonymousId);
    expect(new Set(names.slice(0, 3)).size).toBe(1);
    expect(names[3]).not.toBe(names[0]);
    expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(4);
    expect(sent[0]).toMatchObject({ timestamp: "2026-01-05T06:30:00.000Z", context: { page: page("/") } });
  });

  test("another user of the same browser gets a new visitor ID", async () => {
    const one = recorder();
    const analytics = start(one);
    analytics.identify("u1");
    analytics.identify("u2");
    await pass(20_000);
    const [first, second] = one.messages();
    expect(first?.anonymousId).not.toBe(second?.anonymousId);
  });
});

describe("the HTTP adapter", () => {
  const message = { type: "track", event: "asked", properties: {} } as unknown as Message;
  const answering = (status: number) => {
    const fetched = vi.fn((_: string, __: RequestInit) => Promise.resolve(new Response("{}", { status })));
    vi.stubGlobal("fetch", fetched);
    return fetched;
  };
  const sink = createHttpSink({ endpoint: "https://count.example/", writeKey: "key" });

  test("the HTTP adapter posts batches of at most 50 messages in the format of the Segment HTTP API", async () => {
    const fetched = answering(200);
    await sink(
      Array.from({ length: 60 }, () => message),
      new AbortController().signal,
    );
    expect(fetched.mock.calls.map(([url]) => url)).toEqual(Array(2).fill("https://count.example/v1/batch"));
    const body = JSON.parse(String(fetched.mock.calls[0]?.[1].body));
    expect(body).toMatchObject({ writeKey: "key", batch: Array(50).fill(message) });
    expect(fetched.mock.calls[0]?.[1]).toMatchObject({ credentials: "omit", keepalive: true });
  });

  test.each([408, 429, 500, 503])(
    "the HTTP adapter rejects after status %i, so that the queue retries",
    async (status) => {
      answering(status);
      await expect(sink([message], new AbortController().signal)).rejects.toThrow(String(status));
    },
  );

  test("the HTTP adapter drops messages that the endpoint refuses with status 400", async () => {
    answering(400);
    await expect(sink([message], new AbortController().signal)).resolves.toBeUndefined();
  });
});

test("two tabs share one anonymous ID after a sign-out", async () => {
  const [one, two] = [recorder(), recorder()];
  const tabs = [start(one), start(two)];
  for (const tab of tabs) tab.identify("ada");
  for (const tab of tabs) tab.reset();
  for (const tab of tabs) tab.page(page("/"));
  await pass(3_000);
  const ids = [...one.messages(), ...two.messages()]
    .filter((message) => message.type === "page")
    .map(({ anonymousId, userId }) => ({ anonymousId, userId }));
  expect(ids).toHaveLength(2);
  expect(ids[0]).toEqual(ids[1]);
  expect(ids[0]?.userId).toBeUndefined();
});

test("after a withdrawal of consent, batches that wait behind a pending batch are not sent", async () => {
  let answer = (): void => undefined;
  const fetched = vi.fn(
    (_url: string, { signal }: RequestInit) =>
      new Promise<Response>((resolve, reject) => {
        answer = () => resolve(new Response());
        signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
      }),
  );
  vi.stubGlobal("fetch", fetched);
  const sink = createHttpSink({ endpoint: "https://analytics.example", writeKey: "example-key" });
  const analytics = createAnalytics({ sink, now: () => AT });
  await pass(0);
  for (let count = 0; count < 120; count += 1) analytics.page(page(`/${count}`));
  await pass(3_000);
  expect(fetched).toHaveBeenCalledOnce();
  analytics.stop();
  answer();
  await pass(60_000);
  expect(fetched).toHaveBeenCalledOnce();
});
