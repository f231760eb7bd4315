import { serve } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";

/** What the load run compares with: Hono's own static server, nothing else, over the same files. */
const app = new Hono();
app.use(serveStatic({ root: process.argv[2] ?? ".", precompressed: true }));
serve({ fetch: app.fetch, hostname: "127.0.0.1", port: Number(process.argv[3]) });
