import { createServer, type Server, type ServerOptions } from "node:http";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import type { AnswerDirectly } from "../static/direct-answers.ts";
import { StartError } from "./start-error.ts";

/** What only the connection knows about a request; absent where a request comes without one. */
export type SiteBindings = Partial<HttpBindings>;

export type Fetch = (request: Request, bindings: HttpBindings) => Response | Promise<Response>;

export type Listener = {
  /** Takes no new requests, lets running ones finish for `graceMs`, then cuts what is still open. */
  stop(graceMs: number): Promise<void>;
};

const explain = (error: NodeJS.ErrnoException, host: string, port: number): StartError => {
  if (error.code === "EADDRINUSE") {
    return new StartError(
      `Port ${port} is already in use: stop the program that uses it, or choose another with PORT=${port + 10}.`,
      { cause: error },
    );
  }
  if (error.code === "EACCES") {
    return new StartError(`Port ${port} needs privileges this user does not have: choose PORT above 1023.`);
  }
  if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND") {
    return new StartError(
      `This machine has no address ${host}: set HOST to 127.0.0.1, 0.0.0.0 or one of its own.`,
    );
  }
  return new StartError(`The server cannot listen on ${host}:${port} (${error.code ?? "unknown reason"}).`);
};

/** How long a client may take to send its headers and its whole request: what ends slow-loris senders. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 20_000;
const IDLE_SWEEP_MS = 50;

/** What ends slow-loris senders; also used by the development server. */
export const SERVER_OPTIONS: ServerOptions = {
  headersTimeout: HEADERS_TIMEOUT_MS,
  requestTimeout: REQUEST_TIMEOUT_MS,
  connectionsCheckingInterval: 2_000,
  // Longer than proxies keep a connection idle (Caddy 2 min, Google's load balancer 10): the side that closes first
  // must be the one that sends requests.
  keepAliveTimeout: 620_000,
};

/**
 * A Node server over a fetch handler.
 * @param answerDirectly is asked first
 * @param stalledMs ends a connection on which nothing moved for so long during a request: a client that does not read
 * its answer would hold it for ever. 0, the default, is for servers whose answers are streams that may rest.
 */
export function createFetchServer(fetch: Fetch, answerDirectly?: AnswerDirectly, stalledMs = 0): Server {
  const listener = getRequestListener((request, bindings) => fetch(request, bindings as HttpBindings), {
    // What HTTP/1.0 probes leave out. Never written into an answer: every address comes from ORIGIN.
    hostname: "localhost",
    overrideGlobalObjects: false,
  });
  const server = createServer(SERVER_OPTIONS, (request, response) => {
    if (!answerDirectly?.(request, response)) void listener(request, response);
  });
  server.timeout = stalledMs;
  return server;
}

/** Binds a server to an address, or throws a {@link StartError} that says why it cannot be. */
export async function listen(server: Server, host: string, port: number): Promise<Listener> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(explain(error, host, port)));
    server.listen(port, host, resolve);
  });
  return {
    stop: (graceMs) =>
      new Promise((resolve) => {
        const cut = setTimeout(() => server.closeAllConnections(), graceMs);
        // A connection that was busy at the first look is kept alive after its answer: look again.
        const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS);
        server.close(() => {
          clearTimeout(cut);
          clearInterval(sweep);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}
