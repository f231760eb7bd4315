import { style } from "@vanilla-extract/css";
import { flow, grid, TARGET, target } from "../../styles/placement.ts";
import { vars } from "../../styles/theme.css.ts";

const { space } = vars;

export const form = grid(space.x5);
export const choices = style({ display: "grid" });
export const legend = style({ padding: 0, marginBottom: space.x2, fontSize: vars.text.sm, fontWeight: 600 });
export const choice = target({
  display: "flex",
  gap: space.x3,
  fontSize: vars.text.sm,
  cursor: "pointer",
});
export const radio = style({
  width: "1.125rem",
  height: "1.125rem",
  margin: 0,
  accentColor: vars.color.accent,
});
export const resend = flow(space.x2, {
  minHeight: TARGET,
  fontSize: vars.text.sm,
});
export const lost = style({ fontSize: vars.text.sm, color: vars.color.muted });
export const check = grid(space.x3, { justifyItems: "start" });
/** The frame is as high as the check's compact box, and grows while the second question is open. */
export const frame = style({
  width: "100%",
  maxWidth: "25rem",
  height: "9.25rem",
  border: 0,
  selectors: { "&[data-open]": { height: "37rem", maxHeight: "80vh" } },
});
