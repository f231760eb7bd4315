import { ORIGIN_PLACEHOLDER } from "@tallybin/contract/company";
import type { Pattern, Redirect } from "@tallybin/contract/routes";
import { type ReactNode, StrictMode } from "react";
import { prerender } from "react-dom/static";
import { type Page, type PrerenderEntry, sourceOfImport } from "../../packages/prerender/src/site-map.ts";
import { App } from "../app/app.tsx";
import { createFixedLocation } from "../app/navigation.ts";
import {
  isPrerenderedRoute as hasContent,
  isPrivateRoute,
  notFound as notFoundRoute,
  type Route,
  routeAt,
  routes,
  redirects as spellings,
} from "../app/routes.ts";
import { pageOutlineTexts } from "../components/page-outline/page-outline-texts.ts";
import { fallbacks, paths } from "../config/paths.ts";
import { PageHead } from "../seo/page-head.tsx";
import {
  renderPasskeyEndpoints,
  renderSecurityTxt,
  renderSiteMap,
  renderStructuredData,
} from "../seo/text-files.ts";
import { card } from "../styles/layout.css.ts";

export const redirects: Readonly<Record<string, Redirect>> = {
  ...Object.fromEntries(
    Object.entries(spellings).map(([from, to]) => [from, { to, kind: "permanent" } as const]),
  ),
  // The well-known address to which password managers send users redirects to the settings, so that the page may
  // move. @see https://w3c.github.io/webappsec-change-password-url/
  "/.well-known/change-password": { to: paths.settings, kind: "temporary" },
};

/** The first element of the page itself: React inserts hoisted elements before it. */
const BODY_START = /<div class="[^"]*" data-app="">/;

/** The code of the identity client. Both keepers of the session are in the list: the server's configuration decides. */
const CLIENT = ["src/identity/client/identity-client.lazy.ts", "src/identity/client/custody.lazy.ts"];
/** The forms that act before the page is hydrated. */
const EARLY_FORMS = ["auth-forms", "fields"];
const CONTACT_FORM = ["contact-action", "call-api"];

/** What the first press needs. On an account page, it needs React: the outline shows no form. */
const firstSourcesOf = ({ page, access, props }: Route): string[] => [
  ...(access === "public" ? [] : CLIENT),
  ...(access === "entry" ? EARLY_FORMS : []),
  ...(props.name === "contact" ? CONTACT_FORM : []),
  ...(access === "account" ? [sourceOfImport(page.importModule())] : []),
];

const pageFileOf = (path: string): string => (path === "/" ? "index.html" : `${path.slice(1)}.html`);
const toPage = (path: string, route: Route): Page => ({
  path,
  file: pageFileOf(route.info.path),
  kind: isPrivateRoute(route) ? "private" : "public",
  isPrerendered: hasContent(route),
  sources: firstSourcesOf(route),
  laterSources: [sourceOfImport(route.page.importModule())],
});

export const pages: readonly Page[] = Object.entries(routes).map(([path, route]) => toPage(path, route));
export const notFound: Page = { ...toPage("/404", notFoundRoute), file: "404.html" };
export const patterns: readonly Pattern[] = fallbacks.map(({ prefix, page }) => {
  const { file, kind } = toPage(paths[page], routeAt(paths[page]));
  return { prefix, file, kind };
});

export async function render({ path, isPrerendered }: Page): Promise<{ head: string; body: string }> {
  const route = routeAt(path);
  if (!isPrerendered)
    return {
      head: await toHtml(<PageHead info={route.info} origin={ORIGIN_PLACEHOLDER} />),
      body: `<noscript><p class="${card}">${pageOutlineTexts.noScript}</p></noscript>`,
    };
  await route.page.load(); // load the page's code first, so that nothing suspends
  const html = await toHtml(
    <StrictMode>
      <App location={createFixedLocation(path)} origin={ORIGIN_PLACEHOLDER} />
    </StrictMode>,
  );
  const start = html.search(BODY_START);
  if (start < 0) throw new Error(`${path}: the app's own first element was not found`);
  return { head: html.slice(0, start) + renderStructuredData(route.info), body: html.slice(start) };
}

async function toHtml(tree: ReactNode): Promise<string> {
  const { prelude } = await prerender(tree, {
    // React would move a large Suspense boundary out of line, behind an inline script that the policy blocks.
    progressiveChunkSize: Number.MAX_SAFE_INTEGER,
    onError(error) {
      throw error;
    },
  });
  return new Response(prelude).text();
}

export const textFiles = (builtAt: number): Record<string, string> => ({
  "sitemap.xml": renderSiteMap(Object.values(routes).map(({ info }) => info)),
  ".well-known/security.txt": renderSecurityTxt(builtAt),
  ".well-known/passkey-endpoints": renderPasskeyEndpoints(),
});

/** Type-checked against the plugin's contract here, where a missing export is still visible. */
({ pages, notFound, patterns, redirects, render, textFiles }) satisfies PrerenderEntry;
