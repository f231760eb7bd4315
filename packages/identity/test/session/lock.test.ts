import { createQueue } from "@tallybin/platform/listeners";
import { describe, expect, test } from "vitest";
import { createLock } from "../../src/lib/lock.ts";
import { createClock, settle } from "../support/clock.ts";
import { createLocks } from "../support/locks.ts";

const DEADLINE_MS = 45_000;
const never = () => new AbortController().signal;
const hang = () => new Promise<never>(() => undefined);

describe("the lock of a browser", () => {
  const setUp = () => {
    const clock = createClock();
    const locks = createLocks();
    const lockOf = () => createLock({ ...clock, locks: locks.forTab().manager }, "one", DEADLINE_MS);
    return { clock, locks, lockOf };
  };

  test("tabs hold the browser's lock one at a time, in the order of their requests", async () => {
    const { lockOf } = setUp();
    const done: number[] = [];
    await Promise.all([1, 2, 3].map((tab) => lockOf()(async () => void done.push(tab), never())));
    expect(done).toEqual([1, 2, 3]);
  });

  test("a waiting tab takes the browser's lock from a tab that has hung past every deadline", async () => {
    const { clock, lockOf } = setUp();
    lockOf()(hang, never()).catch(() => undefined);
    await settle();
    const second = lockOf()(async () => "done", never());
    await clock.advance(DEADLINE_MS - 1);
    expect(await Promise.race([second, Promise.resolve("waiting")])).toBe("waiting");
    await clock.advance(1);
    await expect(second).resolves.toBe("done");
  });

  test("if several tabs request the lock at once, a hung holder loses the lock at the first deadline", async () => {
    const { clock, lockOf } = setUp();
    const results = [hang, async () => "second", async () => "third"].map((work) => lockOf()(work, never()));
    results[0]?.catch(() => undefined);
    await clock.advance(DEADLINE_MS);
    await expect(Promise.all(results.slice(1))).resolves.toEqual(["second", "third"]);
  });

  test("ten tabs that wait behind a hung tab make one exchange, and the exchange after that does not wait", async () => {
    const { clock, lockOf } = setUp();
    lockOf()(hang, never()).catch(() => undefined);
    await settle();
    let exchanges = 0;
    let isRenewed = false;
    const exchange = async () => {
      if (isRenewed) return;
      exchanges += 1;
      await new Promise<void>((resolve) => clock.setTimeout(resolve, 200));
      isRenewed = true;
    };
    const tabs = Array.from({ length: 10 }, lockOf);
    const all = Promise.all(tabs.map((lock) => lock(exchange, never())));
    await clock.advance(DEADLINE_MS + 1000);
    await all;
    expect(exchanges).toBe(1);
    isRenewed = false;
    const later = tabs[0]?.(exchange, never());
    await clock.advance(200);
    await later;
    expect(exchanges).toBe(2);
  });

  test("if the browser denies locks, the lock works within each tab", async () => {
    const denied = () => Promise.reject(new DOMException("Access is denied", "SecurityError"));
    const lock = createLock(
      { ...createClock(), locks: { request: denied, query: denied } as never },
      "one",
      DEADLINE_MS,
    );
    const done: number[] = [];
    await Promise.all([1, 2].map((turn) => lock(async () => void done.push(turn), never())));
    expect(done).toEqual([1, 2]);
  });

  test("a waiting tab does not take the lock from a tab that has only just received the lock", async () => {
    const { clock, locks, lockOf } = setUp();
    const first: { release: () => void } = { release: () => {} };
    const held = lockOf()(
      () => new Promise<void>((resolve) => Object.assign(first, { release: resolve })),
      never(),
    );
    await settle();
    const second: { release: () => void } = { release: () => {} };
    const next = lockOf()(
      () => new Promise<void>((resolve) => Object.assign(second, { release: resolve })),
      never(),
    );
    await settle();
    const third = lockOf()(async () => "done", never());
    await clock.advance(DEADLINE_MS - 1000);
    first.release();
    await held;
    await clock.advance(2000); // past the third tab's deadline, one second into the second tab's work
    expect(locks.heldBy("one")).toBe(2);
    second.release();
    await next;
    await expect(third).resolves.toBe("done");
  });

  test("the work runs once even if the browser grants the lock just as the wait times out", async () => {
    const { clock, locks } = setUp();
    const { manager } = locks.forTab();
    let asked = 0;
    // The browser grants the lock before the deadline; the callback runs after it.
    const slow: typeof manager = {
      query: () => manager.query(),
      request: (async (name: string, options: LockOptions, work: LockGrantedCallback<unknown>) => {
        asked += 1;
        if (asked > 1) return manager.request(name, options, work);
        await new Promise<void>((resolve) => clock.setTimeout(resolve, DEADLINE_MS + 1));
        return manager.request(name, {}, work);
      }) as typeof manager.request,
    };
    let runs = 0;
    const done = createLock(
      { ...clock, locks: slow },
      "one",
      DEADLINE_MS,
    )(async () => {
      runs += 1;
      return runs;
    }, never());
    await clock.advance(DEADLINE_MS + 10);
    await expect(done).resolves.toBe(1);
    expect(asked).toBe(2);
    expect(runs).toBe(1);
  });

  test("a call that is aborted while it waits for the lock rejects", async () => {
    const { lockOf } = setUp();
    lockOf()(hang, never()).catch(() => undefined);
    await settle();
    const leaving = new AbortController();
    const waiting = lockOf()(async () => "done", leaving.signal);
    await settle();
    leaving.abort();
    await expect(waiting).rejects.toThrow();
  });

  test.each([
    ["rejects", () => Promise.reject(new Error("broken"))],
    ["never answers", hang],
  ])("the browser's lock works although the query for its holder %s", async (_, query) => {
    const { clock, locks } = setUp();
    const { manager } = locks.forTab();
    const lock = createLock(
      { ...clock, locks: { request: manager.request.bind(manager), query } },
      "one",
      DEADLINE_MS,
    );
    let runs = 0;
    const work = async () => {
      runs += 1;
      return "done";
    };
    await expect(lock(work, never())).resolves.toBe("done");
    await settle();
    expect(runs).toBe(1);
  });

  test("a tab keeps waiting for a lock that another tab holds too long, even if the second lock query never resolves", async () => {
    const { clock, locks, lockOf } = setUp();
    let release = () => {};
    const holding = lockOf()(() => new Promise<void>((resolve) => (release = resolve)), never());
    await settle();
    const { manager } = locks.forTab();
    let queries = 0;
    const query = () => (++queries === 1 ? manager.query() : hang());
    const lock = createLock(
      { ...clock, locks: { request: manager.request.bind(manager), query } },
      "one",
      DEADLINE_MS,
    );
    const waiting = lock(async () => "done", never());
    await clock.advance(DEADLINE_MS + 5000);
    release();
    await holding;
    expect(await Promise.race([waiting, settle().then(() => "stuck")])).toBe("done");
  });
});

test("without Web Locks, the calls of a tab run one after the other, even after a failed call", async () => {
  const lock = createQueue();
  const done: string[] = [];
  const first = lock(async () => {
    done.push("first");
    throw new Error("failed");
  });
  const second = lock(async () => void done.push("second"));
  await expect(first).rejects.toThrow("failed");
  await second;
  expect(done).toEqual(["first", "second"]);
});
