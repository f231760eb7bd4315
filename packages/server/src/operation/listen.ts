import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import type { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { getRequestListener, type HttpBindings, RequestError } from "@hono/node-server";
import { MAX_TOKEN_BYTES } from "@tallybin/identity-server/tokens/id-token";
import { StartError } from "../errors/start-error.ts";
import type { RequestOperation } from "../telemetry/observe.ts";

/** Facts about a request that only the connection has; absent without a connection. */
export type SiteBindings = Partial<HttpBindings> & {
  /** What metrics record of the request. */
  operation?: RequestOperation;
};

export type Fetch = (request: Request, bindings: HttpBindings) => Response | Promise<Response>;

/** Returns whether it answered the request. If not, the response is untouched. */
export type AnswerDirectly = (request: IncomingMessage, response: ServerResponse) => boolean;

export type Listener = Awaited<ReturnType<typeof listen>>;

function explainListenFault(error: Error, host: string, port: number, variable: string): StartError {
  const { code = "unknown reason" } = error as NodeJS.ErrnoException;
  const noAddress = `This machine has no address ${host}: set HOST to 127.0.0.1, 0.0.0.0 or one of its own.`;
  const faults: Record<string, string> = {
    EADDRINUSE: `Port ${port} is already in use: stop the program that uses it, or choose another with ${variable}=${port + 10}.`,
    EACCES: `Port ${port} needs privileges this user does not have: choose ${variable} above 1023.`,
    EADDRNOTAVAIL: noAddress,
    ENOTFOUND: noAddress,
  };
  const fault = faults[code] ?? `The server cannot listen on ${host}:${port} (${code}).`;
  return new StartError(fault, { cause: error });
}

const IDLE_SWEEP_MS = 50;

const SERVER_OPTIONS: ServerOptions = {
  maxHeaderSize: MAX_TOKEN_BYTES + 16 * 1024, // a request carries an ID token beside what Node allows by default
  headersTimeout: 10_000, // against slow-loris attacks, as the next
  requestTimeout: 20_000,
  connectionsCheckingInterval: 2_000,
  // Proxies close idle connections earlier (some after 10 min): the side that sends requests must close first.
  keepAliveTimeout: 620_000,
};

/** The name of a header (RFC 9110, 5.6.2). */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
/** The parser of Node 20.19.0 accepts other names, which a proxy may understand in another way. */
const hasInvalidHeaderName = ({ rawHeaders }: IncomingMessage): boolean =>
  rawHeaders.some((text, index) => index % 2 === 0 && !TOKEN.test(text));

/** A name or an address, with or without a port. */
const HOST = /^(?:[\w.-]+|\[[\da-fA-F:.]+\])(?::\d{0,5})?$/;
/** A request has exactly one host, because a proxy may choose another one of several (RFC 9112 §3.2). Version 1.0 needs none. */
function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter(
    (_, index) => rawHeaders[index - 1]?.toLowerCase() === "host" && index % 2 === 1,
  );
  return hosts.length === 0 ? httpVersion === "1.0" : hosts.length === 1 && HOST.test(hosts[0] ?? "");
}

const UNREADABLE: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Refuses a request that Node cannot read with Node's own status and the site's headers. */
function refuseUnreadable(server: Server, headers: Record<string, string>): void {
  const lines = Object.entries({ ...headers, connection: "close", "content-length": "0" });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    // A response that has begun must not continue with another one.
    const { _httpMessage: running } = socket as { _httpMessage?: { headersSent: boolean } };
    if (!socket.writable || error.code === "ECONNRESET" || running?.headersSent) {
      socket.destroy();
      return;
    }
    const status = UNREADABLE[error.code ?? ""] ?? 400;
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n`);
    // `end` would leave the connection open until the client closes it.
    (socket as Socket).destroySoon();
  });
  server.on("checkExpectation", (_, response) => response.writeHead(417, Object.fromEntries(lines)).end());
}

/**
 * A Node server over a fetch handler; `answerDirectly` is called first.
 * @param stalledMs ends a connection that transfers nothing for this long during a request, as of a client that does not
 * read. 0 is for servers whose responses are streams that may pause.
 * @param refusalHeaders of responses to requests that do not reach `fetch`
 */
export function createFetchServer(
  fetch: Fetch,
  answerDirectly?: AnswerDirectly,
  stalledMs = 0,
  refusalHeaders: Record<string, string> = {},
): Server {
  const listener = getRequestListener((request, bindings) => fetch(request, bindings as HttpBindings), {
    // HTTP/1.0 probes omit these. Never used in a response, because every address comes from ORIGIN.
    hostname: "localhost",
    // The adapter's own `Response` is an eighth faster, but would replace the global one for the whole process.
    overrideGlobalObjects: false,
    errorHandler: (error) =>
      new Response(null, { status: error instanceof RequestError ? 400 : 500, headers: refusalHeaders }),
  });
  // Checked below, for a response with our headers.
  const server = createServer({ ...SERVER_OPTIONS, requireHostHeader: false }, (request, response) => {
    if (hasInvalidHeaderName(request) || !hasOneHost(request))
      response.writeHead(400, { ...refusalHeaders, connection: "close" }).end();
    else if (!answerDirectly?.(request, response)) void listener(request, response);
  });
  refuseUnreadable(server, refusalHeaders);
  server.timeout = stalledMs;
  return server;
}

/** Binds a server, or throws a {@link StartError}. @param variable the environment variable with the port */
export async function listen(server: Server, host: string, port: number, variable = "PORT") {
  server.listen(port, host);
  await once(server, "listening").catch((error: Error) => {
    throw explainListenFault(error, host, port, variable);
  });
  return {
    /** Serves for `delayMs` more, closing connections, gives running requests `graceMs`, and closes the rest. */
    async stop(graceMs: number, delayMs = 0): Promise<void> {
      server.prependListener("request", (_, response) => response.setHeader("connection", "close"));
      await pause(delayMs);
      await new Promise<void>((resolve) => {
        const cut = setTimeout(() => server.closeAllConnections(), graceMs);
        // A connection that was busy at the first check is idle after its response, so check again.
        const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS);
        server.close(() => {
          clearTimeout(cut);
          clearInterval(sweep);
          resolve();
        });
        server.closeIdleConnections();
      });
    },
  };
}
