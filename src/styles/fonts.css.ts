import { globalFontFace } from "@vanilla-extract/css";
import { OTHER_CHARACTERS, PAGE_CHARACTERS } from "./page-characters.ts";

/**
 * `optional`: a font that arrives after the first paint is used from the next page load on, so that no text moves.
 * `npx tsx packages/artwork/src/render-fonts.ts` makes the files. The module's own addresses would be relative to the style sheet.
 */
const ofEveryPage = { fontDisplay: "optional", unicodeRange: PAGE_CHARACTERS } as const;
const onDemand = { fontDisplay: "swap", unicodeRange: OTHER_CHARACTERS } as const;

function addFont(family: string, name: string, fontWeight: string): void {
  const complete = `@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`;
  const faceOf = (file: string) =>
    ({ fontStyle: "normal", src: `url("${file}") format("woff2-variations")`, fontWeight }) as const;
  globalFontFace(family, [
    { ...ofEveryPage, ...faceOf(`/src/styles/fonts/${name}.woff2`) },
    { ...onDemand, ...faceOf(complete) },
  ]);
}
addFont("Instrument Sans Variable", "instrument-sans", "400 700");
addFont("Geist Mono Variable", "geist-mono", "400 600");

/**
 * Local fonts with Instrument Sans's metrics, so that nothing moves when the real one loads. The factors are its text
 * width over Arial's at each weight, measured on our own copy; the overrides cancel the factors vertically.
 */
globalFontFace("Instrument Sans Fallback", {
  src: 'local("Arial"), local("ArialMT"), local("Liberation Sans"), local("Helvetica")',
  fontWeight: "400 500",
  sizeAdjust: "89%",
  ascentOverride: "109%",
  descentOverride: "28.1%",
  lineGapOverride: "0%",
});
globalFontFace("Instrument Sans Fallback", {
  src: 'local("Arial Bold"), local("Arial-BoldMT"), local("Liberation Sans Bold"), local("Helvetica Bold")',
  fontWeight: "600 700",
  sizeAdjust: "80.8%",
  ascentOverride: "120%",
  descentOverride: "30.9%",
  lineGapOverride: "0%",
});
