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
    const file = site.find(path);
    if (file) return serveFile(file, request);
  }
  return serveFile(site.notFound(url.pathname), request, 404);
}
