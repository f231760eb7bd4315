import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";
import { charactersIn, PAGE_CHARACTERS } from "../../../src/styles/page-characters.ts";

/** `npx tsx packages/artwork/src/render-fonts.ts`: writes the fonts that every page loads, reduced to the characters, weights and features of our texts. */
const root = fileURLToPath(new URL("../../../", import.meta.url));

const fonts = [
  { name: "instrument-sans", weights: { min: 400, max: 700 }, features: ["kern", "tnum"] },
  { name: "geist-mono", weights: { min: 400, max: 600 }, features: ["tnum"] },
];

for (const { name, weights, features } of fonts) {
  const source = `node_modules/@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`;
  const options = {
    targetFormat: "woff2",
    variationAxes: { wght: weights },
    keepFeatures: features,
    noHinting: true,
  } as const;
  const subset = await subsetFont(readFileSync(root + source), charactersIn(PAGE_CHARACTERS), options);
  writeFileSync(`${root}src/styles/fonts/${name}.woff2`, subset);
  console.log(`${name}: ${subset.length} B`);
}
