import { type Dirent, existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { ORIGIN_PLACEHOLDER } from "@tallybin/contract/company";
import { providerIds } from "@tallybin/contract/providers";
import type { PublicConfig } from "@tallybin/contract/public-config";
import { toReadablePath, withoutTrailingSlashes } from "@tallybin/contract/readable-path";
import { type RoutedPage, Routes } from "@tallybin/contract/routes";
import * as v from "valibot";
import { StartError } from "../errors/start-error.ts";
import { escapeText } from "../http/answer-page.ts";
import { HUMAN_CHECK_PATH } from "./headers.ts";
import { contentTypeOf, createStaticFile, IMMUTABLE, isText, type StaticFile } from "./static-file.ts";

/** A segment without parameters and control characters. */
const SEGMENT = /^[^/;\p{Cc}]+$/u;

/** The page of a path: its own entry, or the first pattern whose prefix is followed by exactly one segment. */
function findPage(table: Routes, path: string): RoutedPage | undefined {
  if (Object.hasOwn(table.pages, path)) return table.pages[path];
  return table.patterns.find(
    ({ prefix }) => path.startsWith(prefix) && SEGMENT.test(path.slice(prefix.length)),
  );
}

export type Site = ReturnType<typeof readSite>;

const CONFIG_TAG = '<script type="application/json" id="config">';

/** The files with hashed names. */
const ASSETS = "/assets/";

/** A file of another release, by its name below {@link ASSETS}. */
export type FindAsset = (name: string) => StaticFile | undefined;

const CACHE = {
  immutable: IMMUTABLE,
  /** Pictures and videos have no hashed names: a browser must not keep a wrong one for long. */
  asset: "public, max-age=3600",
  /** Pages are revalidated each time, which the ETag makes cheap, so a deploy shows immediately. */
  page: "no-cache",
  private: "no-store",
} as const;

/** The parts of a form that are not offered; the style sheet hides them before a script runs. */
function findUnofferedParts(config: PublicConfig): string[] {
  const { providers, passkeys, recaptchaEnterpriseKey, local } = config;
  const missing: string[] = providerIds.filter((provider) => !providers.includes(provider));
  if (providers.length === 0) missing.push("social");
  if (!passkeys) missing.push("passkeys");
  if (!recaptchaEnterpriseKey || local) missing.push("recaptcha"); // the local services are not Google's
  return missing;
}

/** Writes the configuration and the real origin into a page, so that one build serves every environment. */
export function fillPage(html: string, config: PublicConfig): string {
  const missing = findUnofferedParts(config);
  // JSON inside a script element: "</script" and "<!--" must not be parsed as markup.
  const json = JSON.stringify(config).replaceAll("<", "\\u003c");
  // Replacer functions, because "$&" in a value must stay unchanged.
  return html
    .replace("<html ", (tag) => (missing.length === 0 ? tag : `${tag}data-without="${missing.join(" ")}" `))
    .replace(`${CONFIG_TAG}{}`, () => CONFIG_TAG + json)
    .replaceAll(ORIGIN_PLACEHOLDER, () => config.origin);
}

const PATH_ELEMENT = ' data-path="">';

function createNotFoundPage(html: string): (pathname: string) => StaticFile {
  const start = html.includes(PATH_ELEMENT) ? html.indexOf(PATH_ELEMENT) + PATH_ELEMENT.length : html.length;
  const [before, after] = [html.slice(0, start), html.slice(start).replace(/^[^<]*/, "")];
  return (pathname) => {
    const content = Buffer.from(before + (after && escapeText(toReadablePath(pathname))) + after);
    return createStaticFile("404.html", content, CACHE.page, { isSentOnce: true });
  };
}

const isServedFile = (name: string): boolean =>
  name !== "routes.json" && !/\.(?:html|br|gz)$/.test(name) && !/(?:^|\/)\.(?!well-known\/)/.test(name);

const SECURITY_TXT = "/.well-known/security.txt";

const DAY_MS = 24 * 3_600_000;
const VALID_FOR_DAYS = 180;

/** The expiry date moves with the running server: RFC 9116 requires one less than a year away. */
function withExpiryDate({ body, cacheControl }: StaticFile, now: number): StaticFile {
  const end = new Date((Math.floor(now / DAY_MS) + VALID_FOR_DAYS) * DAY_MS);
  const expires = `Expires: ${end.toISOString().replace(".000", "")}`;
  const text = new TextDecoder().decode(body).replace(/^Expires: .*$/m, expires);
  return createStaticFile(SECURITY_TXT, Buffer.from(text), cacheControl, { isSentOnce: true });
}

type SiteOptions = { now?: () => number; findRetained?: FindAsset | undefined };

/**
 * Reads a built site into memory, a few megabytes. The list of paths is fixed at the start, so no request can name a
 * file outside it, and a new build in the folder does not affect a running server.
 * @throws {@link StartError} when the folder is not a whole build
 */
export function loadSite(folder: string, config: PublicConfig, options: SiteOptions = {}): Site {
  try {
    return readSite(folder, config, options);
  } catch (error) {
    if (error instanceof StartError) throw error;
    const { code, name } = error as NodeJS.ErrnoException;
    throw new StartError(
      `The built site in ${folder} is incomplete or damaged (${code ?? name}): run \`npm run build\` again.`,
      { cause: error },
    );
  }
}

function readSite(folder: string, config: PublicConfig, options: SiteOptions) {
  const { now = Date.now, findRetained = () => undefined } = options;
  const routes = join(folder, "routes.json");
  if (!existsSync(routes))
    throw new StartError(`The site is not built: ${routes} is missing. Run \`npm run build\` first.`);
  const table = v.parse(Routes, JSON.parse(readFileSync(routes, "utf8")));
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) =>
    each.isFile(),
  );
  const nameOf = ({ parentPath, name }: Dirent) =>
    relative(folder, join(parentPath, name)).split(sep).join("/");
  const names = new Set(entries.map(nameOf));
  const files = new Map<string, StaticFile>();
  const pages = new Map<string, StaticFile>();

  const readBuilt = (name: string) => (names.has(name) ? readFileSync(join(folder, name)) : undefined);
  const loadFile = (name: string, cacheControl: string): StaticFile => {
    const content = readFileSync(join(folder, name));
    if (!isText(contentTypeOf(name))) return createStaticFile(name, content, cacheControl);
    const text = content.toString("utf8");
    const configured = name.endsWith(".html")
      ? fillPage(text, config)
      : text.replaceAll(ORIGIN_PLACEHOLDER, () => config.origin);
    if (configured !== text) return createStaticFile(name, Buffer.from(configured), cacheControl);
    const built = { br: readBuilt(`${name}.br`), gzip: readBuilt(`${name}.gz`) };
    return createStaticFile(name, content, cacheControl, { built });
  };

  for (const name of names) {
    if (isServedFile(name))
      files.set(`/${name}`, loadFile(name, name.startsWith("assets/") ? CACHE.immutable : CACHE.asset));
  }
  const findFile = (path: string): StaticFile | undefined =>
    files.get(path) ?? (path.startsWith(ASSETS) ? findRetained(path.slice(ASSETS.length)) : undefined);
  const loadPageFile = (page: RoutedPage): StaticFile => {
    const key = `${page.kind}:${page.file}`;
    const known = pages.get(key) ?? loadFile(page.file, page.kind === "private" ? CACHE.private : CACHE.page);
    pages.set(key, known);
    return known;
  };
  for (const page of [...Object.values(table.pages), ...table.patterns]) loadPageFile(page);

  const humanCheck = table.pages[HUMAN_CHECK_PATH];
  return {
    /** The file of a page, asset or picture; undefined if the site has none. */
    find(path: string): StaticFile | undefined {
      if (path === HUMAN_CHECK_PATH) return undefined;
      const page = findPage(table, path);
      const file = page ? loadPageFile(page) : findFile(path);
      return file && path === SECURITY_TXT ? withExpiryDate(file, now()) : file;
    },
    /** A file that the build generated, such as a script; not a page or a picture. */
    findAsset: (path: string) => (path.startsWith(ASSETS) ? findFile(path) : undefined),
    /** The page with the third-party script. Kept apart from the others, because it belongs on another origin. */
    humanCheck: humanCheck && loadPageFile(humanCheck),
    /** Where a path redirects to, and how long browsers may cache that. */
    redirectOf(path: string) {
      const given = withoutTrailingSlashes(path);
      const listed = Object.hasOwn(table.redirects, given) ? table.redirects[given] : undefined;
      const target = listed?.to ?? given;
      if (target === path) return undefined;
      // Redirect only to an existing page, because "//elsewhere.example/" would lead to another site.
      const page = findPage(table, target);
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
    /** Whether a path is exactly one of the site's own, and therefore says nothing about its sender. */
    isPage: (path: string): boolean => Object.hasOwn(table.pages, path),
    /** The page for an unknown path; it shows the path, with and without script. */
    notFound: createNotFoundPage(fillPage(readFileSync(join(folder, "404.html"), "utf8"), config)),
  };
}
