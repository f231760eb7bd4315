import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { createFetchServer, type Fetch } from "@tallybin/server/operation/listen";
import { listenTwice, type Place, type TwoOrigins } from "./two-origins.ts";

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
    return new Response(null, { status: 502 });
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

type ServicesHandler = { handle(request: Request): Promise<Response | undefined> };

/** Pages of the local services that have no policy of their own get a policy as strict as the site's. */
const SERVICE_PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const NOT_FOUND = { error: { code: 404, message: "No local service answers at this address." } };

/** The services as a server calls them; a scripted failure breaks the connection. */
export function serveServices(services: ServicesHandler): Fetch {
  return async (request, { incoming, outgoing }) => {
    const response = (await services.handle(request)) ?? Response.json(NOT_FOUND, { status: 404 });
    // A body that was refused is not read to its end, so no other request can follow on this connection.
    if (!incoming.complete && response.type !== "error") response.headers.set("connection", "close");
    const { headers } = response;
    if (headers.get("content-type")?.startsWith("text/html")) {
      if (!headers.has("content-security-policy"))
        headers.set("content-security-policy", SERVICE_PAGE_POLICY);
      headers.set("x-content-type-options", "nosniff");
    }
    return breakConnectionIfFailed(response, outgoing);
  };
}

/** Names that no website can point to this machine: `localhost`, those of worlds below it, and IP addresses. */
const OWN_HOST = /^((.+\.)?localhost|(\d+\.){3}\d+|\[.+\])$/;

/** Whether a text is a host name as an address has it, such as the name of a container. */
export const isHostName = (text: string): boolean => /^[a-z\d]([a-z\d.-]*[a-z\d])?$/.test(text);

/** Whether a text is an origin as a browser sends it: without a path, a default port or capital letters. */
export const isOrigin = (text: string): boolean =>
  URL.canParse(text) && `${new URL(text).protocol}//${new URL(text).host}` === text;

/**
 * Answers only by the names of this machine. Otherwise a website could point its own name to this address, and then
 * read accounts and mail from any browser here.
 * @param allowed further names, such as `local-services` in a network of containers
 */
export const refuseForeignHosts =
  (allowed: readonly string[], services: Fetch): Fetch =>
  (request, bindings) => {
    const { hostname } = new URL(request.url);
    if (OWN_HOST.test(hostname) || allowed.includes(hostname)) return services(request, bindings);
    const text = "The local services answer at localhost, and at names that --allowed-host allows.\n";
    return new Response(text, { status: 421 });
  };

/** Serves local services on a port, on the next one and on further ones. @throws {StartError} as `listenTwice` */
export function serveTwice(
  services: ServicesHandler,
  { allowedHosts = [], ...place }: Place & { allowedHosts?: readonly string[] | undefined },
): Promise<TwoOrigins> {
  const serve = refuseForeignHosts(allowedHosts, serveServices(services));
  const createServers = () => [0, 1, ...(place.furtherPorts ?? [])].map(() => createFetchServer(serve));
  return listenTwice(createServers, place);
}
