import { generateKeyPairSync } from "node:crypto";
import type { Observe } from "@tallybin/identity-server";
import { expect, test, vi } from "vitest";
import { NO_KEYS, tokenWorld, UNKNOWN_KEY } from "./support/token-world.ts";
import { KEYS_URL } from "./support/tokens.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const world = await tokenWorld();
const { open } = world;
const failToFetch = () => world.tokens.answerWith(() => Promise.reject(new TypeError("fetch failed")));
const seconds = () => Math.floor(Date.now() / 1000);

/** Responses of a key server that fails, was replaced or lies. None of them is a verdict about a token. */
const LIES: Record<string, () => Response | Promise<Response>> = {
  "no connection": () => Promise.reject(new TypeError("fetch failed")),
  "an error": () => new Response("no", { status: 500 }),
  "a page": () => new Response("<html>", { headers: { "content-type": "text/html" } }),
  "other JSON": () => Response.json({ certificates: [] }),
  "no keys": () => Response.json({ keys: [] }),
  "a broken key": () => Response.json({ keys: [{ kty: "RSA", kid: "key-1" }] }),
  "no end": () => new Response(new ReadableStream({ pull: (sink) => sink.enqueue(new Uint8Array(65_536)) })),
};

test("a key server that fails, was replaced or lies makes the check of ID tokens unavailable, and no token is refused", async () => {
  for (const [name, answer] of Object.entries(LIES)) {
    world.tokens.answerWith(answer);
    const { verify, reach, keysAgeSeconds } = open();
    const unknown = { ...NO_KEYS, cause: expect.any(Error) };
    await expect(verify(await world.tokens.sign()), name).rejects.toMatchObject(unknown);
    await expect(reach(), name).rejects.toMatchObject(unknown);
    expect(keysAgeSeconds(), name).toBeUndefined();
  }
});

test("a failing key server is asked at most once a second, however many ID tokens arrive", async () => {
  failToFetch();
  const { verify } = open();
  const token = await world.tokens.sign();
  const before = world.tokens.fetched;
  const tryAfter = async (ms: number) => {
    vi.advanceTimersByTime(ms);
    await expect(verify(token)).rejects.toMatchObject(NO_KEYS);
    return world.tokens.fetched - before;
  };
  expect([await tryAfter(0), await tryAfter(0), await tryAfter(999), await tryAfter(1)]).toEqual([
    1, 1, 1, 2,
  ]);
  await expect(verify(token)).rejects.toMatchObject({
    cause: { message: "the last fetch of the keys failed" },
  });
  expect(await tryAfter(999), "a second from the last failure").toBe(2);
  world.tokens.answerWith(undefined);
  vi.advanceTimersByTime(1);
  expect(await verify(token)).toBe("uid-of-alice");
});

test("the keys are fetched once for many ID tokens, again for a new key, and rarely for unknown keys", async () => {
  const { verify } = open();
  const before = world.tokens.fetched;
  const token = await world.tokens.sign();
  await Promise.all(Array.from({ length: 20 }, () => verify(token)));
  expect(world.tokens.fetched - before).toBe(1);
  await world.tokens.rotate();
  const next = await world.tokens.sign();
  await expect(verify(next), "the list is less than a second old").rejects.toMatchObject(UNKNOWN_KEY);
  vi.advanceTimersByTime(1_000);
  expect(await verify(next)).toBe("uid-of-alice");
  expect(await verify(token), "a token of the previous key").toBe("uid-of-alice");
  expect(world.tokens.fetched - before).toBe(2);
});

test("while an edge still serves the list from before a rotation, an ID token of the new key gets no verdict", async () => {
  const { verify } = open();
  const old = await (await world.tokens.list()).text();
  await verify(await world.tokens.sign());
  await world.tokens.rotate();
  world.tokens.answerWith(() => new Response(old));
  const next = await world.tokens.sign();
  vi.advanceTimersByTime(1_000);
  await expect(verify(next)).rejects.toMatchObject(UNKNOWN_KEY);
  world.tokens.answerWith(undefined);
  vi.advanceTimersByTime(1_000);
  expect(await verify(next)).toBe("uid-of-alice");
});

test("known keys are renewed every ten minutes in the background, and used for six hours of an outage", async () => {
  const { verify } = open();
  const token = await world.tokens.sign({ exp: seconds() + 24 * 3_600 });
  await verify(token);
  const before = world.tokens.fetched;
  vi.advanceTimersByTime(10 * MINUTE - 1);
  await verify(token);
  expect(world.tokens.fetched).toBe(before);
  vi.advanceTimersByTime(1);
  await verify(token);
  await verify(token);
  expect(world.tokens.fetched, "renewed once").toBe(before + 1);
  failToFetch();
  for (const hours of [1, 2, 3]) {
    vi.advanceTimersByTime(hours * HOUR - 1);
    expect(await verify(token)).toBe("uid-of-alice");
  }
  expect(world.tokens.fetched).toBe(before + 4);
  vi.advanceTimersByTime(HOUR);
  await expect(verify(token)).rejects.toMatchObject(NO_KEYS);
});

test("a clock that jumps neither delays the next fetch of the keys nor discards them", async () => {
  const { verify } = open();
  const token = await world.tokens.sign({
    iat: seconds() - HOUR / 1_000,
    auth_time: seconds() - HOUR / 1_000,
  });
  await verify(token);
  const before = world.tokens.fetched;
  failToFetch();
  vi.setSystemTime(Date.now() + 24 * HOUR);
  await expect(verify(token), "the clock is wrong, the keys are good").rejects.toMatchObject({
    dependency: "clock",
  });
  expect(world.tokens.fetched).toBe(before);
  world.tokens.answerWith(undefined);
  vi.setSystemTime(Date.now() - 24 * HOUR - 2 * MINUTE);
  await world.tokens.rotate();
  vi.advanceTimersByTime(1_000);
  expect(await verify(await world.tokens.sign())).toBe("uid-of-alice");
});

test("the age of the keys is the time since their last fetch", async () => {
  const { reach, keysAgeSeconds } = open();
  expect(keysAgeSeconds()).toBeUndefined();
  vi.advanceTimersByTime(10_000);
  const before = world.tokens.fetched;
  await reach();
  vi.advanceTimersByTime(90_000);
  expect(keysAgeSeconds()).toBe(90);
  await reach();
  expect(world.tokens.fetched - before, "keys that are known need no fetch").toBe(1);
  expect(keysAgeSeconds()).toBe(90);
});

test("a key list is read up to 128 kB, and the transfer of a longer list is canceled", async () => {
  const read = async (chunk: string, chunks: number) => {
    let [sent, isCanceled] = [0, false];
    const body = new ReadableStream({
      pull(sink) {
        sink.enqueue(new TextEncoder().encode(chunk));
        if (++sent === chunks) sink.close();
      },
      cancel() {
        isCanceled = true;
      },
    });
    world.tokens.answerWith(() => new Response(body));
    const outcome = await open()
      .reach()
      .then(
        () => "read",
        ({ cause }: Error) => (cause as Error).message,
      );
    return { outcome, isCanceled, sent };
  };
  const list = await (await world.tokens.list()).text();
  const half = " ".repeat(64 * 1024 - list.length);
  const limit = await read(half + list, 1);
  expect(limit).toMatchObject({ outcome: "read" });
  const whole = await read(" ".repeat(64 * 1024), 1_000);
  expect(whole).toMatchObject({ outcome: "the body is too large", isCanceled: true });
  expect(whole.sent).toBeLessThan(6);
  expect(await read(" ".repeat(128 * 1024 - list.length) + list, 1), "exactly 128 kB").toMatchObject({
    outcome: "read",
  });
});

const listOf = async (...others: object[]) => {
  const { keys } = (await (await world.tokens.list()).json()) as { keys: object[] };
  return [...others, ...keys];
};

test("a key list that arrives in pieces is read, even if a character is split", async () => {
  const [first] = await listOf();
  const keys = [{ ...first, kid: "clé" }];
  const bytes = new TextEncoder().encode(JSON.stringify({ keys }));
  const cut = bytes.lastIndexOf(0xc3) + 1;
  const body = new ReadableStream({
    start(sink) {
      sink.enqueue(bytes.slice(0, cut));
      sink.enqueue(bytes.slice(cut));
      sink.close();
    },
  });
  world.tokens.answerWith(() => new Response(body));
  expect(await open().verify(await world.tokens.sign({}, { kid: "clé" }))).toBe("uid-of-alice");
});

const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 1_024 });
const short = publicKey.export({ format: "jwk" });

test("a key list may hold unusable keys beside usable ones", async () => {
  const keys = await listOf({ kty: "RSA", kid: "broken" }, { ...short, kid: "short" });
  world.tokens.answerWith(() => Response.json({ keys }));
  expect(await open().verify(await world.tokens.sign())).toBe("uid-of-alice");
});

test.each([
  ["another algorithm", { alg: "RS512" }],
  ["another use", { use: "enc" }],
  ["another type", { kty: "EC" }],
  ["1,024 bits", short],
])("a key list whose only key has %s counts as unreadable", async (_, change) => {
  const keys = (await listOf()).map((key) => ({ ...key, ...change }));
  world.tokens.answerWith(() => Response.json({ keys }));
  await expect(open().verify(await world.tokens.sign())).rejects.toMatchObject({
    ...NO_KEYS,
    cause: { message: "the key list holds no usable key" },
  });
});

test("a key needs neither the member alg nor the member use", async () => {
  const keys = (await listOf()).map((key) => ({ ...key, alg: undefined, use: undefined }));
  world.tokens.answerWith(() => Response.json({ keys }));
  expect(await open().verify(await world.tokens.sign())).toBe("uid-of-alice");
});

test("if the key server answers with another status than 200, the error's cause names the status", async () => {
  world.tokens.answerWith(async () => new Response((await world.tokens.list()).body, { status: 203 }));
  await expect(open().reach()).rejects.toMatchObject({
    ...NO_KEYS,
    cause: { message: "the key server answered 203" },
  });
});

test("a fetch of keys is reported as an operation to metrics", async () => {
  const seen: unknown[] = [];
  const observe: Observe = (operation, work) => {
    seen.push(operation);
    return work();
  };
  await open({ observe }).reach();
  expect(seen).toEqual([{ kind: "keys", name: "fetch" }]);
});

test("a fetch of keys has a time limit", async () => {
  const fetchKeys = vi.fn(world.tokens.fetchKeys);
  await open({ fetchKeys }).reach();
  expect(fetchKeys.mock.calls).toMatchObject([[KEYS_URL, { signal: expect.any(AbortSignal) }]]);
});
