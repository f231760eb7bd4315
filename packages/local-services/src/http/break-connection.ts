import type { ServerResponse } from "node:http";

/** The answer of a connection that ends without one. */
const NONE = { status: 502 };

/**
 * Two lengths that contradict each other. Browsers send a request again by themselves when a connection that
 * was used before ends without a byte, so that a single failure would never be seen; this they report.
 */
const UNREADABLE = "HTTP/1.1 502 Bad Gateway\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n";

/**
 * What MSW calls a network error, and a body that breaks off, are connections that break, and must look like
 * it: what came before arrives, then nothing. Left to the adapter, an early break would become a 500 of its own.
 * @param outgoing the connection's own response
 */
export function breakWith(
  response: Response,
  outgoing: Pick<ServerResponse, "socket" | "destroy">,
): Response {
  if (response.type === "error") {
    outgoing.socket?.write(UNREADABLE, () => outgoing.destroy());
    return new Response(null, NONE);
  }
  if (!response.body || response.headers.get("transfer-encoding") !== "chunked") return response;
  const reader = response.body.getReader();
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) =>
      reader.read().then(
        ({ done, value }) => (done ? controller.close() : controller.enqueue(value)),
        // In the next turn, when what came before has left.
        () => void setImmediate(() => outgoing.destroy()),
      ),
    cancel: (reason) => reader.cancel(reason),
  });
  return new Response(body, response);
}
