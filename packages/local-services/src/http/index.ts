/**
 * The local services on a port.
 * @module
 */
import { createWorlds, type Worlds, type WorldsOptions } from "../../../../mocks/worlds/worlds.ts";
import { serveTwice } from "./serve.ts";
import { openStateFile } from "./state-file.ts";

export type LocalServicesServerOptions = Omit<WorldsOptions, "origin" | "consentOrigin" | "standalone"> & {
  /** 0 to 65534; default 0, a free one. Consent pages are on a second origin, at the next port. */
  port?: number;
  /** Address to listen on; default 127.0.0.1, which other machines cannot reach. */
  host?: string;
  /** Names by which the services answer, besides `localhost`, names below it and IP addresses; default: none. */
  allowedHosts?: readonly string[];
  /** More ports at which the services answer, such as that of Google's emulator for documents; default: none. */
  furtherPorts?: readonly number[];
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
 * @throws StartError when a port is taken, the address is not this machine's, or the folder cannot be written or is in
 * use by another process
 */
export async function startLocalServices(
  options: LocalServicesServerOptions = {},
): Promise<LocalServicesServer> {
  const { port: wanted = 0, host = "127.0.0.1", allowedHosts, furtherPorts, dataFolder, ...rest } = options;
  const file = dataFolder === undefined ? undefined : openStateFile(dataFolder, "--data");
  // The services' addresses depend on the port, so they are created after it is bound.
  let worlds: Worlds | undefined;
  const { port, stop } = await serveTwice(
    { handle: async (request) => worlds?.handle(request) },
    { host, port: wanted, allowedHosts, furtherPorts },
  ).catch((error: unknown) => {
    file?.close();
    throw error;
  });
  const origin = `http://localhost:${port}`;
  const consentOrigin = `http://localhost:${port + 1}`;
  const services = createWorlds({ ...rest, origin, consentOrigin, standalone: true });
  file?.keep(services);
  worlds = services;
  return {
    origin,
    consentOrigin,
    services,
    stop: async () => {
      await stop();
      file?.close();
    },
  };
}
