import type { Manifest } from "vite";

/**
 * The style sheets and module preloads of a page's own chunks, so that it is styled before any script runs. Omits
 * those of the template.
 */
export function assetLinks(
  manifest: Manifest,
  sources: readonly string[],
  template: string,
  base: string,
): string {
  const css = new Set<string>();
  const js = new Set<string>();
  const seen = new Set<string>();
  const visit = (key: string) => {
    if (seen.has(key)) return;
    seen.add(key);
    const chunk = manifest[key];
    if (!chunk)
      throw new Error(`${key} is not in the manifest: is it imported dynamically by the route table?`);
    chunk.imports?.forEach(visit);
    for (const file of chunk.css ?? []) css.add(file);
    js.add(chunk.file);
  };
  sources.forEach(visit);
  const missing = (file: string) => !template.includes(base + file);
  return [
    ...[...css].filter(missing).map((file) => `<link rel="stylesheet" crossorigin href="${base}${file}">`),
    ...[...js].filter(missing).map((file) => `<link rel="modulepreload" crossorigin href="${base}${file}">`),
  ].join("");
}
