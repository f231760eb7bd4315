import { createServer as createHttpServer, type IncomingMessage, type RequestListener } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { CALLBACK_PATH, type Fetch, fillPage, SERVER_OPTIONS, servePostedResponse } from "@tallybin/server";
import { createServer as createViteServer } from "vite";
import { answerServicesFirst, applyFailureScriptsToSite, isServicePath } from "../compose.ts";
import { originsOf } from "../local-config.ts";
import { runSite } from "../run-site.ts";

const root = fileURLToPath(new URL("../../../../..", import.meta.url));

const requestPathOf = (request: IncomingMessage): string => (request.url ?? "/").split("?")[0] ?? "/";

const listenerOf = (fetch: Fetch): RequestListener =>
  getRequestListener((request, bindings) => fetch(request, bindings as HttpBindings), {
    overrideGlobalObjects: false,
  });

/** `npm run dev`: Vite's development server with the API and the local services at the same origin. */
export const runDevelopment = (): Promise<void> =>
  runSite({ templateFolder: join(root, "dist/database-template") }, async (parts) => {
    const { config, services, serve, site } = parts;
    // Vite needs an existing server for its hot-update connection.
    const first = createHttpServer(SERVER_OPTIONS);
    const vite = await createViteServer({
      root,
      // Pages of the second origin also get hot updates from the first.
      server: { middlewareMode: true, hmr: { server: first, clientPort: config.port } },
      plugins: [
        {
          name: "tallybin:page-configuration",
          transformIndexHtml: { order: "post", handler: (html) => fillPage(html, config.public) },
        },
      ],
    });
    /** Vite ignores the body of a request, so it is asked for the page itself. */
    const withPosted = listenerOf(async (request) => {
      const page = await fetch(originsOf(config.port).first + CALLBACK_PATH);
      return servePostedResponse(await page.text(), request);
    });
    const ours = listenerOf(answerServicesFirst(serve, applyFailureScriptsToSite(services, site)));
    first.on("request", (request, response) => {
      const path = requestPathOf(request);
      if (isServicePath(path) || path.startsWith("/api/") || path === "/healthz" || path === "/readyz") {
        void ours(request, response);
      } else if (path === CALLBACK_PATH && request.method === "POST") void withPosted(request, response);
      else vite.middlewares(request, response);
    });
    const servicesOnly = listenerOf(serve);
    const second = createHttpServer(SERVER_OPTIONS, (request, response) => {
      if (isServicePath(requestPathOf(request))) void servicesOnly(request, response);
      else vite.middlewares(request, response);
    });
    return { create: () => [first, second], close: () => vite.close() };
  });
