import { style } from "@vanilla-extract/css";
import { FORCED_COLORS, target } from "../../styles/placement.ts";
import { vars } from "../../styles/theme.css.ts";

const { color, space } = vars;

export const tabs = style({
  display: "flex",
  flexWrap: "wrap",
  gap: `0 ${space.x6}`,
  borderBottom: `1px solid ${color.line}`,
});
export const tab = target({
  marginBottom: "-1px",
  color: color.muted,
  fontSize: vars.text.sm,
  fontWeight: 600,
  textDecoration: "none",
  borderBottom: "3px solid transparent",
  selectors: {
    "&:hover": { color: color.text },
    "&[aria-current='page']": { color: color.text, borderBottomColor: color.accent },
  },
  "@media": {
    [FORCED_COLORS]: { selectors: { "&:not([aria-current])": { borderBottomStyle: "none" } } },
  },
});
