import type { Server } from "node:http";
import { join } from "node:path";
import { createFetchServer, type Fetch, type Listener, listen } from "@tallybin/server";
import { breakWith } from "../../local-services/src/http/break-connection.ts";
import { refuseGrpc } from "../../local-services/src/http/refuse-grpc.ts";
import { serveServices, underOwnName } from "../../local-services/src/http/serve.ts";
import { keepState, readState } from "../../local-services/src/http/state-file.ts";
import { inWorldOf } from "./current-world.ts";
import type { Services } from "./services.ts";

/** The local services' paths; everything else is the site's. */
const SERVICE_PATHS = [
  "/__local",
  "/identitytoolkit.googleapis.com/",
  "/securetoken.googleapis.com/",
  "/emulator/",
  "/v1/projects/",
  "/google.firestore.v1.Firestore/",
  "/www.googleapis.com/",
  "/service_accounts/v1/jwk/",
];

export const isServicePath = (path: string): boolean =>
  SERVICE_PATHS.some((prefix) => path.startsWith(prefix));

const WORLD_HOST = ".localhost";

/** The site's own API, by the names in failure scripts and the log. */
const endpointOf = ({ method, url }: Request): string | undefined => {
  if (method !== "POST") return undefined;
  const { pathname } = new URL(url);
  if (pathname === "/api/newsletter") return "newsletter";
  return pathname.startsWith("/api/sheets/") ? "sheets" : undefined;
};

/**
 * The API accepts only pages of the site's origin. A page of a world's host (`w7.localhost`) therefore gets the
 * site's origin. Any other origin is unchanged.
 */
function inTheSitesName(request: Request): Request {
  const from = request.headers.get("origin");
  const { origin, hostname } = new URL(request.url);
  if (from !== origin || !hostname.endsWith(WORLD_HOST)) return request;
  const headers = new Headers(request.headers);
  headers.set("origin", from.replace(hostname, "localhost"));
  const { url, method, body, signal } = request;
  return new Request(url, { method, headers, signal, ...(body && { body, duplex: "half" }) });
}

/** The site. Its API uses the world of the request's host, and failure scripts apply to it. */
export const siteUnderFailureScripts =
  (services: Services, site: Fetch): Fetch =>
  async (request, bindings) => {
    if (!new URL(request.url).pathname.startsWith("/api/")) return site(request, bindings);
    const answer = () => inWorldOf(services, request, () => site(inTheSitesName(request), bindings));
    const endpoint = endpointOf(request);
    if (endpoint === undefined) return answer();
    return breakWith(await services.underFailureScripts(request, endpoint, answer), bindings.outgoing);
  };

/** Answers with the local services first, then with the site, on one origin. */
export const servicesBefore =
  (services: Fetch, site: Fetch): Fetch =>
  (request, bindings) =>
    isServicePath(new URL(request.url).pathname) ? services(request, bindings) : site(request, bindings);

/**
 * The human check beside the services on the second origin. Under other host names the server would serve the whole
 * site there, so only the configured name is passed on.
 */
export const humanCheckBeside =
  (services: Fetch, site: Fetch, humanCheckOrigin: string | undefined): Fetch =>
  (request, bindings) => {
    const { origin, pathname } = new URL(request.url);
    return isServicePath(pathname) || origin !== humanCheckOrigin
      ? services(request, bindings)
      : site(request, bindings);
  };

export type Running = { stop(): Promise<void> };

/** Ctrl-C should take effect immediately, without waiting for half-open streams. */
const GRACE_MS = 300;

export type LocalOptions = {
  services: Services;
  /** Makes the first port's server around the services. */
  createMain: (services: Fetch) => Server;
  /** Makes the second port's server; without it, that port serves only the services. */
  createSecond?: (services: Fetch) => Server;
  /** Runs after the listeners have stopped: closes what the main server used. */
  close?: () => Promise<void>;
  host: string;
  port: number;
  dataFolder: string;
};

/**
 * Listens on `port` with the given composition, and on `port` + 1 with the services: the second origin, with consent
 * pages and the human check. Loads an earlier run's accounts first.
 */
export async function runLocal(options: LocalOptions): Promise<Running> {
  const { services, createMain, createSecond = createFetchServer, host, port, dataFolder } = options;
  const file = join(dataFolder, "local-services.json");
  if (readState(file, (snapshot) => services.restore(snapshot)) === "set-aside") {
    process.stdout.write(`${file} could not be read: it was renamed and the accounts begin anew.\n`);
  }
  const state = keepState(file, () => services.snapshot());
  services.subscribe(state.changed);
  const serve = underOwnName(host, serveServices(services));
  const listeners: Listener[] = [];
  const stop = async (): Promise<void> => {
    const wasComplete = listeners.length === 2;
    await Promise.all(listeners.map((listener) => listener.stop(GRACE_MS)));
    await options.close?.();
    if (wasComplete) state.flush();
  };
  try {
    listeners.push(await listen(refuseGrpc(createMain(serve)), host, port));
    listeners.push(await listen(refuseGrpc(createSecond(serve)), host, port + 1));
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}
