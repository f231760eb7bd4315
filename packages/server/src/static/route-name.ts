import type { Site } from "./load-site.ts";

/** The name of a path outside the API for metrics: a page's own path, or one name for all others. */
export function routeName(site: Site | undefined, path: string): string {
  if (site?.isPage(path)) return path;
  return site?.find(path) ? "(file)" : "(unknown)";
}
