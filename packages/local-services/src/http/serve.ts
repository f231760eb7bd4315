import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Fetch } from "@tallybin/server/listen";

/** The response that stands for a connection which ends without a response. */
const NONE = { status: 502 };

/**
 * An interim response. Browsers repeat a request if a reused connection ends before the first byte, and one scripted
 * failure would then use up two. After this response they report the broken connection instead.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-15.2
 */
const INTERIM = "HTTP/1.1 102 Processing\r\n\r\n";

/** A reset instead of an orderly end, because Firefox takes the end for an empty response. */
const resetConnection = (socket: Socket): Promise<void> =>
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
export async function breakConnectionIfFailed(
  response: Response,
  outgoing: Pick<ServerResponse, "socket" | "destroy">,
): Promise<Response> {
  if (response.type === "error") {
    if (outgoing.socket) await resetConnection(outgoing.socket);
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

/** Answers a request; `undefined` if the request is not for it. */
type Answering = { handle(request: Request): Promise<Response | undefined> };

/** Pages of the local services that have no policy of their own get a policy as strict as the site's. */
const SERVICE_PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const notFoundResponse = (): Response =>
  Response.json(
    { error: { code: 404, message: "No local service answers at this address." } },
    { status: 404 },
  );

export function serveServices(services: Answering): Fetch {
  return async (request, { outgoing }) => {
    const response = (await services.handle(request)) ?? notFoundResponse();
    if (response.headers.get("content-type")?.startsWith("text/html")) {
      if (!response.headers.has("content-security-policy")) {
        response.headers.set("content-security-policy", SERVICE_PAGE_POLICY);
      }
      response.headers.set("x-content-type-options", "nosniff");
    }
    return breakConnectionIfFailed(response, outgoing);
  };
}

/** The names of this machine. A name below `localhost` belongs to a world. */
const LOOPBACK = /^((.+\.)?localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/;

/**
 * If only this machine can connect, the server answers only for its own names. Otherwise a website could point
 * its own name to this address, and then read accounts and mail from any browser here.
 */
export const refuseForeignHosts =
  (host: string, services: Fetch): Fetch =>
  (request, bindings) =>
    LOOPBACK.test(host) && !LOOPBACK.test(new URL(request.url).hostname)
      ? new Response("The local services answer at localhost only.\n", { status: 421 })
      : services(request, bindings);
