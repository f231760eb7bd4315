import { ORIGIN_PLACEHOLDER } from "./company.ts";
import { isPrivate, type Route } from "./routes.ts";

/** The public pages, each by its canonical address. */
export function siteMapXml(routes: readonly Route[]): string {
  const paths = new Set(routes.filter((route) => !isPrivate(route)).map(({ info }) => info.path));
  const entries = [...paths].map((path) => `  <url><loc>${ORIGIN_PLACEHOLDER}${path}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    "</urlset>",
    "",
  ].join("\n");
}
