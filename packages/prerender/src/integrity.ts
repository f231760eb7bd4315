import { createHash } from "node:crypto";
import type { Manifest, ManifestChunk } from "vite";

/** Reads a built file by its name in the manifest. */
type ReadFile = (file: string) => Uint8Array;

export const integrityOf = (bytes: Uint8Array): string =>
  `sha256-${createHash("sha256").update(bytes).digest("base64")}`;

/** Elements that load code or style. */
const LOADING_TAG = /<(?:script|link rel="(?:modulepreload|stylesheet)")(?=\s)[^>]*>/g;
const ENTRY_SCRIPT = /[ \t]*<script type="module"[^>]*><\/script>\n?/g;

/**
 * Moves the entry script of a document behind the preloads of its imports: a static import takes its integrity from a
 * preload, which the browser must have seen first.
 */
export function moveEntryBehindImports(html: string): string {
  const entries = html.match(ENTRY_SCRIPT) ?? [];
  return html.replace(ENTRY_SCRIPT, "").replace("</head>", () => `${entries.join("")}</head>`);
}

/** Adds `integrity` to every script and style of a document. */
export const addIntegrity = (html: string, base: string, read: ReadFile): string =>
  html.replace(LOADING_TAG, (tag) => {
    const [, address] = /\s(?:src|href)="([^"]*)"/.exec(tag) ?? [];
    if (address === undefined) return tag; // a data block
    return `${tag.slice(0, -1)} integrity="${integrityOf(read(address.slice(base.length)))}">`;
  });

/** The chunks that dynamic imports need: the imported ones and their static imports. */
export function findLazyChunks(manifest: Manifest): string[] {
  const files = new Set<string>();
  const visitLazyChunk = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(visitLazyChunk);
  };
  for (const { dynamicImports = [] } of Object.values(manifest)) dynamicImports.forEach(visitLazyChunk);
  return [...files].sort();
}

/**
 * A module with the integrity of all files. It is no part of a chunk, because chunks import each other in cycles, so
 * that each hash would depend on the others.
 */
export const createIntegrityModule = (files: readonly string[], base: string, read: ReadFile): string =>
  `export default ${JSON.stringify(Object.fromEntries(files.map((file) => [base + file, integrityOf(read(file))])))};\n`;

/** A module in a chunk of several modules is not in the manifest by its own name, but its chunk is. */
const manifestKeyOf = (manifest: Manifest, source: string): string | undefined =>
  source in manifest ? source : Object.keys(manifest).find((key) => manifest[key]?.name === source);

/**
 * The chunks of modules and of all that they import statically, the imports first.
 * @param sources modules, or the names of chunks
 */
export function chunksOf(manifest: Manifest, sources: readonly string[]): ManifestChunk[] {
  const chunks: ManifestChunk[] = [];
  const seen = new Set<string>();
  const visitModule = (source: string) => {
    if (seen.has(source)) return;
    seen.add(source);
    const chunk = manifest[manifestKeyOf(manifest, source) ?? ""];
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
 */
export function createAssetLinks(
  manifest: Manifest,
  sources: readonly string[],
  template: string,
  base: string,
): string {
  const chunks = chunksOf(manifest, sources);
  const css = new Set(chunks.flatMap((chunk) => chunk.css ?? []));
  const js = new Set(chunks.map(({ file }) => file));
  const isMissing = (file: string) => !template.includes(base + file);
  return [
    ...[...css].filter(isMissing).map((file) => `<link rel="stylesheet" crossorigin href="${base}${file}">`),
    ...[...js]
      .filter(isMissing)
      .map((file) => `<link rel="modulepreload" crossorigin href="${base}${file}">`),
  ].join("");
}
