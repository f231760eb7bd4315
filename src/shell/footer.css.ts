import { style } from "@vanilla-extract/css";
import { WIDE } from "../styles/media.ts";
import { flow, grid, target } from "../styles/placement.ts";
import { vars } from "../styles/theme.css.ts";
import { textButton } from "../styles/utilities.css.ts";

const { brand, color, space } = vars;

export const footer = style({
  background: brand.ink,
  color: brand.paper,
  vars: { [color.link]: brand.lime },
  paddingBlock: `${space.x12} ${space.x8}`,
});

export const columns = grid(`${space.x10} ${space.x8}`, {
  "@media": { [WIDE]: { gridTemplateColumns: "1fr 1fr 2fr" } },
});

export const heading = style({
  marginBottom: space.x3,
  fontSize: vars.text.sm,
  fontWeight: 600,
  letterSpacing: 0,
  lineHeight: 1.5,
});

export const link = target({
  color: brand.paper,
  fontSize: vars.text.sm,
  textDecorationColor: "transparent",
  selectors: {
    "&:hover": { textDecorationColor: "currentColor" },
    "&[aria-current='page']": { textDecorationColor: brand.lime, textDecorationThickness: "2px" },
  },
});

export const bottom = flow(`0 ${space.x4}`, {
  justifyContent: "space-between",
  minHeight: "4rem",
  marginTop: space.x12,
  paddingTop: space.x5,
  borderTop: `1px solid ${brand.graphite}`,
  fontSize: vars.text.sm,
  color: brand.line,
});
export const choices = style([textButton, { minHeight: "2.75rem", color: brand.paper }]);
