import type { Manifest, ManifestChunk } from "vite";

/** Markup that the site's Content-Security-Policy would stop. A script of a JSON type is data, which no browser runs. */
const FAULTS: Readonly<Record<string, RegExp>> = {
  "inline script": /<script\b(?![^>]*\s(?:src="|type="application\/(?:ld\+)?json"))[^>]*>/gi,
  "Suspense boundary that was streamed out of order": /<template\b[^>]*>/gi,
  "style element": /<style\b[^>]*>/gi,
  // Only inside tags, because a text may contain style="…".
  "style attribute": /<[a-z][^>]*\sstyle=[^>]*>/gi,
  "event handler attribute": /<[a-z][^>]*\son[a-z]+="[^>]*>/gi,
};

/** The violations of that policy, which fail the build: visitors would get a page without style or script. */
export const findPolicyFaults = (html: string): string[] =>
  Object.entries(FAULTS).flatMap(([name, pattern]) =>
    Array.from(html.matchAll(pattern), ([tag]) => `${name}: ${tag}`),
  );

/** Style, font and the largest picture of a prerendered page load before its scripts on a slow connection. */
export const moveScriptsLast = (html: string): string =>
  html.replace(
    /<(?:link rel="(?:modulepreload|later)"|script type="module")(?=[ >])/g,
    (tag) => `${tag} fetchpriority="low"`,
  );

const FONT = /<link\s+rel="preload"\s+href="([^"]*)"\s+as="font"[^>]*>\s*/;

/** Gives the font's address to the early script, which preloads it unless the connection is slow. */
export const passFontToEarlyScript = (html: string): string => {
  const [link = "", address = ""] = FONT.exec(html) ?? [];
  return html.replace(link, "").replace(" data-lost-text=", () => ` data-font="${address}" data-lost-text=`);
};

/** A document outside the app: one script, no framework, no style. */
export type StandaloneDocument = { path: string; file: string; title: string; source: string };

const createDocument = (title: string, script: string, links = "") => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${title}</title>
    <script type="application/json" id="config">{}</script>
    <script type="module" crossorigin src="${script}"></script>${links}
  </head>
  <body></body>
</html>
`;

/** The built document with its hashed script and preloads of the script's imports. */
export function renderStandaloneHtml(
  { title, source }: StandaloneDocument,
  manifest: Manifest,
  base: string,
): string {
  const chunk = manifest[source];
  if (!chunk) throw new Error(`${source} is not in the manifest: is it an input of the build?`);
  const imports = createAssetLinks(manifest, { sources: [source] }, base + chunk.file, base);
  return createDocument(title, base + chunk.file, imports);
}

/** The same document for the development server, with the source as its script. */
export const renderStandaloneDevHtml = ({ title, source }: StandaloneDocument): string =>
  createDocument(title, `/${source}`);

/**
 * The chunks of modules and of all that they import statically, the imports first.
 * @param sources modules, or the names of chunks
 */
function chunksOf(manifest: Manifest, sources: readonly string[]): ManifestChunk[] {
  const chunks: ManifestChunk[] = [];
  const seen = new Set<string>();
  const visitModule = (source: string) => {
    if (seen.has(source)) return;
    seen.add(source);
    // A module in a chunk of several modules is not in the manifest by its own name, but its chunk is.
    const chunk = manifest[source] ?? Object.values(manifest).find(({ name }) => name === source);
    if (!chunk)
      throw new Error(`${source} is not in the manifest: is it imported dynamically by the route table?`);
    chunk.imports?.forEach(visitModule);
    chunks.push(chunk);
  };
  sources.forEach(visitModule);
  return chunks;
}

/**
 * The style sheets and module preloads of a page's own chunks, so that it is styled before any script runs. Omits
 * those of the template.
 * @param page the chunks of `laterSources` get links that a browser ignores, until the page's script makes them preloads
 */
export function createAssetLinks(
  manifest: Manifest,
  { sources, laterSources = [] }: { sources: readonly string[]; laterSources?: readonly string[] },
  template: string,
  base: string,
): string {
  const firstFiles = new Set(chunksOf(manifest, sources).map(({ file }) => file));
  const chunks = chunksOf(manifest, [...sources, ...laterSources]);
  const css = new Set(chunks.flatMap((chunk) => chunk.css ?? []));
  const js = new Set(chunks.map(({ file }) => file));
  const linkTo = (file: string, rel: string) =>
    template.includes(base + file) ? "" : `<link rel="${rel}" crossorigin href="${base}${file}">`;
  return [
    ...Array.from(css, (file) => linkTo(file, "stylesheet")),
    ...Array.from(js, (file) => linkTo(file, firstFiles.has(file) ? "modulepreload" : "later")),
  ].join("");
}
