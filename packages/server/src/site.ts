import type { HttpBindings } from "@hono/node-server";
import type { ServerConfig } from "./environment/environment.ts";
import { securityHeaders } from "./headers.ts";
import { loadSite } from "./static/load-site.ts";
import { serveSite } from "./static/static-routes.ts";

export type SiteOptions = { config: ServerConfig; siteFolder: string };

/** The whole site as a fetch handler: pages, files and the API, with the headers of every answer. */
export type SiteServer = {
  fetch(request: Request, bindings?: Partial<HttpBindings>): Promise<Response>;
  close(): Promise<void>;
};

/** Builds the site's fetch handler. Reads the built site once; opens nothing by itself. */
export function createSite({ config, siteFolder }: SiteOptions): SiteServer {
  const site = loadSite(siteFolder, config.public);
  const headersOf = securityHeaders(config.public);
  return {
    async fetch(request) {
      const response = await serveSite(site, request);
      for (const [name, value] of Object.entries(headersOf(new URL(request.url).pathname))) {
        response.headers.set(name, value);
      }
      return response;
    },
    async close() {},
  };
}
