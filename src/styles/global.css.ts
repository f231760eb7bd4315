import { globalStyle } from "@vanilla-extract/css";
import "./fonts.css.ts";
import { DESKTOP, MOTION_ALLOWED } from "./media.ts";
import { vars } from "./theme.css.ts";

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
