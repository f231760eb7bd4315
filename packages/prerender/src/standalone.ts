import type { Manifest } from "vite";
import { assetLinks } from "./asset-links.ts";

/** A document outside the app: one script, no framework, no style. */
export type StandaloneDocument = { path: string; file: string; title: string; source: string };

const documentWith = (title: string, script: string, links = "") => `<!doctype html>
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

/**
 * The built document with its hashed script and preloads of the script's imports.
 * @param head further elements of the head
 */
export function standaloneHtml(
  { title, source }: StandaloneDocument,
  manifest: Manifest,
  base: string,
  head: string,
): string {
  const chunk = manifest[source];
  if (!chunk) throw new Error(`${source} is not in the manifest: is it an input of the build?`);
  const imports = assetLinks(manifest, [source], base + chunk.file, base);
  return documentWith(title, base + chunk.file, head + imports);
}

/** The same document for the development server, with the source as its script. */
export const standaloneDevHtml = ({ title, source }: StandaloneDocument): string =>
  documentWith(title, `/${source}`);
