import { describe, expect, test } from "vitest";
import { createFrameReader, receiveMessages, type Session } from "../src/channel.ts";
import { browserPlatform, type Environment } from "../src/environment.ts";
import { errorOfStatus } from "../src/errors.ts";
import { delayAfter, EXHAUSTED } from "../src/stream.ts";
import { createTarget, type ResumePoint } from "../src/target.ts";
import { sortableTime } from "../src/wire.ts";

describe("frames", () => {
  test("the frame reader counts UTF-16 code units, and a frame may be split anywhere", () => {
    const text = ['[[1,["😀"]]]', "[]"].map((json) => `${json.length}\n${json}`).join("");
    for (let cut = 0; cut <= text.length; cut += 1) {
      const read = createFrameReader();
      expect([...read(text.slice(0, cut)), ...read(text.slice(cut))]).toEqual([[[1, ["😀"]]], []]);
    }
  });

  test.each(["<!doctype html>\n", "12x\n[]", "-1\n"])("the frame reader refuses the frame %j", (text) =>
    expect(() => createFrameReader()(text)).toThrow(SyntaxError),
  );
});

describe("a session's messages", () => {
  test("a message that the server repeats is delivered once, in one response and over two", async () => {
    const answer = (...arrays: unknown[]) => {
      const text = JSON.stringify(arrays);
      return `${text.length}\n${text}`;
    };
    const bodies = [answer([1, ["one"]], [1, ["one"]], [2, ["two"]]), answer([2, ["two"]], [3, ["three"]])];
    const authorization = { fetch: async () => new Response(), reject() {} };
    const env: Environment = {
      ...browserPlatform,
      fetch: async () => new Response(bodies.shift()),
      url: "https://documents.test",
      projectId: "demo-project",
      uid: "alice",
      authorize: async () => authorization,
    };
    const session: Session = {
      authorization,
      keepAliveMs: 30_000,
      query: { SID: "s", RID: "1" },
      seen: 0,
    };
    const heard: unknown[] = [];
    const reception = {
      isLongPolling: false,
      signal: new AbortController().signal,
      onBytes() {},
      onMessage: (message: unknown) => void heard.push(message),
    };
    await receiveMessages(env, session, reception);
    await receiveMessages(env, session, reception);
    expect(heard).toEqual(["one", "two", "three"]);
  });
});

const T1 = "2026-01-01T00:00:01Z";
const DOCUMENT = { fields: {}, createTime: T1, updateTime: T1 };
/** The result of each message, including the last one's error. */
const read = (messages: readonly object[], from: ResumePoint = {}) => {
  const apply = createTarget(from);
  return messages.map((message) => apply(message));
};
const ADD = { targetChange: { targetChangeType: "ADD", targetIds: [2] } };
const CURRENT = {
  targetChange: { targetChangeType: "CURRENT", targetIds: [2], resumeToken: "t1", readTime: T1 },
};
const RESET = { targetChange: { targetChangeType: "RESET", targetIds: [2] } };
const GLOBAL = { targetChange: { resumeToken: "t2", readTime: T1 } };
const CHANGE = { documentChange: { document: DOCUMENT, targetIds: [2] } };
const HELD: ResumePoint = { token: "t0", found: DOCUMENT };

describe("the listen target", () => {
  test("the listen target shows a document only at a consistent snapshot, with the snapshot's resume token", () => {
    expect(read([ADD, CHANGE, GLOBAL, CURRENT, GLOBAL])).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      { found: DOCUMENT, readTime: T1, token: "t2" },
    ]);
  });

  test.each([
    ["no change arrived and no document is known", [ADD, CURRENT, GLOBAL], {}, undefined],
    ["no change arrived and a document is known", [ADD, CURRENT, GLOBAL], HELD, DOCUMENT],
    [
      "the document was deleted",
      [ADD, CHANGE, { documentDelete: { document: "d" } }, CURRENT, GLOBAL],
      HELD,
      undefined,
    ],
    [
      "the document was removed from the target",
      [ADD, { documentRemove: { document: "d" } }, CURRENT, GLOBAL],
      HELD,
      undefined,
    ],
    [
      "a change says that the document left the target",
      [ADD, { documentChange: { document: DOCUMENT, removedTargetIds: [2] } }, CURRENT, GLOBAL],
      HELD,
      undefined,
    ],
    ["the server counts no document", [ADD, { filter: { targetId: 2 } }, CURRENT, GLOBAL], HELD, undefined],
    [
      "the server counts one document",
      [ADD, { filter: { targetId: 2, count: 1 } }, CURRENT, GLOBAL],
      HELD,
      DOCUMENT,
    ],
    ["the target was reset and nothing followed", [ADD, RESET, CURRENT, GLOBAL], HELD, undefined],
    [
      "the target was reset and the document was sent again",
      [ADD, RESET, CHANGE, CURRENT, GLOBAL],
      HELD,
      DOCUMENT,
    ],
  ])("the listen target shows the right document when %s", (_, messages, from, expected) =>
    expect(read(messages, from).at(-1)).toMatchObject({ found: expected }),
  );

  test("a reset removes the listen target's resume token until a new token arrives", () => {
    const withoutToken = { targetChange: { targetChangeType: "CURRENT", targetIds: [2] } };
    expect(read([ADD, RESET, withoutToken, { targetChange: { readTime: T1 } }], HELD).at(-1)).toEqual({
      found: undefined,
      readTime: T1,
      token: undefined,
    });
  });

  test.each([
    [
      "a refused target",
      { targetChange: { targetChangeType: "REMOVE", cause: { code: 7 } } },
      "permission-denied",
    ],
    [
      "a target that the server removed without a reason",
      { targetChange: { targetChangeType: "REMOVE" } },
      "unavailable",
    ],
    ["an error on the stream", { error: { status: "UNAUTHENTICATED", code: 401 } }, "unauthenticated"],
    ["a count of a document that was never sent", { filter: { targetId: 2, count: 1 } }, "data-loss"],
  ])("the listen target ends with an error after %s", (_, message, code) =>
    expect(() => read([ADD, message])).toThrow(expect.objectContaining({ code })),
  );
});

describe("errors", () => {
  test.each([
    [{ code: 5 }, "not-found"],
    [{ status: "NOT_FOUND", code: 404 }, "not-found"],
    [{ status: "A_NEW_WORD" }, "internal"],
    [{ status: "OK" }, "internal"],
    [{}, "internal"],
    [{ code: 0 }, "internal"],
    [{ code: 99 }, "internal"],
  ])("the server's status %j becomes the error code %s", (status, code) =>
    expect(errorOfStatus(status).code).toBe(code),
  );
});

describe("the back-off", () => {
  test("the back-off starts with one immediate retry, grows by half each time, and stays at a minute", () => {
    const delays = Array.from({ length: 14 }, (_, failures) => delayAfter(failures + 1, 0.5));
    expect(delays.slice(0, 5)).toEqual([0, 1_000, 1_500, 2_250, 3_375]);
    expect(delays.at(-1)).toBe(60_000);
    expect(delayAfter(EXHAUSTED, 0.5)).toBe(60_000);
  });

  test("each pause of the back-off is drawn from half to one and a half of its base, in whole milliseconds", () => {
    expect([0, 0.3333, 0.999].map((random) => delayAfter(2, random))).toEqual([500, 833, 1_499]);
  });
});

test("sortableTime makes server times with different numbers of digits sort as text", () => {
  const times = [
    "2026-01-01T00:00:01Z",
    "2026-01-01T00:00:01.000001Z",
    "2026-01-01T00:00:01.02Z",
    "2026-01-01T00:00:02Z",
  ];
  expect([...times].sort((a, b) => (sortableTime(a) < sortableTime(b) ? -1 : 1))).toEqual(times);
});
