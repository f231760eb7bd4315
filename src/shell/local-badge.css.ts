import { style } from "@vanilla-extract/css";
import { vars } from "../styles/theme.css.ts";

export const badge = style({
  position: "fixed",
  zIndex: 20,
  insetBlockEnd: vars.space.x3,
  insetInlineStart: vars.space.x3,
  display: "flex",
  alignItems: "center",
  gap: vars.space.x2,
  padding: `0 ${vars.space.x1} 0 ${vars.space.x3}`,
  background: vars.color.lime,
  color: vars.color.ink,
  borderRadius: vars.radius.control,
  fontSize: vars.text.xs,
  fontFamily: vars.font.mono,
});
export const link = style({ color: "inherit" });
export const close = style({
  display: "grid",
  placeItems: "center",
  width: "2.25rem",
  height: "2.25rem",
  padding: vars.space.x2,
  border: 0,
  background: "transparent",
  cursor: "pointer",
});
