import { style } from "@vanilla-extract/css";
import { flow } from "../styles/placement.ts";
import { vars } from "../styles/theme.css.ts";

/** Visible at any scroll position, because the link that failed may be at the end of the page. */
export const place = style({ position: "sticky", insetBlockStart: 0, zIndex: 15 });

export const banner = flow(`${vars.space.x1} ${vars.space.x4}`, {
  justifyContent: "center",
  textAlign: "center",
  padding: `${vars.space.x2} ${vars.space.x5}`,
  background: vars.brand.graphite,
  color: vars.brand.paper,
  fontSize: vars.text.sm,
});
