import { style } from "@vanilla-extract/css";
import { DESKTOP, FORCED_COLORS, WIDE } from "../../styles/media.ts";
import { vars } from "../../styles/theme.css.ts";

const { color, space } = vars;

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
