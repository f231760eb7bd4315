import { UnavailableError } from "@tallybin/identity-server";
import { afterEach, expect, test, vi } from "vitest";
import { createBatches } from "../src/limits/batches.ts";

type Sent = { requests: readonly string[]; answer(): void; fail(error: Error): void };

/** Batches whose statements end when the test says so. A request is the name of its row. */
function world() {
  const sent: Sent[] = [];
  const request = createBatches<string, string>(
    (requests) =>
      new Promise((resolve, reject) => {
        sent.push({ requests, answer: () => resolve(requests.map((name) => `${name} done`)), fail: reject });
      }),
    (name) => [name],
  );
  return { sent, request };
}

afterEach(() => void vi.useRealTimers());

/** Until all callbacks of ended statements have run. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test("the first two requests are sent at once, each alone", () => {
  const { sent, request } = world();
  void request("a");
  void request("b");
  expect(sent.map(({ requests }) => requests)).toEqual([["a"], ["b"]]);
});

test("requests that arrive while two statements run share the next statement", async () => {
  const { sent, request } = world();
  const results = Promise.all(["a", "b", "c", "d", "e"].map(request));
  expect(sent).toHaveLength(2);
  sent[0]?.answer();
  await settled();
  expect(sent[2]?.requests).toEqual(["c", "d", "e"]);
  for (const { answer } of sent) answer();
  expect(await results).toEqual(["a done", "b done", "c done", "d done", "e done"]);
});

test("requests for the same row go into different statements, in their order", async () => {
  const { sent, request } = world();
  for (const name of ["a", "b", "c", "c", "d", "c"]) void request(name);
  sent[0]?.answer();
  await settled();
  expect(sent[2]?.requests).toEqual(["c", "d"]);
  sent[2]?.answer();
  await settled();
  expect(sent[3]?.requests).toEqual(["c"]);
});

test("many requests of one client do not delay the requests of other clients", async () => {
  const { sent, request } = world();
  for (let n = 0; n < 1000; n++) void request("many");
  void request("other");
  sent[0]?.answer();
  await settled();
  expect(sent[2]?.requests).toEqual(["many", "other"]);
});

test("a statement contains at most 50 requests", async () => {
  const { sent, request } = world();
  for (let n = 0; n < 60; n++) void request(`${n}`);
  sent[0]?.answer();
  await settled();
  expect(sent[2]?.requests).toHaveLength(50);
});

test("a request that makes a shared statement fail is rejected alone", async () => {
  const { sent, request } = world();
  const results = Promise.allSettled(["a", "b", "good", "bad"].map(request));
  sent[0]?.answer();
  sent[1]?.answer();
  await settled();
  sent[2]?.fail(new Error("spoiled"));
  await settled();
  expect(sent[3]?.requests).toEqual(["good"]);
  sent[3]?.answer();
  await settled();
  sent[4]?.fail(new Error("spoiled"));
  expect((await results).map(({ status }) => status)).toEqual([
    "fulfilled",
    "fulfilled",
    "fulfilled",
    "rejected",
  ]);
});

test("an outage of the database fails all requests of a statement, without a second statement", async () => {
  const { sent, request } = world();
  const results = Promise.allSettled(["a", "b", "c", "d"].map(request));
  for (const { fail } of sent.slice(0, 2)) fail(new UnavailableError("database"));
  await settled();
  expect(sent).toHaveLength(3);
  sent[2]?.fail(new UnavailableError("database"));
  expect((await results).map(({ status }) => status)).toEqual(Array(4).fill("rejected"));
  expect(sent).toHaveLength(3);
});

test("a request that has waited five seconds for a silent database fails", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const { sent, request } = world();
  const results = Promise.allSettled(["a", "b", "c", "c"].map(request));
  vi.advanceTimersByTime(5_001);
  const late = request("d");
  for (const { fail } of sent.slice(0, 2)) fail(new UnavailableError("database"));
  expect(await results).toMatchObject(Array(4).fill({ reason: { name: "UnavailableError" } }));
  expect(sent[2]?.requests, "one that has waited for a moment is sent").toEqual(["d"]);
  sent[2]?.answer();
  expect(await late).toBe("d done");
});
