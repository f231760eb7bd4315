import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { now, setClock } from "../../src/lib/clock.ts";
import { followLocalClock } from "../../src/lib/local-clock.ts";

const HOUR_MS = 3_600_000;
let offset = 0;

beforeEach(() => {
  vi.useFakeTimers();
  offset = 0;
  vi.stubGlobal("fetch", async () => Response.json({ offset, frozenAt: null }));
});
afterEach(() => {
  setClock({ offset: 0, frozenAt: null });
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("a hidden tab follows the local clock, so that its session does not look expired", async () => {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  const moved = vi.fn();
  const stop = followLocalClock("/__local/clock", moved);
  offset = HOUR_MS;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(now()).toBe(Date.now() + HOUR_MS);
  expect(moved).toHaveBeenCalledTimes(1);
  stop();
});

test("a tab with slow timers follows the local clock as soon as another tab reports a change", async () => {
  const heard: (() => void)[] = [];
  const posted: unknown[] = [];
  vi.stubGlobal(
    "BroadcastChannel",
    class {
      addEventListener(_: string, listener: () => void) {
        heard.push(listener);
      }
      postMessage(message: unknown) {
        posted.push(message);
      }
      close() {}
    },
  );
  const stop = followLocalClock("/__local/clock", () => undefined);
  await vi.advanceTimersByTimeAsync(0);
  offset = HOUR_MS;
  for (const listener of heard) listener();
  await vi.advanceTimersByTimeAsync(0);
  expect(now()).toBe(Date.now() + HOUR_MS);
  expect(posted).toEqual(["moved"]);
  stop();
});

test("each tab follows the local clock by its own timer if the browser refuses BroadcastChannel", async () => {
  vi.stubGlobal(
    "BroadcastChannel",
    class {
      constructor() {
        throw new DOMException("The operation is insecure.", "SecurityError");
      }
    },
  );
  const stop = followLocalClock("/__local/clock", () => undefined);
  offset = HOUR_MS;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(now()).toBe(Date.now() + HOUR_MS);
  stop();
});

test("a read of the local clock that gets no response is abandoned, and the next read succeeds", async () => {
  // The real timeout does not follow the virtual time.
  const limits: { ms: number; limit: AbortController }[] = [];
  const timeout = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    const limit = new AbortController();
    limits.push({ ms, limit });
    return limit.signal;
  });
  const answering = fetch;
  vi.stubGlobal(
    "fetch",
    (_: string, { signal }: RequestInit = {}) =>
      new Promise((_done, refuse) => {
        signal?.addEventListener("abort", () => refuse(signal.reason));
      }),
  );
  const stop = followLocalClock("/__local/clock", () => undefined);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(limits.map(({ ms }) => ms)).toEqual([30_000]);
  vi.stubGlobal("fetch", answering);
  offset = HOUR_MS;
  limits[0]?.limit.abort();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(now()).toBe(Date.now() + HOUR_MS);
  stop();
  timeout.mockRestore();
});

test("a tab on a slow connection has only one read of the local clock pending, and bypasses the HTTP cache", async () => {
  const asked: { cache: RequestCache | undefined; answer: () => void }[] = [];
  vi.stubGlobal("fetch", (_: string, { cache }: RequestInit = {}) => {
    let resolve: (response: Response) => void = () => undefined;
    const promise = new Promise<Response>((done) => {
      resolve = done;
    });
    asked.push({ cache, answer: () => resolve(Response.json({ offset, frozenAt: null })) });
    return promise;
  });
  const stop = followLocalClock("/__local/clock", () => undefined);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked.map(({ cache }) => cache)).toEqual(["no-store"]);
  asked[0]?.answer();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(asked).toHaveLength(2);
  stop();
});
