import type { Pattern, Redirect, RoutedPage, Routes } from "../../contract/src/routes.ts";

export type Page = RoutedPage & {
  path: string;
  /** Whether the file holds the page's content; otherwise it holds the head, and the script renders the rest. */
  isPrerendered: boolean;
  /** Modules that the page needs at once, as Vite's manifest names them, or the name of a chunk of several. */
  sources: readonly string[];
  /** Modules that the page needs once it is painted. */
  laterSources?: readonly string[];
};

/** The module that the plugin builds for Node and calls for pages. */
export type PrerenderEntry = {
  pages: readonly Page[];
  patterns: readonly Pattern[];
  redirects: Readonly<Record<string, Redirect>>;
  /** The page for every other address, with status 404. */
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

/**
 * The module's path behind a dynamic import of the build for Node.
 * @throws Error if the import does not come from that build
 */
export function sourceOfImport(importing: Promise<unknown>): string {
  if ("source" in importing && typeof importing.source === "string") return importing.source;
  throw new Error("the import has no source: it does not come from the build for Node");
}
