import { ORIGIN_PLACEHOLDER } from "@tallybin/contract";
import type { PageInfo } from "./page-info.ts";

/**
 * The public pages, each by its canonical address. `lastmod` is set only if a page shows its own date: a build
 * changes without the page, and a file changes without its text.
 */
export function siteMapXml(infos: readonly PageInfo[]): string {
  const pages = new Map(infos.filter(({ hidden }) => !hidden).map((info) => [info.path, info]));
  const entries = [...pages.values()].map(({ path, updated }) => {
    const lastmod = updated === undefined ? "" : `<lastmod>${updated}</lastmod>`;
    return `  <url><loc>${ORIGIN_PLACEHOLDER}${path}</loc>${lastmod}</url>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    "</urlset>",
    "",
  ].join("\n");
}
