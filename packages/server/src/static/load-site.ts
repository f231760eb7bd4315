import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { type PublicConfig, providerIds, readablePath } from "@tallybin/contract";
import { HUMAN_CHECK_PATH } from "../human-check.ts";
import { StartError } from "../operation/start-error.ts";
import { contentTypeOf, isText } from "./content-types.ts";
import { type Page, pageOf, type RouteTable, readRouteTable } from "./route-table.ts";
import { createSecurityTxt, SECURITY_TXT } from "./security-txt.ts";
import { createStaticFile, type Encoding, type StaticFile } from "./static-file.ts";

/** Where a path leads, and for how long that may be remembered. */
export type Redirect = { path: string; status: 301 | 302; cacheControl: string };

export type Site = {
  /** The file of a page, asset or picture; undefined where the site has none. */
  find(path: string): StaticFile | undefined;
  /** A file of the build's own making, such as a script; no page and no picture. */
  findAsset(path: string): StaticFile | undefined;
  /** The page that loads a third party's script: never found among the others, since it belongs on another origin. */
  humanCheck: StaticFile | undefined;
  redirectOf(path: string): Redirect | undefined;
  /** Whether a path is one of the site's own, word by word: then it says nothing about who sent it. */
  isPage(path: string): boolean;
  /** The page for a path where there is nothing; it names the path, with or without script. */
  notFound(pathname: string): StaticFile;
};

const ORIGIN_PLACEHOLDER = "https://origin.invalid";
const CONFIG_BLOCK = /(<script\b[^>]*\bid="?config"?[^>]*>)\s*\{\}\s*(<\/script>)/;

const CACHE = {
  /** Hashed names: a changed file has another name. */
  immutable: "public, max-age=31536000, immutable",
  /** Unhashed pictures and videos: a day in browsers would outlive a correction, an hour does not hurt. */
  asset: "public, max-age=3600",
  /** Pages are asked for each time, which the ETag makes cheap; a deploy shows at once. */
  page: "no-cache",
  private: "no-store",
} as const;

/** JSON inside a script element: "</script" and "<!--" must not be readable as markup. */
const toJsonBlock = (value: unknown): string => JSON.stringify(value).replaceAll("<", "\\u003c");

/** What a prerendered form offers and this configuration does not: the style sheet hides it before a script runs. */
function notOffered({ providers, passkeys }: PublicConfig): string[] {
  const missing: string[] = providerIds.filter((provider) => !providers.includes(provider));
  if (providers.length === 0) missing.push("social");
  if (!passkeys) missing.push("passkeys");
  return missing;
}

/** Writes the configuration and the real origin into a page: what makes one build serve every environment. */
export function fillPage(html: string, config: PublicConfig): string {
  const missing = notOffered(config);
  // Replacer functions, so that a "$&" in a value stays what it is.
  return html
    .replace("<html ", (tag) => (missing.length === 0 ? tag : `${tag}data-without="${missing.join(" ")}" `))
    .replace(CONFIG_BLOCK, (_, open: string, close: string) => `${open}${toJsonBlock(config)}${close}`)
    .replaceAll(ORIGIN_PLACEHOLDER, () => config.origin);
}

const NAMED_PATH = /(<code\b[^>]*\sdata-path(?:="")?[^>]*>)[^<]*(?=<\/code>)/;
const escapeText = (text: string): string => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Writes the path that was not found into the page that says so. */
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
 * Reads a built site into memory and answers only from there. The paths are a closed list made at start, so
 * no request can name a file outside it, a build that replaces the folder does not tear a page apart under a
 * running server, and an ETag always belongs to the bytes sent. The site weighs a few megabytes.
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
      // Only towards a page that exists: "//elsewhere.example/" must not become a redirect to a stranger.
      const page = pageOf(table, target);
      if (!page && target === given) return undefined;
      const isTemporary = listed?.kind === "temporary";
      const cacheControl = isTemporary ? CACHE.page : CACHE.asset;
      return {
        path: target,
        status: isTemporary ? 302 : 301,
        // The query goes along, and on a private page it may be a one-time code.
        cacheControl: page?.kind === "private" ? CACHE.private : cacheControl,
      };
    },
    isPage: (path) => Object.hasOwn(table.pages, path),
    notFound: (pathname) =>
      createStaticFile("404.html", Buffer.from(namePath(notFoundPage, pathname)), CACHE.page),
  };
}
