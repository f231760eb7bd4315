import type { Server } from "node:http";
import { type Listener, listen } from "@tallybin/server/listen";
import { refuseGrpc } from "./refuse-grpc.ts";

/** Two listeners on neighboring ports, which are two origins. */
export type TwoOrigins = {
  /** The first port. */
  port: number;
  /** Ends all connections and frees both ports. */
  stop(): Promise<void>;
};

/** A stop waits only this long for open connections, because streams of pages do not end by themselves. */
const GRACE_MS = 300;
const MOST_ATTEMPTS = 20;

/** Whether a start failed because another program uses the port: an error of `listen` names its cause. */
export const isPortTaken = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof Error &&
  "code" in error.cause &&
  error.cause.code === "EADDRINUSE";

/**
 * Listens on a port and on the next one.
 * @param create called once per attempt
 * @param port 0 draws a free pair: the system assigns the first port, and the next one may be taken
 * @throws StartError when a port is taken or the address is not this machine's
 */
export async function listenTwice(
  create: () => [first: Server, second: Server],
  host: string,
  port: number,
  attempts = port === 0 ? MOST_ATTEMPTS : 1,
): Promise<TwoOrigins> {
  const [first, second] = create();
  const listeners: Listener[] = [await listen(refuseGrpc(first), host, port)];
  const stop = async (graceMs = GRACE_MS): Promise<void> => {
    await Promise.all(listeners.map((listener) => listener.stop(graceMs)));
  };
  const address = first.address();
  const bound = typeof address === "object" && address ? address.port : port;
  try {
    listeners.push(await listen(refuseGrpc(second), host, bound + 1));
  } catch (error) {
    await stop(0);
    if (attempts === 1 || !isPortTaken(error)) throw error;
    return listenTwice(create, host, port, attempts - 1);
  }
  return { port: bound, stop };
}
