import { describe, expect, test } from "vitest";
import type { Persistence } from "../../src/persistence/persistence.ts";
import { parseRecord, type SessionRecord, signOutAt } from "../../src/session/record.ts";
import { createStore, type StoreResult } from "../../src/session/store.ts";
import { createClock, START, settle } from "../support/clock.ts";
import { session } from "../support/tokens.ts";

/** A record as it is after storage, without members that are undefined. */
const stored = (overrides: Parameters<typeof session>[0] = {}) =>
  ({ session: parseRecord({ version: 1, session: session(overrides) })?.session }) as SessionRecord;
const mine = stored();
const LATER = START + 1000;
const other = stored({ sub: "bob", stamp: LATER });
const ended = signOutAt(LATER);

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
function setUp(stored?: SessionRecord, kind: Persistence["kind"] = "local") {
  const { place, persistence, clock } = createPlace(kind);
  place.value = stored && { version: 1, ...stored };
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
  test("other tabs are notified of every write", async () => {
    const { store, messages } = setUp();
    await store.put(() => mine);
    await store.put(() => ended);
    expect(messages).toEqual(["changed", "changed"]);
  });

  test("other tabs get no message if storage has the record already, or if storage belongs to one tab", async () => {
    const shared = setUp(other);
    await shared.store.put(() => mine);
    expect(shared.messages).toEqual([]);
    const own = setUp(undefined, "session");
    await own.store.put(() => mine);
    expect(own.messages).toEqual([]);
  });

  test("if storage refuses the end of a session, the session is removed and other tabs are notified", async () => {
    const { store, place, messages } = setUp(mine);
    place.failing.add("update");
    expect((await store.put(() => ended)).record).toEqual(ended);
    expect(place.value).toBeUndefined();
    expect(messages).toEqual(["changed"]);
  });

  test("the end of a session removes no later session, even if storage refuses the write", async () => {
    const { store, place } = setUp(other);
    place.failing.add("update");
    await store.put(() => signOutAt(START));
    expect(place.value).toMatchObject(other);
  });
});

test("a sign-in while a full disk removes the session before does not count as stored", async () => {
  const { store, place, clock } = setUp(mine);
  place.failing.add("update");
  place.delayMs = 1000;
  let own = ended;
  const removing = store.put(() => own);
  await clock.advance(1500);
  own = stored({ sub: "carol", stamp: LATER + 1 });
  await clock.advance(1000);
  expect((await removing).record).toEqual(ended);
  expect(place.value).toBeUndefined();
});

describe("what a write does", () => {
  test("a write leaves a greater record as it is, and returns it", async () => {
    const { store, place } = setUp(other);
    expect((await store.put(() => mine)).record).toMatchObject(other);
    expect(place.value).toMatchObject(other);
  });

  test("a write returns the session that it has replaced", async () => {
    const { store } = setUp(mine);
    expect((await store.put(() => ended)).before).toMatchObject(mine);
  });

  test.each([
    ["stays if an exchange writes", false],
    ["is replaced if the user signs in or out", true],
  ])("a value of an unknown format %s", async (_, isAction) => {
    const { store, place } = setUp();
    place.value = { version: 99 };
    const { record } = await store.put(
      () => mine,
      () => isAction,
    );
    expect(record !== undefined).toBe(isAction);
    expect(place.value).toMatchObject(isAction ? mine : { version: 99 });
  });

  test("storage that is empty after it had a record ends what the tab has seen there", async () => {
    const { store, place } = setUp(mine);
    await store.read();
    place.value = undefined;
    expect((await store.put(() => mine)).record).toEqual(signOutAt(START));
    expect((await store.put(() => other)).record).toEqual(other);
  });
});

describe("moving the session to another storage", () => {
  test("moving the session to the storage of one tab tells other tabs to read storage", async () => {
    const { store, place, messages } = setUp(mine);
    const next = createPlace("session");
    expect((await store.move(next.persistence, () => mine)).record).toEqual(mine);
    expect(place.value).toBeUndefined();
    expect(messages).toEqual(["changed"]);
  });

  test("moving the session to the storage of all tabs tells them to read storage", async () => {
    const { store, messages } = setUp(mine, "session");
    await store.move(createPlace("local").persistence, () => mine);
    expect(messages).toEqual(["changed"]);
  });

  test("moving the session to another storage of the same kind keeps the session for other tabs", async () => {
    const { store, place, messages } = setUp(mine);
    await store.move(createPlace("local").persistence, () => mine);
    expect(place.value).toMatchObject(mine);
    expect(messages).toEqual(["changed"]);
  });

  test("moving to another storage without a session sends no message to other tabs", async () => {
    const { store, messages } = setUp();
    await store.move(createPlace("session").persistence, () => signOutAt(0));
    expect(messages).toEqual([]);
  });

  test("moving a session leaves another user's session in the first storage", async () => {
    const { store, place } = setUp(other);
    await store.move(createPlace("session").persistence, () => mine);
    expect(place.value).toMatchObject(other);
  });

  test("if the first storage cannot remove the session, the move fails and leaves the second storage empty", async () => {
    const { store, place } = setUp(mine);
    place.failing.add("remove");
    const next = createPlace("session");
    await expect(store.move(next.persistence, () => mine)).rejects.toMatchObject({
      code: "storage-unavailable",
    });
    expect(next.place.value).toBeUndefined();
    expect(place.value).toMatchObject(mine);
    expect(store.kind()).toBe("local");
  });
});

test("a user who signs out while a session moves is signed out in the new place at once", async () => {
  const { store, place, clock } = setUp(mine);
  place.delayMs = 1000;
  let own = mine;
  const next = createPlace("session");
  const moving = store.move(next.persistence, () => own);
  await clock.advance(500);
  own = ended;
  await clock.advance(500);
  expect((await moving).record).toEqual(ended);
  expect(next.place.value).toMatchObject({ end: ended.end });
});

test("a read begins after the write before it", async () => {
  const { store, place, clock } = setUp();
  place.delayMs = 1000;
  const writing = store.put(() => mine);
  await settle();
  place.delayMs = 0;
  const reading = store.read();
  await clock.advance(1000);
  expect((await writing).record).toEqual(mine);
  expect((await reading).record).toMatchObject(mine);
});

describe("a storage command that takes longer than three seconds", () => {
  test("a slow storage command rejects, and reports its result once it is known", async () => {
    const { store, clock, place } = setUp(mine);
    const reported: StoreResult[] = [];
    store.onReport((result) => void reported.push(result));
    place.delayMs = 5_000;
    const failed = expect(store.put(() => other)).rejects.toMatchObject({ code: "storage-unavailable" });
    await clock.advance(3_001);
    await failed;
    place.delayMs = 0;
    expect(reported).toEqual([]);
    await clock.advance(5_000);
    expect(reported).toEqual([{ record: other, before: expect.objectContaining(mine) }]);
  });

  test("a slow write that ends after a newer one changes nothing", async () => {
    const { store, clock, place } = setUp();
    place.delayMs = 5_000;
    const failed = expect(store.put(() => mine)).rejects.toMatchObject({ code: "storage-unavailable" });
    await clock.advance(3_001);
    await failed;
    place.delayMs = 0;
    await store.put(() => other);
    await clock.advance(5_000);
    expect(place.value).toMatchObject(other);
  });
});

test("the error of a failed storage command keeps its cause, and no result is reported", async () => {
  const { store, place } = setUp(mine);
  const reported: StoreResult[] = [];
  store.onReport((result) => void reported.push(result));
  place.failing.add("read");
  await expect(store.read()).rejects.toMatchObject({
    code: "storage-unavailable",
    cause: { message: "read failed" },
  });
  await settle();
  expect(reported).toEqual([]);
});
