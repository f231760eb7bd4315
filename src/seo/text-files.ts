import { company, ORIGIN_PLACEHOLDER } from "@tallybin/contract/company";
import { paths } from "../config/paths.ts";
import type { PageInfo } from "./page-info.ts";
import { pageInfoTexts } from "./page-info-texts.ts";

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

const organizationId = `${ORIGIN_PLACEHOLDER}/#organization`;
const organization = {
  "@type": "Organization",
  "@id": organizationId,
  name: company.name,
  url: `${ORIGIN_PLACEHOLDER}/`,
  logo: `${ORIGIN_PLACEHOLDER}/icon-512.png`,
  email: company.email,
};
const website = {
  "@type": "WebSite",
  "@id": `${ORIGIN_PLACEHOLDER}/#website`,
  name: company.name,
  url: `${ORIGIN_PLACEHOLDER}/`,
  publisher: { "@id": organizationId },
};

/**
 * JSON-LD for a public page. Written by the prerenderer, never rendered by React: a script element created in the
 * browser would violate Trusted Types and unmount the app.
 */
export function renderStructuredData({ title, description, path, updated, hidden }: PageInfo): string {
  if (hidden) return "";
  const url = ORIGIN_PLACEHOLDER + path;
  const page = {
    "@type": "WebPage",
    "@id": `${url}#page`,
    url,
    name: title,
    description,
    isPartOf: { "@id": website["@id"] },
    ...(updated === undefined ? {} : { dateModified: updated }),
  };
  const trail = {
    "@type": "BreadcrumbList",
    itemListElement: [
      { "@type": "ListItem", position: 1, name: pageInfoTexts.trailStart, item: `${ORIGIN_PLACEHOLDER}/` },
      { "@type": "ListItem", position: 2, name: title.split(" · ")[0] ?? title, item: url },
    ],
  };
  const graph = path === paths.home ? [organization, website, page] : [organization, website, page, trail];
  const json = JSON.stringify({ "@context": "https://schema.org", "@graph": graph });
  // "</script>" in a text would end the block.
  return `<script type="application/ld+json">${json.replaceAll("<", "\\u003c")}</script>`;
}
