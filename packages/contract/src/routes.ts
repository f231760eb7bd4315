import * as v from "valibot";

/** How a page may be cached: `private` pages get `no-store`. */
const PageKind = v.picklist(["public", "private"]);
const RoutedPage = v.object({ file: v.string(), kind: PageKind });

/** Any single further segment under `prefix` without a page of its own. */
const Pattern = v.object({ prefix: v.string(), ...RoutedPage.entries });
export type Pattern = v.InferOutput<typeof Pattern>;

/**
 * A redirect. `permanent`: another spelling of a page, which browsers may cache indefinitely. `temporary`: an address
 * for a task, which leads to the page that currently handles it.
 */
const Redirect = v.object({
  to: v.pipe(v.string(), v.startsWith("/")),
  kind: v.picklist(["permanent", "temporary"]),
});
export type Redirect = v.InferOutput<typeof Redirect>;

/** The build's list of the site's paths (`routes.json`). The server knows the paths only from it. */
export const Routes = v.object({
  pages: v.record(v.string(), RoutedPage),
  redirects: v.optional(v.record(v.string(), Redirect), {}),
  patterns: v.optional(v.array(Pattern), []),
});
export type Routes = v.InferOutput<typeof Routes>;
export type RoutedPage = v.InferOutput<typeof RoutedPage>;
