import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import {
  addIntegrity,
  createIntegrityModule,
  findLazyChunks,
  moveEntryBehindImports,
} from "../src/integrity.ts";

const read = (file: string) => Buffer.from(`bytes of ${file}`);
const hashOf = (file: string) => `sha256-${createHash("sha256").update(read(file)).digest("base64")}`;

const page = `<html><head>
  <script src="/early.js"></script>
  <script type="application/json" id="config">{}</script>
  <script type="module" crossorigin src="/entry.js"></script>
  <link rel="modulepreload" fetchpriority="low" crossorigin href="/shared.js">
  <link rel="stylesheet" crossorigin href="/style.css">
  <link rel="icon" href="/favicon.ico" />
</head><body></body></html>`;

test("withIntegrity adds a hash to every script and style of a page, and to nothing else", () => {
  const html = addIntegrity(page, "/", read);
  for (const file of ["early.js", "entry.js", "shared.js", "style.css"])
    expect(html).toMatch(new RegExp(`="/${file}" integrity="${hashOf(file).replace(/[+/]/g, "\\$&")}">`));
  expect(html.match(/integrity=/g)).toHaveLength(4);
});

test("the entry script is placed after the preloads of its imports", () => {
  const html = moveEntryBehindImports(page);
  expect(html.match(/\/entry\.js/g)).toHaveLength(1);
  expect(html.indexOf("/entry.js")).toBeGreaterThan(html.indexOf("/shared.js"));
  expect(html.indexOf("/entry.js")).toBeLessThan(html.indexOf("</head>"));
});

test("the list of lazy chunks has the dynamic imports and what they import, even in an import cycle", () => {
  const chunks = findLazyChunks({
    "index.html": { file: "index.js", dynamicImports: ["about.tsx"], imports: ["_unrelated.js"] },
    "about.tsx": { file: "about.js", imports: ["_shared.js"] },
    "_shared.js": { file: "shared.js", imports: ["about.tsx"] },
    "_unrelated.js": { file: "unrelated.js" },
  });
  expect(chunks).toEqual(["about.js", "shared.js"]);
});

test("the integrity module maps each file's address to the file's hash", () => {
  expect(createIntegrityModule(["about.js"], "/base/", read)).toBe(
    `export default {"/base/about.js":"${hashOf("about.js")}"};\n`,
  );
});
