import { globalStyle, style } from "@vanilla-extract/css";
import { grid, WIDE } from "../styles/placement.ts";
import { vars } from "../styles/theme.css.ts";

const { color, space } = vars;

/** The greatest height. What is longer scrolls inside the banner. */
const HEIGHT = "min(16rem, 45vh)";

export const banner = grid(space.x4, {
  position: "fixed",
  zIndex: 25,
  insetBlockEnd: space.x3,
  insetInline: space.x3,
  maxWidth: "46rem",
  maxHeight: HEIGHT,
  overflow: "auto",
  marginInlineStart: "auto", // pages have text and buttons at the start side
  padding: space.x5,
  border: `1px solid ${color.control}`,
  borderRadius: vars.radius.card,
  background: color.card,
  color: color.text,
  fontSize: vars.text.sm,
  "@media": { [WIDE]: { gridTemplateColumns: "1fr auto", alignItems: "center", gap: space.x6 } },
});
/** A focused element is never under the banner, also at the end of the page. */
globalStyle("html:has([data-consent])", { scrollPaddingBottom: `calc(${HEIGHT} + ${space.x6})` });
globalStyle("html:has([data-consent]) body", { paddingBottom: `calc(${HEIGHT} + ${space.x6})` });

export const text = grid(space.x1);
export const title = style({ fontSize: vars.text.md, letterSpacing: 0, lineHeight: 1.4 });
export const buttons = grid(space.x3, {
  gridAutoFlow: "column",
  gridAutoColumns: "1fr",
});
