import { company, ORIGIN_PLACEHOLDER } from "@tallybin/contract/company";
import { paths } from "../config/paths.ts";
import type { PageInfo } from "./page-info.ts";

/**
 * The public pages, each by its canonical address. `lastmod` is set only if a page shows its own date: a build
 * changes without the page, and a file changes without its text.
 */
export function renderSiteMap(infos: readonly PageInfo[]): string {
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

/** RFC 9116 requires a date less than a year away, so that the contact of an abandoned site expires. */
const VALID_FOR_MS = 360 * 24 * 3_600_000;

/** The security contact. Written at each build, which also renews its date. */
export const renderSecurityTxt = (builtAt: number): string =>
  [
    `Contact: mailto:${company.email}`,
    `Expires: ${new Date(builtAt + VALID_FOR_MS).toISOString().replace(/\.\d+/, "")}`,
    "Preferred-Languages: en",
    `Canonical: ${ORIGIN_PLACEHOLDER}/.well-known/security.txt`,
    "",
  ].join("\n");

/**
 * Password managers send users here to add a passkey, and to see their passkeys.
 * @see https://www.w3.org/TR/passkey-endpoints/
 */
export const renderPasskeyEndpoints = (): string => {
  const settings = `${ORIGIN_PLACEHOLDER}${paths.settings}#passkeys`;
  return JSON.stringify({ enroll: settings, manage: settings });
};
