import type { Manifest } from "vite";
import { expect, test } from "vitest";
import { assetLinks } from "../src/integrity.ts";

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

test("a page links the styles and preloads the scripts of its chunk and its imports", () => {
  const links = assetLinks(manifest, ["src/about.tsx"], template, "/");
  for (const file of ["about", "shared"]) {
    expect(links).toContain(`<link rel="stylesheet" crossorigin href="/assets/${file}.css">`);
    expect(links).toContain(`<link rel="modulepreload" crossorigin href="/assets/${file}.js">`);
  }
});

test("the list of assets names nothing that the template already names", () => {
  expect(assetLinks(manifest, ["src/about.tsx"], template, "/")).not.toContain("index");
});

test("a page missing in the manifest is an error of the route table", () => {
  expect(() => assetLinks(manifest, ["src/gone.tsx"], template, "/")).toThrow(
    "src/gone.tsx is not in the manifest",
  );
});
