import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Manifest, Plugin } from "vite";
import { withImportSources } from "./build-plugins.ts";
import {
  createAssetLinks,
  findPolicyFaults,
  moveScriptsLast,
  passFontToEarlyScript,
  renderStandaloneDevHtml,
  renderStandaloneHtml,
  type StandaloneDocument,
} from "./document.ts";
import { type Page, type PrerenderEntry, toRoutes } from "./site-map.ts";

export type PrerenderOptions = {
  /** Module exporting a `PrerenderEntry`. */
  entry: string;
  /** Folder of the finished site. */
  outDir: string;
  /** A classic script that runs before a page is painted: it neither imports nor exports, its text is in its element. */
  early: { source: string; lost: string };
  standalone: readonly StandaloneDocument[];
};

const EARLY_SLOT = "<!--early-->";
const HEAD_SLOT = "<!--head-->";
const EMPTY_ROOT = '<div id="root"></div>';
const ENTRY_NAME = "prerender-entry";
const earlyScriptTag = (address: string, lost: string): string =>
  `<script src="${address}" data-lost-text="${lost}"></script>`;

/** `vite build` builds the site and a Node version of it, which then writes one HTML file for every page. */
export function prerenderSite({ entry, outDir, early, standalone }: PrerenderOptions): Plugin {
  const nodeOutDir = `${outDir}-prerender`;
  return {
    name: "prerender-site",
    config: () => ({
      builder: {},
      environments: {
        client: {
          build: {
            outDir,
            manifest: true,
            rolldownOptions: {
              input: ["index.html", early.source, ...standalone.map(({ source }) => source)],
            },
          },
        },
        ssr: {
          build: {
            outDir: nodeOutDir,
            rolldownOptions: { input: { [ENTRY_NAME]: entry } },
            copyPublicDir: false,
          },
        },
      },
    }),
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const path = request.url?.replace(/[?#].*$/, "");
        const document = standalone.find((candidate) => candidate.path === path);
        if (!document) return next();
        server.transformIndexHtml(document.path, renderStandaloneDevHtml(document)).then((html) => {
          response.setHeader("content-type", "text/html; charset=utf-8");
          response.end(html);
        }, next);
      });
    },
    transformIndexHtml: (html, { server }) =>
      server ? html.replace(EARLY_SLOT, earlyScriptTag(`/${early.source}`, early.lost)) : html,
    transform(code, id) {
      if (this.environment.name !== "ssr" || !code.includes("import(")) return undefined;
      return { code: withImportSources(code, id, this.environment.config.root), map: null };
    },
    buildApp: {
      order: "post",
      async handler(builder) {
        const { client, ssr } = builder.environments;
        if (!client || !ssr) throw new Error("prerendering needs the environments client and ssr");
        if (!client.isBuilt) await builder.build(client);
        if (!ssr.isBuilt) await builder.build(ssr);
        const { root, base, logger } = builder.config;
        const out = resolve(root, outDir);
        const nodeOut = resolve(root, nodeOutDir);
        const startedAt = performance.now();
        const site = (await import(
          `${pathToFileURL(join(nodeOut, `${ENTRY_NAME}.js`)).href}?t=${startedAt}`
        )) as PrerenderEntry;
        const files = await writeSite(out, base, site, { early, standalone });
        await rm(nodeOut, { recursive: true });
        logger.info(`prerendered ${files} files in ${Math.round(performance.now() - startedAt)} ms`);
      },
    },
  };
}

/** The time in the built files. `npm run build` sets it, so that two builds of one commit are identical. */
const buildTime = (): number => Number(process.env["SOURCE_DATE_EPOCH"] ?? Date.now() / 1000) * 1000;

async function writeSite(
  out: string,
  base: string,
  site: PrerenderEntry,
  { early, standalone }: Pick<PrerenderOptions, "early" | "standalone">,
): Promise<number> {
  const manifestFile = join(out, ".vite/manifest.json");
  const manifest = JSON.parse(await readFile(manifestFile, "utf8")) as Manifest;
  const template = await readFile(join(out, "index.html"), "utf8");
  const earlyFile = manifest[early.source]?.file;
  if (!earlyFile) throw new Error(`${early.source} is not in the manifest: is it an input of the build?`);
  if (/\b(?:import|export)\b/.test(await readFile(join(out, earlyFile), "utf8")))
    throw new Error(`${early.source} must neither import nor export: it is served as a classic script`);
  for (const slot of [EARLY_SLOT, HEAD_SLOT, EMPTY_ROOT])
    if (!template.includes(slot)) throw new Error(`index.html does not contain ${slot}`);

  let written = 0;
  const writeTextFile = async (file: string, text: string) => {
    await mkdir(dirname(join(out, file)), { recursive: true });
    await writeFile(join(out, file), text);
    written += 1;
  };
  const writeHtml = async (file: string, html: string) => {
    const faults = findPolicyFaults(html);
    if (faults.length > 0)
      throw new Error(`${file} breaks the site's security policy:\n${faults.join("\n")}`);
    await writeTextFile(file, html);
  };
  const writePage = async (page: Page) => {
    const { head, body } = await site.render(page);
    const links = createAssetLinks(manifest, page, template, base);
    const root = page.isPrerendered
      ? `<div id="root" data-prerendered>${body}</div>`
      : `${EMPTY_ROOT}${body}`;
    // Functions, because "$&" in a page's text would otherwise be a pattern.
    const html = template
      .replace(EARLY_SLOT, () => earlyScriptTag(base + earlyFile, early.lost))
      .replace(HEAD_SLOT, () => head)
      // A page's styles follow the template's style sheet, as when the browser loads them later.
      .replace("</head>", () => `${links}</head>`)
      .replace(EMPTY_ROOT, () => root);
    await writeHtml(page.file, passFontToEarlyScript(page.isPrerendered ? moveScriptsLast(html) : html));
  };

  // Two addresses may share a file (/legal shows /legal/terms-of-service); the first one names the canonical page.
  const byFile = new Map<string, Page>();
  for (const page of [...site.pages, site.notFound]) if (!byFile.has(page.file)) byFile.set(page.file, page);
  for (const page of byFile.values()) await writePage(page);
  for (const document of standalone)
    await writeHtml(document.file, renderStandaloneHtml(document, manifest, base));
  for (const [file, text] of Object.entries(site.textFiles(buildTime()))) await writeTextFile(file, text);
  await writeTextFile("routes.json", `${JSON.stringify(toRoutes(site, standalone), null, 2)}\n`);
  await rm(manifestFile);
  return written;
}
