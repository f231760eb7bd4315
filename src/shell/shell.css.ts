import { globalStyle, style } from "@vanilla-extract/css";
import { flow } from "../styles/placement.ts";
import { vars } from "../styles/theme.css.ts";

export const shell = style({ display: "flex", flexDirection: "column", minHeight: "100vh" });
export const main = style({ flex: "1 0 auto" });

export const skipLink = style({
  position: "absolute",
  zIndex: 30,
  insetInlineStart: vars.space.x4,
  top: vars.space.x3,
  padding: `${vars.space.x2} ${vars.space.x4}`,
  background: vars.brand.ink,
  color: vars.brand.paper,
  borderRadius: vars.radius.control,
  transform: "translateY(-200%)",
  selectors: { "&:focus": { transform: "none" } },
});

/** The early script's message across the top of the page; that script knows no class names. */
globalStyle("body > p[data-lost]", {
  margin: 0,
  padding: `${vars.space.x3} ${vars.space.x5}`,
  background: vars.color.dangerTint,
  color: vars.color.danger,
  fontSize: vars.text.sm,
  fontWeight: 600,
  textAlign: "center",
});

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
