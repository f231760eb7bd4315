import { globalFontFace } from "@vanilla-extract/css";
import { OTHER_CHARACTERS, PAGE_CHARACTERS } from "./page-characters.ts";

const FILES = "@fontsource-variable";
const fontSource = (file: string) => `url("${file}") format("woff2-variations")`;

/**
 * `optional`: a font that arrives after the first paint is used from the next page load on, so that no text moves.
 * `npx tsx packages/artwork/src/render-fonts.ts` makes the files. The module's own addresses would be relative to the style sheet.
 */
const ofEveryPage = { fontDisplay: "optional", fontStyle: "normal", unicodeRange: PAGE_CHARACTERS } as const;
const onDemand = { fontDisplay: "swap", fontStyle: "normal", unicodeRange: OTHER_CHARACTERS } as const;

globalFontFace("Instrument Sans Variable", [
  { ...ofEveryPage, src: fontSource("/src/styles/fonts/instrument-sans.woff2"), fontWeight: "400 700" },
  {
    ...onDemand,
    src: fontSource(`${FILES}/instrument-sans/files/instrument-sans-latin-wght-normal.woff2`),
    fontWeight: "400 700",
  },
]);
globalFontFace("Geist Mono Variable", [
  { ...ofEveryPage, src: fontSource("/src/styles/fonts/geist-mono.woff2"), fontWeight: "400 600" },
  {
    ...onDemand,
    src: fontSource(`${FILES}/geist-mono/files/geist-mono-latin-wght-normal.woff2`),
    fontWeight: "400 600",
  },
]);

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
