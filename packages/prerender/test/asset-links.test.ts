import type { Manifest } from "vite";
import { expect, test } from "vitest";
import { createAssetLinks } from "../src/document.ts";

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
