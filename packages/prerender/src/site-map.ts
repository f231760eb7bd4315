/** How a page may be kept: `private` pages are answered with `no-store`. */
export type PageKind = "public" | "private";

/** One address of the site and the file that answers it. */
export type Page = {
  path: string;
  file: string;
  kind: PageKind;
  /** Whether the file holds the page's content; without it, the file holds the head and the script renders the rest. */
  isPrerendered: boolean;
  /** Module of the page, as Vite's manifest names it. */
  source?: string;
};

/** Any one further segment under `prefix` that is no page of its own. */
export type Pattern = { prefix: string; file: string; kind: PageKind };

/**
 * Where an address leads instead. `permanent` for another spelling of a page, which browsers may remember for good;
 * `temporary` for an address that stands for whatever page does its work at present.
 */
export type Redirect = { to: string; kind: "permanent" | "temporary" };

/** Everything the server knows of the site's routes (`routes.json`). */
export type Routes = {
  pages: Record<string, { file: string; kind: PageKind }>;
  redirects: Record<string, Redirect>;
  patterns: Pattern[];
};

/** The module that the plugin builds for Node and asks for pages. */
export type PrerenderEntry = {
  pages: readonly Page[];
  patterns: readonly Pattern[];
  redirects: Readonly<Record<string, Redirect>>;
  /** Page that answers every other address, with status 404. */
  notFound: Page;
  render(page: Page): Promise<{ head: string; body: string }>;
  /** Further text files by name, such as `sitemap.xml`. `builtAt` is in milliseconds since 1970. */
  textFiles(builtAt: number): Readonly<Record<string, string>>;
};

export const toRoutes = (
  { pages, patterns, redirects }: PrerenderEntry,
  standalone: readonly { path: string; file: string }[],
): Routes => ({
  pages: Object.fromEntries([
    ...pages.map(({ path, file, kind }) => [path, { file, kind }] as const),
    ...standalone.map(({ path, file }) => [path, { file, kind: "private" }] as const),
  ]),
  redirects: { ...redirects },
  patterns: patterns.map(({ prefix, file, kind }) => ({ prefix, file, kind })),
});
