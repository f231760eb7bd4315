import type { Manifest } from "vite";
import { expect, test } from "vitest";
import {
  createAssetLinks,
  findPolicyFaults,
  moveScriptsLast,
  passFontToEarlyScript,
} from "../src/document.ts";

const manifest: Manifest = {
  "index.html": { file: "assets/index.js", css: ["assets/index.css"], isEntry: true },
  "src/about.tsx": {
    file: "assets/about.js",
    css: ["assets/about.css"],
    imports: ["index.html", "_shared.js"],
  },
  "_shared.js": { file: "assets/shared.js", css: ["assets/shared.css"], imports: ["index.html"] },
};
const template = '<link href="/assets/index.css"><script src="/assets/index.js"></script>';

test("a page links the styles and preloads the scripts of its own chunk and of imported chunks", () => {
  const links = createAssetLinks(manifest, { sources: ["src/about.tsx"] }, template, "/");
  for (const file of ["about", "shared"]) {
    expect(links).toContain(`<link rel="stylesheet" crossorigin href="/assets/${file}.css">`);
    expect(links).toContain(`<link rel="modulepreload" crossorigin href="/assets/${file}.js">`);
  }
});

test("a script that only the painted page needs is listed and not preloaded", () => {
  const page = { sources: ["_shared.js"], laterSources: ["src/about.tsx"] };
  const links = createAssetLinks(manifest, page, template, "/");
  expect(links).toContain('<link rel="modulepreload" crossorigin href="/assets/shared.js">');
  expect(links).toContain('<link rel="later" crossorigin href="/assets/about.js">');
  expect(links).toContain('<link rel="stylesheet" crossorigin href="/assets/about.css">');
});

test("asset links omit the files that the template already links", () => {
  expect(createAssetLinks(manifest, { sources: ["src/about.tsx"] }, template, "/")).not.toContain("index");
});

test("a page that is missing in the build manifest causes an error", () => {
  expect(() => createAssetLinks(manifest, { sources: ["src/gone.tsx"] }, template, "/")).toThrow(
    "src/gone.tsx is not in the manifest",
  );
});

const page = (inside: string) => `<!doctype html><html><head></head><body>${inside}</body></html>`;

test("the policy check of a page allows scripts with a source, data, and texts about styles", () => {
  for (const inside of [
    '<script type="module" crossorigin src="/assets/a.js"></script>',
    '<script type="application/json" id="config">{}</script>',
    '<script type="application/ld+json">{"@type":"Organization"}</script>',
    "<p>Write style=&quot;color&quot; in a style sheet, never as style=…</p>",
    '<link rel="stylesheet" data-style="x">',
  ])
    expect(findPolicyFaults(page(inside)), inside).toEqual([]);
});

test("inline scripts, styles and handlers in a page fail the build", () => {
  for (const inside of [
    "<script>alert(1)</script>",
    '<script type="module">alert(1)</script>',
    '<template id="B:0"></template>',
    "<style>p{color:red}</style>",
    '<p class="a" style="color:red">x</p>',
    '<button type="button" onclick="go()">x</button>',
  ])
    expect(findPolicyFaults(page(inside)), inside).toHaveLength(1);
});

test("scriptsLast moves modules and their preloads after the visible content, and leaves data and styles in place", () => {
  const data = '<script type="application/json" id="config">{}</script>';
  const style = '<link rel="stylesheet" crossorigin href="/a.css">';
  expect(
    moveScriptsLast(
      `${data}${style}<link rel="modulepreload" crossorigin href="/b.js"><script type="module" crossorigin src="/c.js"></script>`,
    ),
  ).toBe(
    `${data}${style}<link rel="modulepreload" fetchpriority="low" crossorigin href="/b.js"><script type="module" fetchpriority="low" crossorigin src="/c.js"></script>`,
  );
});

test("the early script gets the font's address as an attribute", () => {
  expect(
    passFontToEarlyScript(
      '<script src="/e.js" data-lost-text="Lost"></script><link\n rel="preload"\n href="/f.woff2"\n as="font"\n crossorigin\n/><p>',
    ),
  ).toBe('<script src="/e.js" data-font="/f.woff2" data-lost-text="Lost"></script><p>');
});
