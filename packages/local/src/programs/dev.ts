import { createServer as createHttpServer, type IncomingMessage, type RequestListener } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { type Fetch, fillPage, prepareDataFolder, SERVER_OPTIONS, stopOnSignals } from "@tallybin/server";
import { createServer as createViteServer } from "vite";
import { announce } from "../announce.ts";
import { isServicePath, runLocal, servicesBefore, siteUnderFailureScripts } from "../compose.ts";
import { createServices } from "../create-services.ts";
import { originsOf, parseControlOrigins, parseLocalEnvironment } from "../local-config.ts";
import { createLocalSite } from "../local-site.ts";
import { fail, run } from "../run.ts";

const root = fileURLToPath(new URL("../../../..", import.meta.url));

const pathOf = (request: IncomingMessage): string => (request.url ?? "/").split("?")[0] ?? "/";

const listenerOf = (fetch: Fetch): RequestListener =>
  getRequestListener((request, bindings) => fetch(request, bindings as HttpBindings), {
    overrideGlobalObjects: false,
  });

/** `npm run dev`: Vite's development server with the API and the local services at the same origin. */
run(async () => {
  const config = parseLocalEnvironment(process.env);
  const dataFolder = prepareDataFolder(config.dataDir);
  // Vite needs an existing server for its hot-update connection.
  const server = createHttpServer(SERVER_OPTIONS);
  const vite = await createViteServer({
    root,
    // Pages of the second origin also get hot updates from the first.
    server: { middlewareMode: true, hmr: { server, clientPort: config.port } },
    plugins: [
      {
        name: "tallybin:page-configuration",
        transformIndexHtml: { order: "post", handler: (html) => fillPage(html, config.public) },
      },
    ],
  });
  const services = createServices(config, parseControlOrigins(process.env));
  const site = createLocalSite({
    config,
    services,
    dataFolder,
    templateFolder: join(root, "dist/database-template"),
  });
  const running = await runLocal({
    services,
    createMain: (serve) => {
      const fetch = servicesBefore(serve, siteUnderFailureScripts(services, site.fetch));
      const ours = listenerOf(fetch);
      return server.on("request", (request, response) => {
        const path = pathOf(request);
        if (isServicePath(path) || path.startsWith("/api/") || path === "/healthz" || path === "/readyz") {
          void ours(request, response);
        } else vite.middlewares(request, response);
      });
    },
    createSecond: (serve) => {
      const services = listenerOf(serve);
      return createHttpServer(SERVER_OPTIONS, (request, response) => {
        if (isServicePath(pathOf(request))) void services(request, response);
        else vite.middlewares(request, response);
      });
    },
    close: async () => {
      await vite.close();
      await site.close();
    },
    host: config.host,
    port: config.port,
    dataFolder,
  });
  site.openDatabase().catch(fail);
  stopOnSignals(running.stop);
  const { first } = originsOf(config.port);
  announce({ site: first, workbench: `${first}/__local/`, dataDir: config.dataDir });
});
