import { describe, expect, test } from "vitest";
import type { Persistence } from "../../src/persistence/persistence.ts";
import type { StoredRecord } from "../../src/session/session.ts";
import { createStore } from "../../src/session/store.ts";
import { createClock, settle } from "../support/clock.ts";
import { session } from "../support/tokens.ts";

const mine = { session: session() };
const other = { session: session({ sub: "bob" }) };

/** One place of storage. An operation waits `delayMs`, and fails if it is in `failing`. */
function createPlace(kind: Persistence["kind"], clock = createClock()) {
  const place = { value: undefined as unknown, delayMs: 0 as number, failing: new Set<string>() };
  const after = async (name: string) => {
    const { delayMs } = place;
    if (delayMs) await new Promise<void>((resolve) => clock.setTimeout(resolve, delayMs));
    if (place.failing.has(name)) throw new Error(`${name} failed`);
  };
  const persistence: Persistence = {
    kind,
    read: async () => {
      await after("read");
      return place.value;
    },
    update: async (_, change) => {
      await after("update");
      place.value = change(place.value);
    },
    remove: async (_, isExpected) => {
      await after("remove");
      if (isExpected(place.value)) place.value = undefined;
    },
  };
  return { place, persistence, clock };
}

/** A store, its place, and the messages that it sends to other tabs. */
function setUp(stored: StoredRecord = {}, kind: Persistence["kind"] = "local") {
  const { place, persistence, clock } = createPlace(kind);
  place.value = { version: 1, ...stored };
  const messages: unknown[] = [];
  const tabs = {
    postMessage: (message: unknown) => void messages.push(message),
    addEventListener: () => {},
    close: () => {},
  };
  const store = createStore({ scope: "key", tabs, setTimeout: clock.setTimeout, persistence });
  return { store, place, persistence, clock, messages };
}

describe("messages to other tabs", () => {
  test("other tabs are told of a write and of the session that the write ended", async () => {
    const { store, messages } = setUp();
    await store.update(() => mine);
    await store.update(() => ({}));
    expect(messages).toEqual(["changed", "signed-out alice-1"]);
  });

  test("other tabs are told nothing if nothing was written, or if storage belongs to one tab", async () => {
    const shared = setUp(mine);
    await shared.store.update(() => undefined);
    expect(shared.messages).toEqual([]);
    const own = setUp({}, "session");
    await own.store.update(() => mine);
    expect(own.messages).toEqual([]);
  });

  test("if a session's end cannot be written, other tabs are told which session the removal ended", async () => {
    const { store, place, messages } = setUp(mine);
    place.failing.add("update");
    expect((await store.update(() => ({}), true)).session).toBeUndefined();
    expect(place.value).toBeUndefined();
    expect(messages).toEqual(["signed-out alice-1"]);
  });

  test("if a removal does not apply to the stored session, other tabs are told to read storage again", async () => {
    const { store, place, messages } = setUp(other);
    place.failing.add("update");
    expect((await store.update(() => undefined, true)).session).toEqual(other.session);
    expect(messages).toEqual(["changed"]);
  });
});

describe("moving the session to another storage", () => {
  test("moving the session to the storage of one tab tells other tabs to keep their session", async () => {
    const { store, place, messages } = setUp(mine);
    const next = createPlace("session");
    expect((await store.move(next.persistence, mine)).session).toEqual(mine.session);
    expect(place.value).toBeUndefined();
    expect(messages).toEqual(["moved"]);
  });

  test("moving the session to the storage of all tabs tells other tabs to read storage", async () => {
    const { store, messages } = setUp(mine, "session");
    await store.move(createPlace("local").persistence, mine);
    expect(messages).toEqual(["changed"]);
  });

  test("moving the session to another storage of the same kind keeps the session for other tabs", async () => {
    const { store, place, messages } = setUp(mine);
    await store.move(createPlace("local").persistence, mine);
    expect(place.value).toMatchObject(mine);
    expect(messages).toEqual(["changed"]);
  });

  test("moving to another storage without a session sends no message to other tabs", async () => {
    const { store, messages } = setUp();
    await store.move(createPlace("session").persistence, {});
    expect(messages).toEqual([]);
  });

  test("moving a session leaves another user's session in the first storage", async () => {
    const { store, place } = setUp(other);
    await store.move(createPlace("session").persistence, mine);
    expect(place.value).toMatchObject(other);
  });

  test("if the first storage cannot remove the session, the move fails and leaves the second storage empty", async () => {
    const { store, place } = setUp(mine);
    place.failing.add("remove");
    const next = createPlace("session");
    await expect(store.move(next.persistence, mine)).rejects.toMatchObject({ code: "storage-unavailable" });
    expect(next.place.value).toEqual({ version: 1 });
    expect(place.value).toMatchObject(mine);
    expect(store.kind()).toBe("local");
  });

  test("isChanging() is true until a move to another storage is complete", async () => {
    const { store } = setUp(mine);
    const moved = store.move(createPlace("session").persistence, mine);
    expect(store.isChanging()).toBe(true);
    await moved;
    expect(store.isChanging()).toBe(false);
  });
});

describe("a storage command that takes longer than three seconds", () => {
  const start = async (isEnd: boolean) => {
    const world = setUp(mine);
    const seen: boolean[] = [];
    world.place.delayMs = 5_000;
    const done = world.store.update((_, isLate) => void seen.push(isLate), isEnd);
    const failed = expect(done).rejects.toMatchObject({ code: "storage-unavailable" });
    await world.clock.advance(3_001);
    await failed;
    world.place.delayMs = 0;
    return { ...world, seen };
  };

  test.each([
    { kind: "update", isEnd: false },
    { kind: "end", isEnd: true },
  ])(
    "a storage $kind that takes longer than three seconds gets the flag isLate, and its record is reported",
    async ({ isEnd }) => {
      const { store, clock, seen } = await start(isEnd);
      const late: StoredRecord[] = [];
      store.setOnLate((record) => void late.push(record));
      await clock.advance(5_000);
      expect(seen).toEqual([true]);
      expect(late).toEqual([expect.objectContaining(mine)]);
    },
  );

  test.each([
    { kind: "update", isEnd: false },
    { kind: "end", isEnd: true },
  ])(
    "a storage $kind that takes longer than three seconds is dropped after a newer change",
    async ({ isEnd }) => {
      const { store, clock, seen, place } = await start(isEnd);
      const late: StoredRecord[] = [];
      store.setOnLate((record) => void late.push(record));
      await store.update(() => other);
      await clock.advance(5_000);
      expect(seen).toEqual([]);
      expect(late).toEqual([]);
      expect(place.value).toMatchObject(other);
    },
  );
});

test("the error of a failed storage command keeps its cause, and no late result is reported", async () => {
  const { store, place } = setUp(mine);
  const late: StoredRecord[] = [];
  store.setOnLate((record) => void late.push(record));
  place.failing.add("read");
  await expect(store.read()).rejects.toMatchObject({
    code: "storage-unavailable",
    cause: { message: "read failed" },
  });
  await settle();
  expect(late).toEqual([]);
});

test("a storage read is repeated if a late removal by the same tab has outdated the read's result", async () => {
  const clock = createClock();
  let value: unknown = { version: 1, ...mine };
  const gates: (() => void)[] = [];
  const gate = () => new Promise<void>((open) => gates.push(open));
  const store = createStore({
    scope: "key",
    tabs: undefined,
    setTimeout: clock.setTimeout,
    persistence: {
      kind: "local",
      read: async () => {
        const found = value;
        if (gates.length < 2) await gate();
        return found;
      },
      update: async (_, change) => {
        await gate();
        value = change(value);
      },
      remove: async () => {},
    },
  });
  const removal = store.update(() => ({}), true);
  await Promise.all([expect(removal).rejects.toThrow(), clock.advance(3001)]);
  const reading = store.read();
  await settle();
  for (const open of gates) {
    open();
    await settle();
  }
  expect((await reading).session).toBeUndefined();
});
