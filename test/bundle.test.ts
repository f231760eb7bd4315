import { brotliCompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { builtPages, distFiles, readDist, readDistText } from "./support/dist.ts";

/** Limits for the built files. 1 kB is 1,000 bytes. */
const KB = 1_000;
const FIRST_VIEW_SCRIPT_MAX = 85 * KB;
const FIRST_VIEW_STYLE_MAX = 12 * KB;

/** The pages of the sign-in popup and the human check, which have no content for readers. */
const STANDALONE = ["/oauth/callback", "/oauth/popup", "/auth-frame/human-check"];
/** The default section of a page has the same content as the page; a canonical link tells search engines so. */
const canonicalPath = (path: string) => (path === "/legal" ? "/legal/terms-of-service" : path);

const allPages = builtPages();
const pages = allPages.filter(({ path }) => !STANDALONE.includes(path));
const publicPages = pages.filter(({ path, kind }) => kind === "public" && canonicalPath(path) === path);
const privatePages = pages.filter(({ kind }) => kind === "private");

const attribute = (tag: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
const tags = (html: string, name: string) => html.match(new RegExp(`<${name}(?:\\s[^>]*)?>`, "g")) ?? [];
const meta = (html: string, name: string) =>
  tags(html, "meta")
    .filter((tag) => attribute(tag, "name") === name || attribute(tag, "property") === name)
    .map((tag) => attribute(tag, "content"));
const link = (html: string, rel: string) => tags(html, "link").filter((tag) => attribute(tag, "rel") === rel);
const isData = (tag: string) => /application\/(ld\+)?json/.test(attribute(tag, "type") ?? "");

const brotliBytes = (path: string) => brotliCompressSync(readDist(`site${path}`)).length;

describe.each(allPages)("the HTML of $path", ({ html }) => {
  test("the HTML of a page has no inline script or style, so a strict Content Security Policy allows it", () => {
    expect(tags(html, "script").filter((tag) => !isData(tag) && attribute(tag, "src") === undefined)).toEqual(
      [],
    );
    expect(html).not.toMatch(/<style|\sstyle="|<template|\son[a-z]+="/);
  });
});

describe.each(pages)("the HTML of $path", ({ path, html }) => {
  test("the HTML of a page has one title, one description, one canonical link and tags for link previews", () => {
    expect(html.match(/<title>/g)).toHaveLength(1);
    expect(meta(html, "description")).toHaveLength(1);
    expect(link(html, "canonical").map((tag) => attribute(tag, "href"))).toEqual([
      `https://origin.invalid${canonicalPath(path)}`,
    ]);
    for (const name of ["og:title", "og:description", "og:url", "og:image", "twitter:card"])
      expect(meta(html, name), name).toHaveLength(1);
    expect(meta(html, "twitter:card")).toEqual(["summary_large_image"]);
    expect(attribute(tags(html, "html")[0] ?? "", "lang")).toBe("en");
  });

  test("the HTML of a page has an empty script element for the configuration", () => {
    expect(html).toContain('<script type="application/json" id="config">{}</script>');
  });
});

/** A mailed link alone decides what its page shows; every other page has content before its script runs. */
const isPrerendered = ({ path }: { path: string }) => path !== "/firebase-action";

describe.each(pages.filter(isPrerendered))("the prerendered HTML of $path", ({ html }) => {
  test("the HTML of a prerendered page is readable without JavaScript", () => {
    expect(tags(html, "h1")).toHaveLength(1);
    expect(html.replace(/<[^>]+>/g, " ").length).toBeGreaterThan(400);
  });

  test("the forms of a prerendered page never put values into an address, and hold a submit until hydration", () => {
    const forms = html.match(/<form[\s\S]*?<\/form>/g) ?? [];
    expect(forms.length).toBeGreaterThan(0);
    for (const form of forms) {
      expect(form).toMatch(/^<form[^>]*method="post"/);
      expect(form).toMatch(/^<form[^>]*data-hold/);
      // Without JavaScript the server reads the form, or the page says that it needs JavaScript.
      expect(/^<form[^>]* action="\/api\//.test(form) || form.includes("<noscript>")).toBe(true);
      for (const input of tags(form, "input").filter((tag) => attribute(tag, "type") === "password"))
        expect(attribute(input, "name")).toBeUndefined();
    }
  });

  test("the buttons of a prerendered page are enabled, and hold a click until hydration", () => {
    for (const button of tags(html, "button")) {
      expect(attribute(button, "disabled")).toBeUndefined();
      if (attribute(button, "type") === "button") expect(attribute(button, "data-hold")).toBe("");
    }
  });

  test("a prerendered page runs the early script before all other scripts and before the first paint", () => {
    const [first, ...others] = tags(html, "script").filter((tag) => !isData(tag));
    expect(first).toMatch(
      /^<script src="\/assets\/early-[\w-]+\.js" data-font="\/assets\/[\w-]+\.woff2" data-lost-text="[^"<>]+">$/,
    );
    expect(html.indexOf(first ?? "")).toBeLessThan(html.indexOf("<body"));
    for (const other of others) expect(attribute(other, "type")).toBe("module");
  });
});

test.each(privatePages)(
  "the HTML of the private page $path tells search engines not to index it, and is empty if only a mailed link decides its content",
  (page) => {
    expect(meta(page.html, "robots")[0]).toContain("noindex");
    if (!isPrerendered(page)) expect(page.html).toMatch(/<div id="root"[^>]*><\/div>/);
  },
);

test("the titles and descriptions of the public pages are unique and short enough for a search result", () => {
  const titles = publicPages.map(({ html }) => /<title>([^<]*)/.exec(html)?.[1] ?? "");
  const descriptions = publicPages.map(({ html }) => meta(html, "description")[0] ?? "");
  expect(new Set(titles).size).toBe(titles.length);
  expect(new Set(descriptions).size).toBe(descriptions.length);
  expect(titles.filter((title) => title.length > 60)).toEqual([]);
  expect(descriptions.filter((description) => description.length > 155)).toEqual([]);
});

test("every route of the site has its HTML file", () => {
  const wanted = [
    "/",
    "/about",
    "/contact",
    "/tech",
    "/solutions",
    "/legal/terms-of-service",
    "/legal/privacy-policy",
  ];
  const wantedPrivate = [
    "/auth/signup",
    "/auth/signin",
    "/auth/forgotpass",
    "/auth/changepass",
    "/firebase-action",
    "/dashboard",
    "/settings/general",
  ];
  expect(publicPages.map(({ path }) => path)).toEqual(expect.arrayContaining(wanted));
  expect(privatePages.map(({ path }) => path)).toEqual(expect.arrayContaining(wantedPrivate));
});

const scriptsOf = (html: string): string[] => [
  ...tags(html, "script")
    .filter((tag) => !isData(tag))
    .map((tag) => attribute(tag, "src") ?? ""),
  ...["modulepreload", "later"].flatMap((rel) => link(html, rel)).map((tag) => attribute(tag, "href") ?? ""),
];
/** A script and its static imports; dynamic imports do not count. */
const withImports = (path: string, seen = new Set<string>()): Set<string> => {
  if (seen.has(path)) return seen;
  seen.add(path);
  for (const [, file] of readDistText(`site${path}`).matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g))
    withImports(`/assets/${file}`, seen);
  return seen;
};
const chunkNamed = (name: string): string => {
  const chunks = distFiles("site/assets")
    .map((path) => path.replace(/^site/, ""))
    .filter((path) => path.startsWith(`/assets/${name}-`) && path.endsWith(".js"));
  expect(chunks, name).toHaveLength(1);
  return chunks[0] ?? "";
};

describe.each(pages.filter(isPrerendered))("the early presses of $path", ({ path, html }) => {
  const scripts = scriptsOf(html);
  const [entry = ""] = tags(html, "script")
    .filter((tag) => attribute(tag, "type") === "module")
    .map((tag) => attribute(tag, "src") ?? "");
  const isReact = (script: string) => /\/react-/.test(script);
  const isOfAccount = ["/dashboard", "/settings/general"].includes(path);

  test("a prerendered page loads React once it is painted, an account page at once, and no entry script imports React", () => {
    expect(scripts.filter(isReact)).toHaveLength(1);
    const links = link(html, isOfAccount ? "modulepreload" : "later");
    expect(links.map((tag) => attribute(tag, "href") ?? "").filter(isReact)).toHaveLength(1);
    expect([...withImports(entry)].filter(isReact)).toEqual([]);
  });
});

test.each(allPages)("the page $path preloads every script that its scripts import", ({ html }) => {
  const scripts = scriptsOf(html);
  const imported = scripts.flatMap((path) => [...withImports(path)]);
  expect(imported.filter((path) => !scripts.includes(path))).toEqual([]);
});

test.each([
  { page: "contact", preloaded: ["contact-action", "call-api"], later: [] },
  {
    page: "auth/signin",
    preloaded: ["auth-forms", "identity-client.lazy", "custody.lazy"],
    later: ["recaptcha.lazy"],
  },
])("an early press of $page needs no React, and the page preloads its code", ({ page, preloaded, later }) => {
  const html = readDistText(`site/${page}.html`);
  const links = link(html, "modulepreload").map((tag) => attribute(tag, "href"));
  for (const name of [...preloaded, ...later]) {
    const needed = [...withImports(chunkNamed(name))];
    expect(
      needed.filter((path) => /\/(react|shell|account)-/.test(path)),
      name,
    ).toEqual([]);
    if (!preloaded.includes(name)) continue;
    expect(links).toContain(chunkNamed(name));
    expect(
      needed.filter((path) => !scriptsOf(html).includes(path)),
      name,
    ).toEqual([]);
  }
});

const sum = (paths: readonly string[]) => paths.reduce((total, path) => total + brotliBytes(path), 0);

test("the page that providers return to loads at most 1 kB of script", () => {
  const scripts = scriptsOf(readDistText("site/oauth/callback.html"));
  expect(sum([...new Set(scripts.flatMap((path) => [...withImports(path)]))])).toBeLessThanOrEqual(KB);
});

describe("the weight of the first view of /, brotli", () => {
  const html = readDistText("site/index.html");
  const scripts = scriptsOf(html);
  const needed = new Set(scripts.flatMap((path) => [...withImports(path)]));

  test(`the scripts of the home page's first view stay below ${FIRST_VIEW_SCRIPT_MAX / KB} kB`, () => {
    expect(sum([...needed])).toBeLessThanOrEqual(FIRST_VIEW_SCRIPT_MAX);
  });

  test("the HTML of the home page lists every script of the first view, so the browser loads them in parallel", () => {
    expect([...needed].filter((path) => !scripts.includes(path))).toEqual([]);
  });

  test(`the styles of the home page's first view stay below ${FIRST_VIEW_STYLE_MAX / KB} kB`, () => {
    const styles = link(html, "stylesheet").map((tag) => attribute(tag, "href") ?? "");
    expect(sum(styles)).toBeLessThanOrEqual(FIRST_VIEW_STYLE_MAX);
  });
});

test.each(publicPages)("the public page $path loads no code of the account pages", ({ html }) => {
  expect(scriptsOf(html).filter((path) => /\/account-/.test(path))).toEqual([]);
});

describe("no code of the local services reaches production", () => {
  const needles = ["[MSW]", "mockServiceWorker", "createLocalServices", "INVALID_LOGIN_CREDENTIALS : "];
  test.each(needles)(
    "no built file of the site or the server contains %j, a text of the local services",
    (needle) => {
      const found = [...distFiles("site"), ...distFiles("server")]
        .filter((path) => /\.(js|mjs|html|css|json)$/.test(path))
        .filter((path) => readDistText(path).includes(needle));
      expect(found).toEqual([]);
    },
  );
});
