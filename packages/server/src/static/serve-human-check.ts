import { HUMAN_CHECK_PATH } from "./human-check.ts";
import type { Site } from "./load-site.ts";
import { serveFile } from "./serve-file.ts";

/** The human check's origin: serves its page and the build's scripts, and nothing else of the site or its API. */
export async function serveHumanCheck(site: Site | undefined, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const file = pathname === HUMAN_CHECK_PATH ? site?.humanCheck : site?.findAsset(pathname);
  if (file && (request.method === "GET" || request.method === "HEAD")) return serveFile(file, request);
  return new Response("There is nothing at this address.\n", {
    status: 404,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  });
}
