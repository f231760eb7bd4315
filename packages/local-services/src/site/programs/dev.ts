import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type AnswerDirectly, createFetchServer } from "@tallybin/server/operation/listen";
import { fillPage } from "@tallybin/server/static/load-site";
import { CALLBACK_PATH, servePostedResponse } from "@tallybin/server/static/posted-response";
import { createServer as createViteServer } from "vite";
import { answerServicesFirst, applyFailureScriptsToSite, isServicePath } from "../compose.ts";
import { originsOf } from "../local-config.ts";
import { runSite } from "../run-site.ts";

const root = fileURLToPath(new URL("../../../../..", import.meta.url));

const isPosted = (path: string, method = ""): boolean => path === CALLBACK_PATH && method === "POST";

const isOurs = (path: string, method?: string): boolean =>
  isServicePath(path) || /^\/(api\/|healthz$|readyz$)/.test(path) || isPosted(path, method);

/** `npm run dev`: Vite's development server with the API and the local services at the same origin. */
export const runDevelopment = (): Promise<void> =>
  runSite({ templateFolder: join(root, "dist/database-template") }, async (parts) => {
    const { config, services, serve, site } = parts;
    const answer = answerServicesFirst(serve, applyFailureScriptsToSite(services, site));
    const passToViteUnless =
      (isAnsweredHere: typeof isOurs): AnswerDirectly =>
      (request, response) => {
        if (isAnsweredHere((request.url ?? "/").split("?")[0] ?? "/", request.method)) return false;
        vite.middlewares(request, response);
        return true;
      };
    // Vite needs an existing server for its hot-update connection.
    const first = createFetchServer(async (request, bindings) => {
      if (!isPosted(new URL(request.url).pathname, request.method)) return answer(request, bindings);
      // Vite ignores the body of a request, so it is asked for the page itself.
      const page = await fetch(originsOf(config.port).first + CALLBACK_PATH);
      return servePostedResponse(await page.text(), request);
    }, passToViteUnless(isOurs));
    const second = createFetchServer(serve, passToViteUnless(isServicePath));
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
    return { create: () => [first, second], close: () => vite.close() };
  });
