import type { Sink } from "./queue.ts";

const BATCH_PATH = "/v1/batch";
const MAX_BATCH = 50;
const TRY_AGAIN = new Set([408, 425, 429]);

const batchAddressOf = (endpoint: string): string =>
  /\/batch\/?$/.test(endpoint) ? endpoint : endpoint.replace(/\/$/, "") + BATCH_PATH;

/**
 * Posts batches to a Segment-compatible endpoint.
 * @see https://segment.com/docs/connections/sources/catalog/libraries/server/http-api/#batch
 */
export const createHttpSink =
  ({ endpoint, writeKey }: { endpoint: string; writeKey: string }): Sink =>
  async (messages, signal) => {
    for (let at = 0; at < messages.length && !signal.aborted; at += MAX_BATCH) {
      const batch = messages.slice(at, at + MAX_BATCH);
      const response = await fetch(batchAddressOf(endpoint), {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ batch, sentAt: new Date().toISOString(), writeKey }),
        credentials: "omit",
        redirect: "error",
        referrerPolicy: "no-referrer",
        signal,
        keepalive: true, // users often leave right after the last page view
      });
      // A request refused for its content would be refused again each time.
      if (response.status >= 500 || TRY_AGAIN.has(response.status))
        throw new Error(`the endpoint answered ${response.status}`);
    }
  };
