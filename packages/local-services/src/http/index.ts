/**
 * The local services on a port.
 * @module
 */
import { join } from "node:path";
import { prepareDataFolder } from "@tallybin/server/data-folder";
import { createFetchServer, type Listener, listen } from "@tallybin/server/listen";
import { createWorlds, type Worlds, type WorldsOptions } from "../../../../mocks/worlds/worlds.ts";
import { isPortTaken } from "./port-taken.ts";
import { refuseGrpc } from "./refuse-grpc.ts";
import { serveServices, underOwnName } from "./serve.ts";
import { keepState, readState } from "./state-file.ts";

export type LocalServicesServerOptions = Omit<WorldsOptions, "origin" | "consentOrigin" | "standalone"> & {
  /** 0 to 65534; default 0, a free one. Consent pages are on a second origin, at the next port. */
  port?: number;
  /** Address to listen on; default 127.0.0.1, which other machines cannot reach. */
  host?: string;
  /** Keeps the accounts of the default world in this folder over restarts; default: nowhere. */
  dataFolder?: string;
};

export type LocalServicesServer = {
  /** `http://localhost:9099` */
  origin: string;
  /** The other origin, with the simulated providers' consent pages. */
  consentOrigin: string;
  services: Worlds;
  /** Ends all connections and frees both ports. */
  stop(): Promise<void>;
};

/** A stop waits only this long for open connections, because streams of pages do not end by themselves. */
const GRACE_MS = 300;
const MOST_ATTEMPTS = 20;

/**
 * Starts the local services on a port and the next one.
 * @throws StartError when a port is taken, the address is not this machine's, or the folder cannot be written
 */
export async function startLocalServices(
  options: LocalServicesServerOptions = {},
): Promise<LocalServicesServer> {
  const { port: wanted = 0, host = "127.0.0.1", dataFolder, ...rest } = options;
  const file =
    dataFolder === undefined ? undefined : join(prepareDataFolder(dataFolder), "local-services.json");

  const bind = async (
    port: number,
  ): Promise<{ port: number; listeners: Listener[]; serve: (worlds: Worlds) => void }> => {
    let worlds: Worlds | undefined;
    const answering = { handle: async (request: Request) => worlds?.handle(request) };
    const serve = underOwnName(host, serveServices(answering));
    const first = refuseGrpc(createFetchServer(serve));
    const listeners = [await listen(first, host, port)];
    const address = first.address();
    const bound = typeof address === "object" && address ? address.port : port;
    try {
      listeners.push(await listen(refuseGrpc(createFetchServer(serve)), host, bound + 1));
    } catch (error) {
      await Promise.all(listeners.map((listener) => listener.stop(0)));
      throw error;
    }
    return {
      port: bound,
      listeners,
      serve: (made) => {
        worlds = made;
      },
    };
  };
  // The system assigns a free port; the next one may be taken.
  const bindFree = async (attempt = 1): Promise<Awaited<ReturnType<typeof bind>>> =>
    bind(wanted).catch((error: unknown) => {
      if (wanted !== 0 || attempt === MOST_ATTEMPTS || !isPortTaken(error)) throw error;
      return bindFree(attempt + 1);
    });

  const { port, listeners, serve } = await bindFree();
  const origin = `http://localhost:${port}`;
  const consentOrigin = `http://localhost:${port + 1}`;
  const services = createWorlds({ ...rest, origin, consentOrigin, standalone: true });
  let flush = () => {};
  if (file !== undefined) {
    readState(file, (snapshot) => services.restore(snapshot));
    const state = keepState(file, () => services.snapshot());
    services.subscribe(state.changed);
    flush = state.flush;
  }
  serve(services);
  return {
    origin,
    consentOrigin,
    services,
    stop: async () => {
      await Promise.all(listeners.map((listener) => listener.stop(GRACE_MS)));
      flush();
    },
  };
}
