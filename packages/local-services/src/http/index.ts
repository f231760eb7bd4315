/**
 * The local services on a port.
 * @module
 */
import type { Server } from "node:http";
import { prepareDataFolder } from "@tallybin/server/data-folder";
import { createFetchServer } from "@tallybin/server/listen";
import { createWorlds, type Worlds, type WorldsOptions } from "../../../../mocks/worlds/worlds.ts";
import { refuseForeignHosts, serveServices } from "./serve.ts";
import { keepState } from "./state-file.ts";
import { listenTwice } from "./two-origins.ts";

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

/**
 * Starts the local services on a port and the next one.
 * @throws StartError when a port is taken, the address is not this machine's, or the folder cannot be written
 */
export async function startLocalServices(
  options: LocalServicesServerOptions = {},
): Promise<LocalServicesServer> {
  const { port: wanted = 0, host = "127.0.0.1", dataFolder, ...rest } = options;
  const folder = dataFolder === undefined ? undefined : prepareDataFolder(dataFolder);
  // The services' addresses depend on the port, so they are created after it is bound.
  let worlds: Worlds | undefined;
  const serve = refuseForeignHosts(
    host,
    serveServices({ handle: async (request) => worlds?.handle(request) }),
  );
  const createServers = (): [Server, Server] => [createFetchServer(serve), createFetchServer(serve)];
  const { port, stop } = await listenTwice(createServers, host, wanted);
  const origin = `http://localhost:${port}`;
  const consentOrigin = `http://localhost:${port + 1}`;
  const services = createWorlds({ ...rest, origin, consentOrigin, standalone: true });
  const flush = folder === undefined ? undefined : keepState(folder, services);
  worlds = services;
  return {
    origin,
    consentOrigin,
    services,
    stop: async () => {
      await stop();
      flush?.();
    },
  };
}
