import { globalStyle, style } from "@vanilla-extract/css";
import { picture as rounded } from "../../styles/layout.css.ts";
import { DESKTOP, FORCED_COLORS, grid, WIDE } from "../../styles/placement.ts";
import { vars } from "../../styles/theme.css.ts";

const { brand, color, space } = vars;

export const block = grid(space.x8, {
  alignItems: "center",
  "@media": {
    [WIDE]: { gridTemplateColumns: "minmax(0, 1fr) minmax(0, 1fr)" },
    [DESKTOP]: { columnGap: space.x16 },
  },
});
/** A focused element keeps a distance from the sticky table of contents, and a block begins below the table. */
globalStyle("[id^=solution]", { "@media": { [DESKTOP]: { scrollMarginTop: "-1.25rem" } } });
export const picture = style([rounded, { background: brand.ink }]);
/** Every second block has its picture on the other side; the reading order stays. */
export const pictureLast = style([picture, { "@media": { [WIDE]: { order: 2 } } }]);
export const text = grid(space.x4, {
  justifyItems: "start",
  maxWidth: vars.width.measure,
});
export const action = style({ marginTop: space.x3 });
export const problem = style({ color: color.muted });
/** Balanced lines would break "Point-of-Collection" after a hyphen. */
export const heading = style({ textWrap: "wrap" });
export const points = grid(space.x2);
export const point = grid(space.x3, {
  gridTemplateColumns: "1.25rem 1fr",
  alignItems: "start",
});
export const tick = style({ color: color.accent, width: "1.25rem", height: "1.25rem", marginTop: "0.15em" });

export const list = style({
  background: color.page,
  borderBlock: `1px solid ${color.line}`,
  "@media": { [DESKTOP]: { position: "sticky", top: 0, zIndex: 5 } },
});
export const row = style({
  width: "100%",
  maxWidth: vars.width.page,
  marginInline: "auto",
  paddingInline: space.x5,
  paddingBlock: space.x2,
  counterReset: "block",
  "@media": {
    [WIDE]: { display: "grid", gridTemplateColumns: "repeat(2, auto)", paddingInline: space.x8 },
    [DESKTOP]: {
      gridTemplateColumns: "repeat(4, auto)",
      justifyContent: "space-between",
      columnGap: space.x5,
      paddingBlock: 0,
    },
  },
});
export const link = style({
  display: "flex",
  alignItems: "center",
  gap: space.x2,
  minHeight: "3.25rem",
  marginBlock: "-1px",
  borderBlock: "3px solid transparent",
  color: color.muted,
  fontSize: vars.text.sm,
  fontWeight: 500,
  lineHeight: 1.25,
  textDecoration: "none",
  counterIncrement: "block",
  selectors: {
    "&::before": { content: "counter(block)", fontFamily: vars.font.mono, fontSize: vars.text.xs },
    "&:hover": { color: color.text, textDecoration: "underline" },
    "&[aria-current]": { color: color.text, borderBlockEndColor: color.accent },
    "&:focus-visible": { outlineOffset: "-3px" },
  },
  "@media": {
    [FORCED_COLORS]: {
      borderBlockStartStyle: "none",
      selectors: { "&:not([aria-current])": { borderBlockEndStyle: "none" } },
    },
  },
});
