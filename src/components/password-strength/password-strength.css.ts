import { style, styleVariants } from "@vanilla-extract/css";
import { vars } from "../../styles/theme.css.ts";

const { color, space } = vars;

export const strength = style({
  display: "grid",
  gap: space.x1,
  fontSize: vars.text.sm,
  selectors: { "&:empty": { position: "absolute" } },
});
export const meter = style({ width: "100%", height: "0.375rem" });
export const empty = style({ fill: color.line });
export const filled = styleVariants({
  0: { fill: color.danger },
  1: { fill: color.danger },
  2: { fill: "#8A5A2B" },
  3: { fill: color.moss },
  4: { fill: color.moss },
});
export const advice = style({ color: color.muted });
