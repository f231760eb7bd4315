import { style } from "@vanilla-extract/css";
import { vars } from "../../styles/theme.css.ts";

/** Black on white in any theme, with the quiet zone that cameras need. */
export const frame = style({
  width: "12rem",
  maxWidth: "100%",
  aspectRatio: "1",
  padding: vars.space.x2,
  border: `1px solid ${vars.color.line}`,
  borderRadius: vars.radius.control,
  background: "#FFFFFF",
  forcedColorAdjust: "none",
});
