import { serve } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";

/** The load run's baseline: Hono's own static server over the same files, and nothing else. */
const app = new Hono();
app.use(serveStatic({ root: process.argv[2] ?? ".", precompressed: true }));
serve({ fetch: app.fetch, hostname: "127.0.0.1", port: Number(process.argv[3]) });
