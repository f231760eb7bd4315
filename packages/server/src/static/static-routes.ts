import { HUMAN_CHECK_PATH } from "./headers.ts";
import type { Site } from "./load-site.ts";
import { serveFile } from "./serve-file.ts";

const decodePath = (path: string): string | undefined => {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
};

/** Answers every path outside the API: a page, a file, a redirect, or the real 404 page. */
export async function serveSite(site: Site, request: Request): Promise<Response> {
  if (request.method !== "GET" && request.method !== "HEAD") {
    return new Response("This address can only be read.\n", {
      status: 405,
      headers: { allow: "GET, HEAD", "content-type": "text/plain; charset=utf-8" },
    });
  }
  const url = new URL(request.url);
  const path = decodePath(url.pathname);
  if (path !== undefined) {
    const moved = site.redirectOf(path);
    if (moved !== undefined) {
      return new Response(null, {
        status: moved.status,
        headers: { location: encodeURI(moved.path) + url.search, "cache-control": moved.cacheControl },
      });
    }
    // A page has one spelling: caches and logs would take others for other pages.
    const file = encodeURI(path) === url.pathname ? site.find(path) : undefined;
    if (file) return serveFile(file, request);
  }
  return serveFile(site.notFound(url.pathname), request, 404);
}

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
