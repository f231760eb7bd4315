import { style } from "@vanilla-extract/css";
import { vars } from "../styles/theme.css.ts";

/** In sight wherever the page is scrolled to: the link that could not be followed may be at its end. */
export const place = style({ position: "sticky", insetBlockStart: 0, zIndex: 15 });

export const banner = style({
  display: "flex",
  flexWrap: "wrap",
  gap: `${vars.space.x1} ${vars.space.x4}`,
  alignItems: "center",
  justifyContent: "center",
  textAlign: "center",
  padding: `${vars.space.x2} ${vars.space.x5}`,
  background: vars.color.graphite,
  color: vars.color.paper,
  fontSize: vars.text.sm,
});
