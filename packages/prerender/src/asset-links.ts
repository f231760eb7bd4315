import type { Manifest, ManifestChunk } from "vite";

/** A module in a chunk of several modules is not in the manifest by its own name, but its chunk is. */
const manifestKeyOf = (manifest: Manifest, source: string): string | undefined =>
  source in manifest ? source : Object.keys(manifest).find((key) => manifest[key]?.name === source);

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
