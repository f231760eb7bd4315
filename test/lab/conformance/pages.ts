import { createServer } from "node:http";
import { listen } from "../../../packages/server/test/support/listen.mjs";

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
