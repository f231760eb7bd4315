import { style } from "@vanilla-extract/css";
import { vars } from "../styles/theme.css.ts";

export const badge = style({
  // The badge is in the flow at the page's end, because a floating badge would cover a control on some page.
  alignSelf: "flex-start",
  margin: vars.space.x3,
  display: "flex",
  alignItems: "center",
  gap: vars.space.x2,
  padding: `0 0 0 ${vars.space.x2}`,
  background: vars.brand.lime,
  color: vars.brand.ink,
  borderRadius: vars.radius.control,
  fontSize: "0.75rem",
  fontFamily: vars.font.mono,
});
export const link = style({ color: "inherit" });
export const close = style({
  display: "grid",
  placeItems: "center",
  width: "1.75rem",
  height: "1.75rem",
  padding: "0.4375rem",
  border: 0,
  background: "transparent",
  cursor: "pointer",
});
