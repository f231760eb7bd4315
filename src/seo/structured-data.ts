import { company, ORIGIN_PLACEHOLDER } from "@tallybin/contract/company";
import { paths } from "../config/paths.ts";
import type { PageInfo } from "./page-info.ts";
import { pageInfoTexts } from "./page-info-texts.ts";

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
