import type { Server } from "node:http";
import { performServerHandshake } from "node:http2";
import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import { type Listener, listen } from "@tallybin/server/operation/listen";

const PREFACE = "PRI * HTTP/2.0";
/** The status UNIMPLEMENTED. Clients report it to their callers, but would retry a lost connection indefinitely. */
const UNIMPLEMENTED = "12";
const MESSAGE =
  "The local services speak Firestore's REST and WebChannel protocols, not gRPC. In Node, use the Firestore SDK with preferRest, or its web build.";

/** The connection's bytes from the start, although Node's parser has already consumed some. */
function replaySocket(socket: Socket, taken: Buffer): Duplex {
  const stream = new Duplex({
    read: () => {},
    write: (chunk, encoding, done) => void socket.write(chunk, encoding, done),
    final: (done) => void socket.end(done),
    destroy: (error, done) => {
      socket.destroy();
      done(error);
    },
  });
  stream.push(taken);
  socket.on("data", (chunk) => stream.push(chunk));
  socket.on("close", () => stream.push(null));
  socket.resume();
  return stream;
}

function refuseCall(socket: Socket, taken: Buffer): void {
  for (const event of ["data", "end", "close", "drain", "error", "timeout"]) socket.removeAllListeners(event);
  socket.on("error", () => socket.destroy());
  const session = performServerHandshake(replaySocket(socket, taken));
  session.on("error", () => socket.destroy());
  session.on("stream", (stream) => {
    stream.on("error", () => {});
    stream.respond(
      {
        ":status": 200,
        "content-type": "application/grpc",
        "grpc-status": UNIMPLEMENTED,
        "grpc-message": encodeURI(MESSAGE),
      },
      { endStream: true },
    );
  });
}

type ParseError = Error & { rawPacket?: Buffer };

/**
 * Answers every gRPC call with an error. Otherwise Google's Firestore SDK for Node treats the refused connection as
 * an outage and waits indefinitely. Other requests that Node cannot read are left to the server's own listeners: they
 * end the connection, so they must not see a gRPC call.
 */
function refuseGrpc(server: Server): Server {
  const listeners = server.listeners("clientError");
  server.removeAllListeners("clientError");
  return server.on("clientError", (error: ParseError, connection: Duplex) => {
    const { rawPacket } = error;
    if (rawPacket?.toString("latin1", 0, PREFACE.length) === PREFACE)
      refuseCall(connection as Socket, rawPacket);
    else for (const listener of listeners) listener.call(server, error, connection);
  });
}

export type TwoOrigins = {
  port: number;
  stop(): Promise<void>;
};

/** A stop waits only this long for open connections, because streams of pages do not end by themselves. */
const GRACE_MS = 300;
const MAX_TRIES = 20;

/** Whether a start failed because another program uses the port: an error of `listen` names its cause. */
export const isPortTaken = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof Error &&
  "code" in error.cause &&
  error.cause.code === "EADDRINUSE";

export type Place = {
  host: string;
  /** 0 draws a free pair: the system assigns the first port, and the next one may be taken. */
  port: number;
  furtherPorts?: readonly number[] | undefined;
};

/**
 * Listens on a port, on the next one and on further ones.
 * @param create makes a server for each port; called once per attempt
 * @throws StartError when a port is taken or the address is not this machine's
 */
export async function listenTwice(
  create: () => readonly Server[],
  { host, port, furtherPorts = [] }: Place,
  tries = port === 0 ? MAX_TRIES : 1,
): Promise<TwoOrigins> {
  const [first, ...others] = create().map(refuseGrpc);
  if (!first) throw new TypeError("there is no server for the first port");
  const listeners: Listener[] = [await listen(first, host, port)];
  const stopListeners = async (graceMs = GRACE_MS): Promise<void> => {
    await Promise.all(listeners.map((listener) => listener.stop(graceMs)));
  };
  const address = first.address();
  const bound = typeof address === "object" && address ? address.port : port;
  try {
    for (const [index, other] of others.entries())
      listeners.push(await listen(other, host, furtherPorts[index - 1] ?? bound + 1));
  } catch (error) {
    await stopListeners(0);
    if (tries === 1 || !isPortTaken(error)) throw error;
    return listenTwice(create, { host, port, furtherPorts }, tries - 1);
  }
  return { port: bound, stop: stopListeners };
}
