import { AsyncLocalStorage } from "node:async_hooks";
import type { Fetch } from "@tallybin/server/operation/listen";
import type { LocalServices } from "../../../../mocks/local-services.ts";
import { isUnsignedBearer, SIGNED_NEEDED } from "../../../../mocks/serving/serve.ts";
import type { Worlds } from "../../../../mocks/worlds/worlds.ts";
import { breakConnectionIfFailed } from "../http/serve.ts";

const current = new AsyncLocalStorage<LocalServices>();

/** The world of the current request; the default one outside requests. */
export const currentWorld = (services: Worlds): LocalServices => current.getStore() ?? services;

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

/** The site's own API, by the names in failure scripts and the log. */
const siteEndpointOf = ({ method, url }: Request): string | undefined => {
  if (method !== "POST") return undefined;
  const { pathname } = new URL(url);
  if (pathname === "/api/newsletter") return "newsletter";
  return pathname.startsWith("/api/sheets/") ? "sheets" : undefined;
};

/**
 * The API accepts only pages of the site's origin. A page of a world's host (`w7.localhost`) therefore gets the
 * site's origin. Any other origin is unchanged.
 */
function withSiteOrigin(request: Request): Request {
  const from = request.headers.get("origin");
  const { origin, hostname } = new URL(request.url);
  if (from !== origin || !hostname.endsWith(".localhost")) return request;
  const headers = new Headers(request.headers);
  headers.set("origin", from.replace(hostname, "localhost"));
  const { url, method, body, signal } = request;
  return new Request(url, { method, headers, signal, ...(body && { body, duplex: "half" }) });
}

/** Adds a hint at the setting `tokens` to the site's refusal of an unsigned token. */
async function withTokensHint(request: Request, response: Response): Promise<Response> {
  if (response.status !== 401 || !isUnsignedBearer(request)) return response;
  const { headers, status } = response;
  return Response.json({ ...(await response.json()), message: SIGNED_NEEDED }, { headers, status });
}

/** The site. Its API uses the world of the request's host, and failure scripts apply to it. */
export const applyFailureScriptsToSite =
  (services: Worlds, site: Fetch): Fetch =>
  async (request, bindings) => {
    if (!new URL(request.url).pathname.startsWith("/api/")) return site(request, bindings);
    // The clock and the outbox are those of the world that the request's host names.
    const answerSite = () =>
      current.run(services.worldOf(request), () => site(withSiteOrigin(request), bindings));
    const answerInWorld = async () => withTokensHint(request, await answerSite());
    const endpoint = siteEndpointOf(request);
    if (endpoint === undefined) return answerInWorld();
    const response = await services.underFailureScripts(request, endpoint, answerInWorld);
    return breakConnectionIfFailed(response, bindings.outgoing);
  };

/** Answers with the local services first, then with the site, on one origin. */
export const answerServicesFirst =
  (services: Fetch, site: Fetch): Fetch =>
  (request, bindings) =>
    isServicePath(new URL(request.url).pathname) ? services(request, bindings) : site(request, bindings);

/**
 * The human check beside the services on the second origin. Under other host names the server would serve the whole
 * site there, so only the configured name is passed on.
 */
export const addHumanCheck =
  (services: Fetch, site: Fetch, humanCheckOrigin: string | undefined): Fetch =>
  (request, bindings) => {
    const { origin, pathname } = new URL(request.url);
    const isSite = origin === humanCheckOrigin && !isServicePath(pathname);
    return isSite ? site(request, bindings) : services(request, bindings);
  };
