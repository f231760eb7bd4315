import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** The answer of a connection that ends without one. */
const NONE = { status: 502 };

/**
 * An interim answer. Browsers send a request again by themselves when a connection that was used before ends without a
 * byte, and one scripted failure would then use up two. After this one they report the broken connection instead.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-15.2
 */
const INTERIM = "HTTP/1.1 102 Processing\r\n\r\n";

/** A reset and not an orderly end, because Firefox takes the end for an empty answer. */
const reset = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    // In the next turn, when the interim answer has left.
    socket.write(INTERIM, () =>
      setImmediate(() => {
        socket.resetAndDestroy();
        resolve();
      }),
    );
  });

/**
 * What MSW calls a network error, and a body that breaks off, are connections that break, and must look like
 * it: what came before arrives, then nothing. Left to the adapter, an early break would become a 500 of its own.
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
        // In the next turn, when what came before has left.
        () => void setImmediate(() => outgoing.destroy()),
      ),
    cancel: (reason) => reader.cancel(reason),
  });
  return new Response(body, response);
}
