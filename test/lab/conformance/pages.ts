import { createServer } from "node:http";
import { dirname } from "node:path";
import { build } from "vite";
import { listen } from "../../../packages/server/test/support/listen.mjs";

/** The code of a page's script. `alias` names the folders of packages. */
export async function bundlePage(entry: string, alias: Record<string, string> = {}): Promise<string> {
  const built = await build({
    configFile: false,
    root: dirname(entry),
    logLevel: "silent",
    resolve: { alias },
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: entry, output: { codeSplitting: false } },
    },
  });
  const output = (Array.isArray(built) ? built : [built]).flatMap((result) =>
    "output" in result ? result.output : [],
  );
  return output.map((chunk) => ("code" in chunk ? chunk.code : "")).join("\n");
}

/** Serves files by path on an origin of their own. */
export const serve = (files: Record<string, string>) =>
  listen(
    createServer(({ url: address = "/" }, response) => {
      const [url = ""] = address.split("?");
      const body = files[url];
      if (body === undefined) return response.writeHead(404).end();
      const type = url.endsWith(".js") ? "javascript" : "html";
      response.setHeader("content-type", `text/${type}; charset=utf-8`);
      response.end(body);
    }),
  );
