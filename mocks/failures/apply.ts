import type { Random } from "../core/random.ts";
import { ApiError } from "../http/api-error.ts";
import { jsonResponse } from "../http/body.ts";
import type { ScriptedFault } from "./failures.ts";
import type { Fault } from "./script.ts";

type Means = { random: Random; released: AbortSignal; signal: AbortSignal };

const LONGEST_TIMER_MS = 2 ** 31 - 1;
const BODILESS = new Set([204, 205, 304]);
const createResponse = (body: string, init: { status: number; headers: HeadersInit }): Response =>
  BODILESS.has(init.status) ? new Response(null, { status: init.status }) : new Response(body, init);
const errorResponse = (error: ApiError, status: number): Response =>
  BODILESS.has(status) ? new Response(null, { status }) : jsonResponse(error, status);

/**
 * Waits in real time instead of the virtual clock's, because the caller experiences the delay. Fake timers control
 * it.
 */
const waitUnlessAborted = (ms: number, signals: AbortSignal[]): Promise<void> =>
  new Promise((resolve) => {
    const endWait = () => {
      clearTimeout(timer);
      for (const signal of signals) signal.removeEventListener("abort", endWait);
      resolve();
    };
    // `setTimeout` fires at once for a longer delay.
    const timer = ms <= LONGEST_TIMER_MS ? setTimeout(endWait, ms) : undefined;
    for (const signal of signals) signal.addEventListener("abort", endWait);
    if (signals.some(({ aborted }) => aborted)) endWait();
  });

/** A normally distributed number, by Box and Muller. */
const randomNormal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());

async function delayByFault(fault: Fault, { random, released, signal }: Means): Promise<void> {
  if (fault.kind !== "latency") return;
  const { ms, medianMs, sigma = 0.5, minMs = 0, maxMs = minMs } = fault;
  const evenly = () => minMs + random.next() * (maxMs - minMs);
  const delay = medianMs === undefined ? (ms ?? evenly()) : medianMs * Math.exp(sigma * randomNormal(random));
  await waitUnlessAborted(delay, [released, signal]);
}

const PAGE = `<!doctype html><html lang="en"><title>502 Bad Gateway</title><h1>502 Bad Gateway</h1><p>A page where JSON was expected.</p></html>`;

const STATUS_CODES: Record<number, string> = {
  429: "QUOTA_EXCEEDED : Exceeded quota for this operation.",
  500: "INTERNAL_ERROR",
  503: "The service is currently unavailable.",
};

async function responseOfFault(fault: Fault, { released, signal }: Means): Promise<Response | undefined> {
  if (fault.kind === "offline") return Response.error();
  if (fault.kind === "hang") {
    await waitUnlessAborted(fault.forMs ?? Number.POSITIVE_INFINITY, [released, signal]);
    return Response.error();
  }
  if (fault.kind === "status") {
    const error = new ApiError(STATUS_CODES[fault.status] ?? `Status ${fault.status}`, fault.status);
    const response = errorResponse(error, fault.status);
    if (fault.retryAfterS !== undefined) response.headers.set("retry-after", String(fault.retryAfterS));
    return response;
  }
  if (fault.kind === "html") {
    const headers = { "content-type": "text/html; charset=utf-8" };
    return createResponse(PAGE, { status: fault.status ?? 502, headers });
  }
  return fault.kind === "error"
    ? errorResponse(new ApiError(fault.word, fault.status ?? 400), fault.status ?? 400)
    : undefined;
}

/** Delays the operation, or responds in its place, if a fault says so. */
export async function applyFaultsBefore(drawn: readonly ScriptedFault[], means: Means) {
  const before = drawn.filter(({ phase }) => phase === "before");
  for (const { fault } of before) await delayByFault(fault, means);
  for (const { fault } of before) {
    const answer = await responseOfFault(fault, means);
    if (answer) return answer;
  }
  return undefined;
}

/**
 * Sends the first bytes of a body, then breaks the connection. A stream is cut while it is sent, because it may never
 * end. Without a number of bytes, half of the first chunk passes.
 */
function cutBodyAfter(body: ReadableStream<Uint8Array>, afterBytes: number | undefined) {
  const reader = body.getReader();
  let left = afterBytes;
  const breakConnection = (controller: ReadableStreamDefaultController) => {
    controller.error(new TypeError("connection cut by a failure script"));
    reader.cancel().catch(() => undefined);
  };
  return new ReadableStream({
    pull: async (controller) => {
      if (left === 0) return breakConnection(controller);
      const { done, value } = await reader.read();
      if (done) return breakConnection(controller);
      left ??= Math.ceil(value.length / 2);
      const through = value.subarray(0, left);
      left -= through.length;
      if (through.length > 0) controller.enqueue(through);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

async function spoilResponse(fault: Fault, response: Response, means: Means): Promise<Response> {
  const headers = new Headers(response.headers);
  if (fault.kind === "cut") {
    headers.delete("content-length");
    // Send the body in parts, because an HTTP server must not wait for a whole body that may never end.
    headers.set("transfer-encoding", "chunked");
    return response.body
      ? new Response(cutBodyAfter(response.body, fault.afterBytes), { status: response.status, headers })
      : Response.error();
  }
  if (fault.kind === "malformed-json") {
    const text = await response.text();
    return createResponse(text.slice(0, Math.max(1, Math.floor(text.length / 2))), {
      status: fault.status ?? response.status,
      headers,
    });
  }
  await delayByFault(fault, means);
  return (await responseOfFault(fault, means)) ?? response;
}

export async function applyFaultsAfter(
  drawn: readonly ScriptedFault[],
  response: Response,
  means: Means,
): Promise<Response> {
  let spoiled = response;
  for (const { fault, phase } of drawn)
    if (phase === "after" && spoiled.type !== "error") spoiled = await spoilResponse(fault, spoiled, means);
  return spoiled;
}
