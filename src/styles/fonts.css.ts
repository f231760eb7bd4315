import { globalFontFace } from "@vanilla-extract/css";

/**
 * Google Fonts' "latin" subset: listed explicitly, because the packages' own style sheets include every other subset.
 */
const LATIN =
  "U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+0304, U+0308, U+0329, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD";

globalFontFace("Instrument Sans Variable", {
  src: 'url("@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2") format("woff2-variations")',
  fontDisplay: "swap",
  fontStyle: "normal",
  fontWeight: "400 700",
  unicodeRange: LATIN,
});

globalFontFace("Geist Mono Variable", {
  src: 'url("@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2") format("woff2-variations")',
  fontDisplay: "swap",
  fontStyle: "normal",
  fontWeight: "100 900",
  unicodeRange: LATIN,
});

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
