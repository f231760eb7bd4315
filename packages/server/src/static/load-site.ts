import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { type PublicConfig, providerIds, readablePath } from "@tallybin/contract";
import { StartError } from "../errors/start-error.ts";
import { contentTypeOf, isText } from "./content-types.ts";
import { HUMAN_CHECK_PATH } from "./human-check.ts";
import { type Page, pageOf, type RouteTable, readRouteTable } from "./route-table.ts";
import { createSecurityTxt, SECURITY_TXT } from "./security-txt.ts";
import { createStaticFile, type Encoding, type StaticFile } from "./static-file.ts";

/** Where a path redirects to, and how long browsers may cache that. */
export type Redirect = { path: string; status: 301 | 302; cacheControl: string };

export type Site = {
  /** The file of a page, asset or picture; undefined if the site has none. */
  find(path: string): StaticFile | undefined;
  /** A file that the build generated, such as a script; not a page or a picture. */
  findAsset(path: string): StaticFile | undefined;
  /** The page with the third-party script. Kept apart from the others, because it belongs on another origin. */
  humanCheck: StaticFile | undefined;
  redirectOf(path: string): Redirect | undefined;
  /** Whether a path is exactly one of the site's own, and therefore says nothing about its sender. */
  isPage(path: string): boolean;
  /** The page for an unknown path; it shows the path, with and without script. */
  notFound(pathname: string): StaticFile;
};

const ORIGIN_PLACEHOLDER = "https://origin.invalid";
const CONFIG_BLOCK = /(<script\b[^>]*\bid="?config"?[^>]*>)\s*\{\}\s*(<\/script>)/;

const CACHE = {
  /** Files with hashed names: a changed file gets a new name. */
  immutable: "public, max-age=31536000, immutable",
  /**
   * Pictures and videos without hashed names are cached for an hour, because a browser must not keep a wrong one for
   * long.
   */
  asset: "public, max-age=3600",
  /** Pages are revalidated each time, which the ETag makes cheap, so a deploy shows immediately. */
  page: "no-cache",
  private: "no-store",
} as const;

/** JSON inside a script element: "</script" and "<!--" must not be parsed as markup. */
const toJsonBlock = (value: unknown): string => JSON.stringify(value).replaceAll("<", "\\u003c");

/**
 * The parts of a prerendered form that this configuration does not offer. The style sheet hides them before a script
 * runs.
 */
function notOffered({ providers, passkeys }: PublicConfig): string[] {
  const missing: string[] = providerIds.filter((provider) => !providers.includes(provider));
  if (providers.length === 0) missing.push("social");
  if (!passkeys) missing.push("passkeys");
  return missing;
}

/** Writes the configuration and the real origin into a page, so that one build serves every environment. */
export function fillPage(html: string, config: PublicConfig): string {
  const missing = notOffered(config);
  // Replacer functions, because "$&" in a value must stay unchanged.
  return html
    .replace("<html ", (tag) => (missing.length === 0 ? tag : `${tag}data-without="${missing.join(" ")}" `))
    .replace(CONFIG_BLOCK, (_, open: string, close: string) => `${open}${toJsonBlock(config)}${close}`)
    .replaceAll(ORIGIN_PLACEHOLDER, () => config.origin);
}

const NAMED_PATH = /(<code\b[^>]*\sdata-path(?:="")?[^>]*>)[^<]*(?=<\/code>)/;
const escapeText = (text: string): string => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Writes the unknown path into the 404 page. */
const namePath = (html: string, pathname: string): string =>
  html.replace(NAMED_PATH, (_, open: string) => open + escapeText(readablePath(pathname)));

const fillText = (name: string, text: string, config: PublicConfig): string =>
  name.endsWith(".html") ? fillPage(text, config) : text.replaceAll(ORIGIN_PLACEHOLDER, () => config.origin);

const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"));

const isServed = (name: string): boolean =>
  name !== "routes.json" && !/\.(?:html|br|gz)$/.test(name) && !/(?:^|\/)\.(?!well-known\/)/.test(name);

/**
 * Reads a built site into memory and serves only from there. The list of paths is fixed at the start, so no request
 * can name a file outside it. A build that replaces the folder does not affect a running server, and an ETag always
 * belongs to the sent bytes. The site weighs a few megabytes.
 * @throws {@link StartError} when the folder is not a whole build
 */
export function loadSite(folder: string, config: PublicConfig, now = Date.now): Site {
  try {
    return readSite(folder, config, now);
  } catch (error) {
    if (error instanceof StartError) throw error;
    const { code, name } = error as NodeJS.ErrnoException;
    throw new StartError(
      `The built site in ${folder} is incomplete or damaged (${code ?? name}): run \`npm run build\` again.`,
      { cause: error },
    );
  }
}

function readSite(folder: string, config: PublicConfig, now: () => number): Site {
  const table: RouteTable = readRouteTable(folder);
  const names = new Set(filesUnder(folder));
  const files = new Map<string, StaticFile>();
  const pages = new Map<string, StaticFile>();

  const load = (name: string, cacheControl: string): StaticFile => {
    const content = readFileSync(join(folder, name));
    if (!isText(contentTypeOf(name))) return createStaticFile(name, content, cacheControl);
    const text = content.toString("utf8");
    const filled = fillText(name, text, config);
    if (filled !== text) return createStaticFile(name, Buffer.from(filled), cacheControl);
    const built: Partial<Record<Encoding, Buffer>> = {};
    if (names.has(`${name}.br`)) built.br = readFileSync(join(folder, `${name}.br`));
    if (names.has(`${name}.gz`)) built.gzip = readFileSync(join(folder, `${name}.gz`));
    return createStaticFile(name, content, cacheControl, built);
  };

  for (const name of names) {
    if (isServed(name))
      files.set(`/${name}`, load(name, name.startsWith("assets/") ? CACHE.immutable : CACHE.asset));
  }
  const securityTxt = files.get(SECURITY_TXT);
  const datedSecurityTxt =
    securityTxt && createSecurityTxt(Buffer.from(securityTxt.body).toString(), CACHE.asset, now);
  const pageFile = (page: Page): StaticFile => {
    const key = `${page.kind}:${page.file}`;
    const known = pages.get(key) ?? load(page.file, page.kind === "private" ? CACHE.private : CACHE.page);
    pages.set(key, known);
    return known;
  };
  for (const page of [...Object.values(table.pages), ...table.patterns]) pageFile(page);

  const notFoundPage = fillPage(readFileSync(join(folder, "404.html"), "utf8"), config);
  const humanCheck = table.pages[HUMAN_CHECK_PATH];

  return {
    find(path) {
      if (path === HUMAN_CHECK_PATH) return undefined;
      if (path === SECURITY_TXT) return datedSecurityTxt?.();
      const page = pageOf(table, path);
      return page ? pageFile(page) : files.get(path);
    },
    findAsset: (path) => (path.startsWith("/assets/") ? files.get(path) : undefined),
    humanCheck: humanCheck && pageFile(humanCheck),
    redirectOf(path) {
      const given = path === "/" ? path : path.replace(/\/+$/, "");
      const listed = Object.hasOwn(table.redirects, given) ? table.redirects[given] : undefined;
      const target = listed?.to ?? given;
      if (target === path) return undefined;
      // Redirect only to an existing page, because "//elsewhere.example/" would lead to another site.
      const page = pageOf(table, target);
      if (!page && target === given) return undefined;
      const isTemporary = listed?.kind === "temporary";
      const cacheControl = isTemporary ? CACHE.page : CACHE.asset;
      return {
        path: target,
        status: isTemporary ? 302 : 301,
        // The query is kept, and on a private page it may be a one-time code.
        cacheControl: page?.kind === "private" ? CACHE.private : cacheControl,
      };
    },
    isPage: (path) => Object.hasOwn(table.pages, path),
    notFound: (pathname) =>
      createStaticFile("404.html", Buffer.from(namePath(notFoundPage, pathname)), CACHE.page),
  };
}
