import { globalFontFace, globalStyle } from "@vanilla-extract/css";
import { OTHER_CHARACTERS, PAGE_CHARACTERS } from "./page-characters.ts";
import { DESKTOP, MOTION_ALLOWED } from "./placement.ts";
import { vars } from "./theme.css.ts";

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

globalStyle("*, *::before, *::after", { boxSizing: "border-box" });

globalStyle("html", {
  colorScheme: "light dark",
  textSizeAdjust: "100%",
  "@media": {
    [MOTION_ALLOWED]: { scrollBehavior: "smooth" },
    [DESKTOP]: { scrollPaddingTop: "4.5rem" }, // anchors scroll below the sticky table of contents of /solutions
  },
});

globalStyle("body", {
  margin: 0,
  background: vars.color.page,
  color: vars.color.text,
  fontFamily: vars.font.text,
  fontSize: vars.text.md,
  lineHeight: 1.55,
  WebkitFontSmoothing: "antialiased",
  overflowWrap: "break-word",
  textWrap: "pretty",
});

globalStyle("h1, h2, h3, h4, p, ul, ol, dl, dd, figure, blockquote, fieldset", { margin: 0 });
globalStyle("ul, ol, fieldset", { padding: 0 });
globalStyle("ul, ol", { listStyle: "none" });
globalStyle("fieldset", { border: 0, minWidth: 0 });

globalStyle("h1, h2, h3, h4", {
  fontWeight: 600,
  lineHeight: 1.12,
  letterSpacing: "-0.02em",
  textWrap: "balance",
});
/** A column is never as wide as its longest word: another language may have a word as wide as a phone. */
globalStyle("h1, h2, h3, h4, p, li, dt, dd", { overflowWrap: "anywhere" });
globalStyle("h1", { fontSize: vars.text.x3 });
globalStyle("h2", { fontSize: vars.text.x2 });
globalStyle("h3", { fontSize: vars.text.lg, lineHeight: 1.25, letterSpacing: "-0.01em" });

globalStyle("a", { color: vars.color.link, textUnderlineOffset: "0.2em", textDecorationThickness: "0.07em" });
globalStyle("a:hover", { textDecorationThickness: "0.12em" });

globalStyle("button, input, textarea, select", {
  font: "inherit",
  letterSpacing: "inherit",
  color: "inherit",
});
globalStyle("img, svg, video", { display: "block", maxWidth: "100%" });
globalStyle("img, video", { height: "auto" });

globalStyle(":focus-visible", {
  outline: `3px solid ${vars.color.link}`,
  outlineOffset: "3px",
  borderRadius: "2px",
});
/** Headings receive focus after a navigation so that they are read out; they are not controls. */
globalStyle("[tabindex='-1']:focus", { outline: "none" });

globalStyle("::selection", { background: vars.brand.lime, color: vars.brand.ink });

/** On paper there are no dark bands: text is black, and nothing lies over it. */
globalStyle("*", { "@media": { print: { color: "#000 !important", background: "none !important" } } });
globalStyle("[data-consent]", { "@media": { print: { display: "none !important" } } });
