import * as v from "valibot";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { callApi } from "../../src/api/call-api.ts";

const AT = Date.UTC(2026, 0, 5);
const answering = (response: () => Response) => {
  const sent: string[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    sent.push(await request.text());
    return response();
  });
  return sent;
};

beforeEach(() => {
  vi.useFakeTimers({ now: AT });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("an API call sends JSON once and returns the parsed body", async () => {
  const sent = answering(() => Response.json({ count: 2 }));
  const called = callApi("/api/bins", v.object({ count: v.number() }), { method: "post", json: { a: 1 } });
  await expect(called).resolves.toEqual({ count: 2 });
  expect(sent).toEqual(['{"a":1}']);
});

test("an API call follows no redirect, which would take tokens and messages to another server", async () => {
  let redirect: RequestRedirect | undefined;
  vi.stubGlobal("fetch", async (request: Request) => {
    ({ redirect } = request);
    return Response.json({});
  });
  await callApi("/api/bins", v.unknown(), { method: "post", json: {} });
  expect(redirect).toBe("error");
});

test.each([
  ["seconds", "60"],
  ["a date", new Date(AT + 60_000).toUTCString()],
])(
  "the error of a refused API call has the status, the server's sentence, and a retry time given as %s",
  async (_, after) => {
    const sent = answering(() =>
      Response.json(
        { message: " Too often. ", code: "too-many-requests" },
        { status: 429, headers: { "retry-after": after } },
      ),
    );
    await expect(callApi("/api/bins", v.unknown())).rejects.toMatchObject({
      answer: {
        status: 429,
        message: "Too often.",
        code: "too-many-requests",
        retryAt: AT + 60_000,
      },
    });
    expect(sent).toHaveLength(1);
  },
);

test("an API call rejects if the response does not fit the schema", async () => {
  answering(() => new Response("<html>"));
  await expect(callApi("/api/bins", v.unknown())).rejects.toMatchObject({
    answer: { status: 200, message: "" },
  });
});

test("an API call whose response body never ends fails after 30 s", async () => {
  vi.stubGlobal("fetch", async ({ signal }: Request) => {
    const body = new ReadableStream({
      start: (controller) => signal.addEventListener("abort", () => controller.error(signal.reason)),
    });
    return new Response(body);
  });
  const called = expect(callApi("/api/bins", v.unknown())).rejects.toMatchObject({ answer: undefined });
  await vi.advanceTimersByTimeAsync(30_000);
  await called;
});
