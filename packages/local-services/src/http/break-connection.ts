import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** The marker for a connection that ends without a response. */
const NONE = { status: 502 };

/**
 * An interim response. Browsers repeat a request if a reused connection ends before the first byte, and one scripted
 * failure would then use up two. After this response they report the broken connection instead.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-15.2
 */
const INTERIM = "HTTP/1.1 102 Processing\r\n\r\n";

/** A reset instead of an orderly end, because Firefox takes the end for an empty response. */
const reset = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    // Reset in the next iteration of the event loop, after the interim response was sent.
    socket.write(INTERIM, () =>
      setImmediate(() => {
        socket.resetAndDestroy();
        resolve();
      }),
    );
  });

/**
 * Turns MSW's network errors and truncated bodies into broken connections: earlier bytes arrive, then nothing.
 * Otherwise the adapter would turn an early break into a 500.
 * @param outgoing the connection's own response
 */
export async function breakWith(
  response: Response,
  outgoing: Pick<ServerResponse, "socket" | "destroy">,
): Promise<Response> {
  if (response.type === "error") {
    if (outgoing.socket) await reset(outgoing.socket);
    return new Response(null, NONE);
  }
  if (!response.body || response.headers.get("transfer-encoding") !== "chunked") return response;
  const reader = response.body.getReader();
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) =>
      reader.read().then(
        ({ done, value }) => (done ? controller.close() : controller.enqueue(value)),
        // Break in the next iteration of the event loop, after the earlier bytes were sent.
        () => void setImmediate(() => outgoing.destroy()),
      ),
    cancel: (reason) => reader.cancel(reason),
  });
  return new Response(body, response);
}
